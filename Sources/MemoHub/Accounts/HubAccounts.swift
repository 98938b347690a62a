import MemoSync

/// The accounts of a hub, for a device that has none yet. Its login must not belong to another device.
package struct HubAccounts: Sendable {
  private let session: PostgresSession

  /// Nothing is asked yet.
  ///
  /// - Throws: ``HubError/insecure(_:)``.
  package init(url: String) throws(HubError) { session = try PostgresSession(try HubAddress(url), isHub: true) }

  /// Whether there is an account of this name.
  package func exists(_ name: String) async throws(HubError) -> Bool { try await lookup(name) != nil }

  /// Begins an account with this device.
  ///
  /// - Parameters:
  ///   - name: what people call the account; the hub's owner can read it.
  ///   - device: what people call this device; only the account's devices can read it.
  /// - Returns: that the device belongs to it, and a key to be shown once: without it nobody gets at the memos who has
  ///   forgotten the passphrase.
  package func begin(
    name: String, passphrase: String, device: String
  ) async throws(HubError) -> (membership: Membership, recoveryKey: String) {
    try Secret.checkNew(passphrase)
    guard try await lookup(name) == nil else { throw HubError.accountExists(name) }
    // Other devices can do with older functions; who begins something has the owner renew them first.
    if session.areFunctionsOld { throw HubError.olderFunctions }
    let (derivation, keys, recovery) = (try KeyDerivation.fresh(), try AccountKeys.first(), try RecoveryKey())
    let secret = try await aside { () throws(HubError) in try derivation.keys(new: passphrase) }
    let spare = try recovery.keys()
    let membership = Membership(
      account: .random(), name: AccountName.form(of: name), device: .random(), keys: keys)
    let (account, id) = (membership.account, membership.device)
    let parameters: [PostgresValue] = [
      .uuid(account), .text(membership.name), .uuid(id), .int4(SyncProtocol.version), .bytea(derivation.salt),
      .int(derivation.memory), .int4(derivation.passes), .bytea(secret.wrap(keys, of: account)),
      .bytea(spare.wrap(keys, of: account)), .bytea(secret.proof), .bytea(spare.proof),
      .bytea(keys.seal(Array(device.utf8), as: HubDevice.label, id, of: account)),
    ]
    let isBegun = try await session.hub { connection in
      try connection.run(
        "SELECT memo_sync.begin_account($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)", parameters
      ).bool(0, 0)
    }
    guard isBegun else { throw HubError.accountExists(name) }
    return (membership, recovery.text)
  }

  /// Joins an account that another device began.
  ///
  /// - Parameters:
  ///   - secret: its passphrase or recovery key.
  ///   - device: what people call this device.
  package func join(name: String, secret text: String, device: String) async throws(HubError) -> Membership {
    guard let (account, derivation) = try await lookup(name) else { throw HubError.noSuchAccount(name) }
    let (secret, id) = (Secret(text), HubID.random())
    let before = try await holder(of: account)
    guard let known = try await join(account, as: id, secret, derivation) else { throw HubError.wrongSecret }
    let kept = try await session.hub { try KeptKeys($0, account, id) }
    let keys = try known.unwrap(kept.wrapped(known.slot), of: account)
    let label = PostgresValue.bytea(keys.seal(Array(device.utf8), as: HubDevice.label, id, of: account))
    try await session.hub { connection in
      _ = try connection.run("SELECT memo_sync.label($1, $2, $3)", [.uuid(account), .uuid(id), label])
    }
    var membership = Membership(account: account, name: AccountName.form(of: name), device: id, keys: keys)
    membership.replaced = before.flatMap { holder in
      keys.open(holder.label, as: HubDevice.label, holder.id, of: account).map { String(decoding: $0, as: UTF8.self) }
    }
    return membership
  }

  /// The device of an account that has this login, with its sealed name; nil if it has none yet.
  private func holder(of account: HubID) async throws(HubError) -> (id: HubID, label: [UInt8])? {
    try await session.hub { connection -> (HubID, [UInt8])? in
      let rows = try connection.run(
        "SELECT device, label FROM memo_sync.device WHERE account = $1 AND login = session_user AND label IS NOT NULL",
        [.uuid(account)])
      return rows.count == 0 ? nil : (try rows.uuid(0, 0), try rows.bytes(0, 1))
    }
  }

  /// Shows the hub that a secret is known.
  ///
  /// - Returns: what follows from it; nil if it is another's, whatever it may be.
  private func join(
    _ account: HubID, as device: HubID, _ secret: Secret, _ derivation: KeyDerivation
  ) async throws(HubError) -> SecretKeys? {
    for form in secret.forms {
      let known = try await aside { () throws(HubError) in try form.keys(derivation) }
      let parameters: [PostgresValue] = [.uuid(account), .bytea(known.proof), .uuid(device)]
      let isJoined = try await session.hub { connection in
        try connection.run("SELECT memo_sync.join($1, $2, $3)", parameters).bool(0, 0)
      }
      if isJoined { return known }
    }
    return nil
  }

  private func lookup(_ name: String) async throws(HubError) -> (account: HubID, KeyDerivation)? {
    let found = try await session.hub { connection -> (HubID, [UInt8], Int, Int)? in
      try connection.refuseOwner()
      for form in AccountName.forms(of: name) {
        let rows = try connection.run(
          "SELECT account, salt, memory, passes FROM memo_sync.lookup($1)", [.text(form)])
        guard rows.count > 0 else { continue }
        return (try rows.uuid(0, 0), try rows.bytes(0, 1), try rows.int(0, 2), try rows.int(0, 3))
      }
      return nil
    }
    guard let (account, salt, memory, passes) = found else { return nil }
    return (account, try KeyDerivation(salt: salt, memory: memory, passes: passes))
  }
}
