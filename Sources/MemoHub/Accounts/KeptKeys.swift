import Dispatch

/// The part of an account's keys that the hub keeps: nothing that it could use.
struct KeptKeys: Sendable {
  /// The newest key's number.
  let number: Int
  let derivation: KeyDerivation
  private let keys: [UInt8]
  private let recovery: [UInt8]

  /// Asks the hub for it.
  init(_ connection: PostgresConnection, _ account: HubID, _ device: HubID) throws {
    let rows = try connection.run(
      "SELECT key_number, salt, memory, passes, keys, recovery FROM memo_sync.account WHERE account = $1",
      [.uuid(account)])
    guard rows.count > 0 else { throw try connection.reason(account, device) }
    number = try rows.int(0, 0)
    derivation = try KeyDerivation(salt: rows.bytes(0, 1), memory: rows.int(0, 2), passes: rows.int(0, 3))
    (keys, recovery) = (try rows.bytes(0, 4), try rows.bytes(0, 5))
  }

  /// The keys as a secret wrapped them.
  func wrapped(_ slot: SecretKeys.Slot) -> [UInt8] {
    switch slot {
    case .passphrase: keys
    case .recovery: recovery
    }
  }
}

extension Secret {
  /// The keys that follow from it, and the account's keys that these open.
  ///
  /// - Throws: ``HubError/wrongSecret`` if it opens none, whatever it may be.
  func opening(_ kept: KeptKeys, of account: HubID) async throws(HubError) -> (SecretKeys, AccountKeys) {
    for form in forms {
      let known = try await aside { () throws(HubError) in try form.keys(kept.derivation) }
      do throws(HubError) {
        return (known, try known.unwrap(kept.wrapped(known.slot), of: account))
      } catch {
        guard error == .wrongSecret else { throw error }
      }
    }
    throw HubError.wrongSecret
  }
}

extension PostgresConnection {
  /// The reason why an account can't be seen.
  func reason(_ account: HubID, _ device: HubID) throws -> HubError {
    try requireMember(account, device)
    return HubError.accountLost
  }

  /// Makes sure that the login is that of a device.
  func requireMember(_ account: HubID, _ device: HubID) throws(PostgresFailure) {
    try run("SELECT memo_sync.require_member($1, $2)", [.uuid(account), .uuid(device)])
  }

  /// Makes sure that the login does not own the hub: no device has one that does.
  func refuseOwner() throws {
    let owned = try run(
      "SELECT 1 FROM pg_namespace WHERE nspname = 'memo_sync' AND nspowner = current_user::regrole")
    guard owned.count == 0 else {
      throw HubError.refusedLogin(
        "it owns the hub and sees all of it; make one for this device with: memo-ls sync hub login URL NAME")
    }
  }
}

/// Does work that takes a second and its thread on none of Swift's few.
func aside<Result: Sendable>(
  _ work: @escaping @Sendable () throws(HubError) -> Result
) async throws(HubError) -> Result {
  let result = await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      do throws(HubError) {
        continuation.resume(returning: Swift.Result<Result, HubError>.success(try work()))
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }
  return try result.get()
}
