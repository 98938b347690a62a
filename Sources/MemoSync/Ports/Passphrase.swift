/// What an account's passphrase must be.
package enum Passphrase {
  /// The fewest characters of one that is set.
  package static let leastLength = 8

  /// What is said of a new one that is none.
  package static let expectation = "a passphrase has at least \(leastLength) characters, and is no recovery key"
}
