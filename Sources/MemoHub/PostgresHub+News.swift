import MemoSync

extension PostgresHub {
  /// Waits until another device has pushed something that was not heard of. Other calls may come meanwhile, and go
  /// first; another wait comes behind this one.
  ///
  /// A hub that tells nobody of pushes is asked for its last number, ever more seldom, from once a second to once a
  /// minute.
  ///
  /// - Returns: whether there may be something.
  package func waitForNews(atMost time: Duration) async throws(HubError) -> Bool {
    let end = ContinuousClock.now + time
    do {
      while true {
        let asking = min(end, .now + newsPauses.next())
        var news = PostgresSession.News.interrupted
        while news == .interrupted {
          news = try await session.wait(until: asking) { connection in
            let known = try self.place(connection)
            return ("memo_sync_\(try Self.checked(known.channel))", known.head != self.head)
          }
        }
        if news == .found { return true }
        let isTold = news == .told
        let isNew = isTold && !newsPauses.hasFound ? true : try await isHeadNew()
        newsPauses.note(isNew: isNew, isTold: isTold)
        if isNew { return true }
        if end <= .now { return false }
      }
    } catch {
      throw HubError(error)
    }
  }

  private func isHeadNew() async throws -> Bool { try await session.request { try self.place($0).head != self.head } }

  /// The account's last number, and the channel on which others are told of it.
  private func place(_ connection: PostgresConnection) throws -> (head: Int, channel: String) {
    let rows = try connection.run(
      "SELECT head, replace(channel::text, '-', '') FROM memo_sync.account WHERE account = $1",
      [.uuid(membership.account)])
    guard rows.count > 0 else { throw try connection.reason(membership.account, membership.device) }
    return (try rows.int(0, 0), try rows.text(0, 1))
  }

  /// A channel's name, which becomes part of a statement.
  private static func checked(_ name: String) throws(SyncError) -> String {
    guard name.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      throw SyncError.badAnswer("a channel has another name")
    }
    return name
  }
}
