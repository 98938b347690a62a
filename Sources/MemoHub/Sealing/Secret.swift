/// What somebody gives to get at the account's keys.
enum Secret: Sendable {
  case passphrase(String)
  case recovery(RecoveryKey)

  /// The fewest characters of a passphrase that is set.
  static let leastPassphrase = 8

  /// Takes what somebody types: what has the form of a recovery key is one.
  init(_ text: String) {
    if let key = RecoveryKey(text) { self = .recovery(key) } else { self = .passphrase(text) }
  }

  /// What is to be set as a passphrase.
  ///
  /// - Throws: ``HubError/passphraseNeeded`` for what can't be one.
  static func checkPassphrase(_ text: String) throws(HubError) {
    guard text.count >= leastPassphrase, RecoveryKey(text) == nil else { throw HubError.passphraseNeeded }
  }

  /// What follows from it, the one way or the other.
  func keys(_ derivation: KeyDerivation) throws(HubError) -> SecretKeys {
    switch self {
    case .passphrase(let text): try derivation.keys(from: text)
    case .recovery(let key): try key.keys()
    }
  }
}
