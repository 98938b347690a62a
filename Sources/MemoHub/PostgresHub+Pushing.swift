import MemoSync

extension PostgresHub {
  /// Answers a push. It may go to the hub twice if an answer is lost: what is there is not written again.
  func take(_ push: HubPush) async throws -> HubPushAnswer {
    let (membership, keys) = (membership, try keys())
    let contexts = push.writes.map { write in
      ItemContext(
        account: membership.account, item: keys.item(of: write.memo), operation: write.operation, base: write.base,
        isDead: write.isDead)
    }
    let bodies = zip(push.writes, contexts).map { keys.seal($0.body, $1) }
    let cursor = push.cursor
    let parameters: [PostgresValue] = [
      .uuid(membership.account), .uuid(membership.device), .int4(SyncProtocol.version),
      .uuid(HubID(cursor.epoch.value)),
      .int4(keys.number), .int(cursor.head), .bytea(cursor.mark?.value.bytes), .bytea(push.mark.value.bytes),
      .byteas(contexts.map(\.item)), .ints(push.writes.map(\.base)), .ints(push.writes.map { Int($0.operation.value) }),
      .bools(push.writes.map(\.isDead)), .byteas(bodies),
    ]
    let (status, before, last) = try await session.request { connection in
      let rows = try connection.run(
        "SELECT * FROM memo_sync.push($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)", parameters)
      let status = try rows.int(0, 0)
      guard status == 0 else { return (status, 0, 0) }
      let (before, last) = (try rows.int(0, 1), try rows.int(0, 2))
      // Noted before this connection asks for it again: what the device pushes itself is no news to it.
      self.head = last
      return (status, before, last)
    }
    switch status {
    case 0: return .written(before: before, last: last)
    case 1: return .outOfStep
    case 2:
      // Says which of both is behind.
      let number = try await session.request { try KeptKeys($0, membership.account, membership.device).number }
      _ = try self.keys(of: number)
      throw HubError.keysChanged
    default: throw SyncError.badAnswer("a push has come to \(status)")
    }
  }
}
