import CSodium
import MemoSync

/// The way in which a passphrase becomes keys: Argon2id, which takes so much memory and time that few passphrases can
/// be tried.
struct KeyDerivation: Hashable, Sendable {
  /// The bounds of the parameters: less is called weak, and no device must be made to take more.
  static let memory = 256 << 20...1 << 30
  static let passes = 3...10
  static let saltCount = Int(crypto_pwhash_SALTBYTES)

  let salt: [UInt8]
  /// The memory in bytes.
  let memory: Int
  let passes: Int

  /// Takes what a hub says.
  ///
  /// - Throws: ``HubError/weakKeyParameters(_:)`` for what this program would not choose.
  init(salt: [UInt8], memory: Int, passes: Int) throws(HubError) {
    guard salt.count == Self.saltCount else { throw HubError.weakKeyParameters("a salt of \(salt.count) bytes") }
    guard Self.memory.contains(memory), Self.passes.contains(passes) else {
      throw HubError.weakKeyParameters("\(passes) passes of \(memory >> 20) MiB")
    }
    (self.salt, self.memory, self.passes) = (salt, memory, passes)
  }

  /// A derivation with a salt of its own, and as little as is allowed.
  static func fresh() throws(HubError) -> KeyDerivation {
    guard SecretBytes.isReady else { throw HubError.database("libsodium does not start") }
    var salt = [UInt8](repeating: 0, count: saltCount)
    randombytes_buf(&salt, salt.count)
    return try KeyDerivation(salt: salt, memory: memory.lowerBound, passes: passes.lowerBound)
  }

  /// The keys that follow from a passphrase that is set.
  func keys(new passphrase: String) throws(HubError) -> SecretKeys { try keys(from: Passphrase.form(of: passphrase)) }

  /// The keys that follow from a passphrase, byte by byte. Takes a second or so, and its thread.
  func keys(from passphrase: String) throws(HubError) -> SecretKeys {
    let half = Seal.keyCount
    let both = try SecretBytes(count: 2 * half) { (both) throws(HubError) in
      let count = UInt64(passphrase.utf8.count)
      let code = passphrase.withCString { text in
        crypto_pwhash(
          both, UInt64(2 * half), text, count, salt, UInt64(passes), memory, crypto_pwhash_ALG_ARGON2ID13)
      }
      guard code == 0 else { throw HubError.database("there is no memory left for \(memory >> 20) MiB of Argon2id") }
    }
    return SecretKeys(wrapping: try both.part(0..<half), proof: try both.part(half..<2 * half), slot: .passphrase)
  }
}

/// The keys that follow from a passphrase or a recovery key.
struct SecretKeys {
  enum Slot: String { case passphrase, recovery }

  /// Wraps the account's keys.
  let wrapping: SecretBytes
  /// Shows the hub that the secret is known, and tells it nothing else.
  let proof: SecretBytes
  let slot: Slot

  /// The keys, wrapped.
  func wrap(_ keys: AccountKeys, of account: HubID) -> [UInt8] {
    keys.ring.read { Seal.seal($0, count: keys.ring.count, with: wrapping, context: context(account)) }
  }

  /// Unwraps keys.
  ///
  /// - Throws: ``HubError/wrongSecret`` if another secret wrapped them, or somebody changed them.
  func unwrap(_ wrapped: [UInt8], of account: HubID) throws(HubError) -> AccountKeys {
    guard wrapped.count > Seal.overhead else { throw HubError.database("the account's keys are missing") }
    let ring = try SecretBytes(count: wrapped.count - Seal.overhead) { (ring) throws(HubError) in
      guard Seal.open(wrapped[...], with: wrapping, context: context(account), into: ring) else {
        throw HubError.wrongSecret
      }
    }
    return try AccountKeys(ring)
  }

  private func context(_ account: HubID) -> [UInt8] { Array("keys \(slot.rawValue)".utf8) + account.bytes }
}
