/// The rules for an account's passphrase.
package enum Passphrase {
  /// The fewest characters of one that is set.
  package static let leastLength = 8

  /// The rules in words, for one that breaks them.
  package static let expectation = "a passphrase has at least \(leastLength) characters, and is no recovery key"
}
