import MemoSync

extension PostgresHub {
  /// Waits until another device has pushed something that was not heard of. Other calls may come meanwhile, and go
  /// first; another wait comes behind this one.
  ///
  /// Where the hub tells nobody of pushes, nothing happens until the time is over: pull to know.
  ///
  /// - Returns: whether there may be something.
  package func waitForNews(atMost time: Duration) async throws(HubError) -> Bool {
    let (end, membership) = (ContinuousClock.now + time, membership)
    do {
      while true {
        let news = try await session.wait(until: end) { connection in
          let rows = try connection.run(
            "SELECT head, replace(channel::text, '-', '') FROM memo_sync.account WHERE account = $1",
            [.uuid(membership.account)])
          guard rows.count > 0 else { throw try connection.reason(membership.account, membership.device) }
          return ("memo_sync_\(try Self.checked(rows.text(0, 1)))", try rows.int(0, 0) != self.head)
        }
        switch news {
        case .told: return true
        case .over: return false
        case .interrupted: continue
        }
      }
    } catch {
      throw HubError(error)
    }
  }

  /// A channel's name, which becomes part of a statement.
  private static func checked(_ name: String) throws(SyncError) -> String {
    guard name.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      throw SyncError.badAnswer("a channel has another name")
    }
    return name
  }
}
