import MemoSync
import Synchronization

extension PostgresHub {
  /// Gets at the account's newest keys, for a membership without them or after ``HubError/keysChanged``.
  ///
  /// - Parameter secret: the passphrase or recovery key.
  /// - Returns: the membership with its keys, to be kept.
  @discardableResult
  package func unlock(_ secret: String) async throws(HubError) -> Membership {
    var unlocked = membership
    (unlocked.keys, _, _) = try await unwrapped(Secret(secret))
    membership = unlocked
    await session.forgetChannel()
    return unlocked
  }

  /// Shuts a device out: its login sees nothing any more, and what comes is sealed with a key that it doesn't have.
  /// What it has read stays read.
  ///
  /// - Parameter passphrase: the account's, which stays the same; not the recovery key.
  /// - Returns: the new recovery key, to be shown once; the old one is of no use any more.
  /// - Throws: ``HubError/unanswered(recoveryKey:_:)`` where nobody knows whether it was done; the key holds if it was.
  package func revoke(_ device: HubID, passphrase: String) async throws(HubError) -> String {
    try Secret.checkPassphrase(passphrase)
    let (keys, secret, kept) = try await unwrapped(.passphrase(passphrase))
    let (renewed, recovery) = (try keys.renewed(), try RecoveryKey())
    let derivation = try KeyDerivation.fresh()
    let new = try await aside { () throws(HubError) in try derivation.keys(new: passphrase) }
    let change = KeyChange(
      proof: secret.proof, old: kept.number, keys: renewed, derivation: derivation, new: new,
      recovery: try recovery.keys(), revoked: device)
    try await carryOut(change, recovery.text)
    return recovery.text
  }

  /// Sets another passphrase. The keys stay what they are; a hub that was restored and has lost some gets them again.
  ///
  /// - Parameters:
  ///   - old: the passphrase so far, or the recovery key.
  ///   - new: the passphrase from now on.
  /// - Returns: a new recovery key, to be shown once, if the hub had lost keys; nil if the old one stays.
  /// - Throws: ``HubError/unanswered(recoveryKey:_:)`` where nobody knows whether it was done; the key holds if it was.
  @discardableResult
  package func changePassphrase(old: String, new passphrase: String) async throws(HubError) -> String? {
    try Secret.checkNew(passphrase)
    let (keys, secret, kept) = try await unwrapped(Secret(old))
    let derivation = try KeyDerivation.fresh()
    let new = try await aside { () throws(HubError) in try derivation.keys(new: passphrase) }
    let recovery = keys.number > kept.number ? try RecoveryKey() : nil
    let change = KeyChange(
      proof: secret.proof, old: kept.number, keys: keys, derivation: derivation, new: new,
      recovery: try recovery?.keys(), revoked: nil)
    try await carryOut(change, recovery?.text)
    return recovery?.text
  }

  /// The keys that a secret opens, or this device's if those go on from them: the hub may have been restored.
  private func unwrapped(_ secret: Secret) async throws(HubError) -> (AccountKeys, SecretKeys, KeptKeys) {
    let membership = membership
    let kept = try await session.hub { try KeptKeys($0, membership.account, membership.device) }
    let (known, keys) = try await secret.opening(kept, of: membership.account)
    guard let ours = membership.keys, ours.number > keys.number else {
      guard keys.number >= membership.newestKey else { throw HubError.olderKeys(areKept: false) }
      return (keys, known, kept)
    }
    guard ours.goOn(from: keys) else { throw HubError.database("the account's keys are those of another") }
    return (ours, known, kept)
  }

  private func carryOut(_ change: KeyChange, _ recoveryKey: String?) async throws(HubError) {
    let parameters = change.parameters(membership)
    let isInDoubt = Atomic(false)
    let refusal: HubError
    do {
      let status = try await session.request { connection in
        let rows: PostgresRows
        do throws(PostgresFailure) {
          rows = try connection.run(
            "SELECT memo_sync.change_keys($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)", parameters)
        } catch {
          // What has no answer may have been done, whatever is said when it comes again.
          if !error.isRefusal { isInDoubt.store(true, ordering: .relaxed) }
          throw error
        }
        return try rows.int(0, 0)
      }
      switch status {
      case 0:
        membership.keys = change.keys
        await session.forgetChannel()
        return
      case 1: refusal = .wrongSecret
      case 2: refusal = .keysChanged
      default: refusal = .noSuchDevice(change.revoked?.description ?? "")
      }
    } catch {
      refusal = HubError(error)
    }
    guard isInDoubt.load(ordering: .relaxed) else { throw refusal }
    throw HubError.unanswered(recoveryKey: recoveryKey, refusal.description)
  }
}

/// Other keys for an account, or the same wrapped in another way.
private struct KeyChange {
  /// The proof that the secret so far is known.
  let proof: SecretBytes
  /// The newest key's number so far.
  let old: Int
  let keys: AccountKeys
  let derivation: KeyDerivation
  /// The keys that follow from the passphrase from now on.
  let new: SecretKeys
  /// The keys that follow from the new recovery key; nil if it stays.
  let recovery: SecretKeys?
  /// The device that is shut out; nil for none.
  let revoked: HubID?

  /// The parameters that the hub is given.
  func parameters(_ membership: Membership) -> [PostgresValue] {
    let account = membership.account
    return [
      .uuid(account), .uuid(membership.device), .bytea(proof), .int4(old), .int4(keys.number), .bytea(derivation.salt),
      .int(derivation.memory), .int4(derivation.passes), .bytea(new.wrap(keys, of: account)),
      .bytea(recovery?.wrap(keys, of: account)), .bytea(new.proof), recovery.map { .bytea($0.proof) } ?? .bytea(nil),
      .uuid(revoked),
    ]
  }
}
