import MemoText

/// The rules for an account's passphrase.
package enum Passphrase {
  /// The fewest characters of one that is set.
  package static let leastLength = 8

  /// The rules in words, for one that breaks them.
  package static let expectation = "a passphrase has at least \(leastLength) characters, and is no recovery key"

  /// The passphrase as keys are made of it, in Normalization Form C: an accent is the same on all keyboards.
  package static func form(of text: String) -> String { text.composed }
}
