import MemoModel
import MemoSync

extension PostgresHub {
  /// The account's devices, in the order in which they joined.
  package func devices() async throws(HubError) -> [HubDevice] {
    let membership = membership
    return try await session.hub { connection in
      let rows = try connection.run(
        """
        SELECT device, label, acked_seq, \(Self.milliseconds("joined_at")), \(Self.milliseconds("seen_at")),
          \(Self.milliseconds("revoked_at")), (SELECT key_number FROM memo_sync.account WHERE account = $1)
        FROM memo_sync.device WHERE account = $1 ORDER BY joined_at, device
        """, [.uuid(membership.account)])
      guard rows.count > 0 else { throw try connection.reason(membership.account, membership.device) }
      self.keyNumber = rows.value(0, 6) == nil ? nil : try rows.int(0, 6)
      return try (0..<rows.count).map { row in
        let id = try rows.uuid(row, 0)
        let label = rows.value(row, 1).flatMap {
          membership.keys?.open(Array($0), as: HubDevice.label, id, of: membership.account)
        }
        return HubDevice(
          id: id, name: label.map { String(decoding: $0, as: UTF8.self) }, isThis: id == membership.device,
          joinedAt: Timestamp(millisecondsSince1970: try rows.int(row, 3)),
          seenAt: Timestamp(millisecondsSince1970: try rows.int(row, 4)), acknowledged: try rows.int(row, 2),
          revokedAt: rows.value(row, 5) == nil
            ? nil : Timestamp(millisecondsSince1970: try rows.int(row, 5)))
      }
    }
  }

  private static func milliseconds(_ column: String) -> String { "(extract(epoch from \(column)) * 1000)::bigint" }

  /// Makes sure that the login is this device's.
  package func requireMember() async throws(HubError) {
    let membership = membership
    try await session.hub { connection in
      try connection.refuseOwner()
      try connection.requireMember(membership.account, membership.device)
    }
  }

  /// Tells the others how far this device is; all that is told to them.
  ///
  /// - Parameter seq: the cursor's.
  package func acknowledge(_ seq: Int) async throws(HubError) {
    try await call("SELECT memo_sync.acknowledge($1, $2, $3)", [.int(seq)])
  }

  /// Takes this device out of the account; its login is free for another then. What it knows it goes on knowing: whom
  /// one doesn't trust is to be shut out instead.
  package func leave() async throws(HubError) { try await call("SELECT memo_sync.leave($1, $2)", []) }

  private func call(_ statement: String, _ parameters: [PostgresValue]) async throws(HubError) {
    let all = [.uuid(membership.account), .uuid(membership.device)] + parameters
    try await session.hub { _ = try $0.run(statement, all) }
  }
}
