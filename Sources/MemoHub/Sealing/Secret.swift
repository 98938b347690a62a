import MemoSync

/// The secret that somebody gives to get at the account's keys.
enum Secret: Sendable {
  case passphrase(String)
  case recovery(RecoveryKey)

  /// Takes what somebody types: what has the form of a recovery key is one.
  init(_ text: String) {
    if let key = RecoveryKey(text) { self = .recovery(key) } else { self = .passphrase(text) }
  }

  /// The secrets that it may be, the likeliest first: earlier versions made keys of a passphrase as it was typed.
  var forms: [Secret] {
    guard case .passphrase(let text) = self else { return [self] }
    let form = Passphrase.form(of: text)
    // Texts that are equal to Swift may be other bytes.
    return Array(form.utf8) == Array(text.utf8) ? [self] : [.passphrase(form), self]
  }

  /// Checks what is to be set as a passphrase.
  ///
  /// - Throws: ``HubError/passphraseUnfit`` for what can't be one.
  static func checkNew(_ text: String) throws(HubError) {
    guard isPassphrase(text) else { throw HubError.passphraseUnfit }
  }

  /// Checks what is given as the present passphrase, where a recovery key is not enough.
  ///
  /// - Throws: ``HubError/passphraseNeeded`` for what can't be one.
  static func checkPassphrase(_ text: String) throws(HubError) {
    guard isPassphrase(text) else { throw HubError.passphraseNeeded }
  }

  private static func isPassphrase(_ text: String) -> Bool {
    text.count >= Passphrase.leastLength && RecoveryKey(text) == nil
  }

  /// The keys that follow from it, the one way or the other.
  func keys(_ derivation: KeyDerivation) throws(HubError) -> SecretKeys {
    switch self {
    case .passphrase(let text): try derivation.keys(from: text)
    case .recovery(let key): try key.keys()
    }
  }
}
