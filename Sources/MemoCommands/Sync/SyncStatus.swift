import JSON
import MemoEngine
import MemoModel
import MemoReplica
import MemoSync

/// Tells what a store is synced with, without asking the hub.
struct SyncStatus: Sendable {
  func run(_ store: SyncedStore) throws(CommandError) {
    let environment = store.environment
    guard let joined = try store.known() else {
      if store.asJSON { return environment.print(json: SyncOverview()) }
      return environment.print("this store is synced with no hub; memo-ls sync join URL begins it\n")
    }
    let (waiting, cursor) = try CommandError.converting { () throws(StoreError) in
      let replica = StoredReplica(store.store, with: joined.stored)
      return (try store.store.unsettledMemos(limit: .max).count, try replica.cursor())
    }
    let isWatched = SyncLock.isTaken(.watch, of: store.place.path)
    if store.asJSON {
      let status = SyncOverview(joined: joined, waiting: waiting, takenIn: cursor?.seq, isWatched: isWatched)
      return environment.print(json: status)
    }
    var table = Table([Table.Column(paint: .cyan), Table.Column()])
    table.add(["hub", joined.shownURL])
    table.add(["account", joined.account])
    table.add(["device", joined.device])
    table.add(["keys", joined.keyCommand.map { "from the command \($0)" } ?? store.keyFile.path])
    table.add(["taken in", cursor.map { "up to change \($0.seq) of the account" } ?? "nothing yet"])
    table.add(["to be sent", waiting == 0 ? "nothing" : waiting.counted("memo")])
    table.add(["going on", isWatched ? "yes: memo-ls sync --watch runs" : "no: memo-ls sync --watch does that"])
    environment.print(table.lines(for: environment.terminal))
  }
}

/// The state, as JSON; empty if there is no hub.
private struct SyncOverview: JSONObjectWritable {
  var joined: JoinedHub?
  var waiting = 0
  var takenIn: Int?
  var isWatched = false

  func writeMembers(to writer: inout JSONWriter) {
    guard let joined else { return }
    writer.member("hub", joined.shownURL)
    writer.member("account", joined.account)
    writer.member("device", joined.device)
    writer.member("takenIn", takenIn)
    writer.member("waiting", waiting)
    writer.member("isWatched", isWatched)
  }
}
