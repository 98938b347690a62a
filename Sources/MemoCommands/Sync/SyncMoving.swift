import JSON
import MemoEngine
import MemoModel
import MemoReplica
import MemoSync

/// Goes on with the same hub at another address, or with another password: what is known of it stays.
struct SyncMoving: Sendable {
  let url: String

  func run(_ store: SyncedStore) async throws(CommandError) {
    // Asked first: with a login that is not this device's nothing could be exchanged.
    try await CommandError.converting(of: url) {
      try await store.withHub(at: url) { hub, _ in try await hub.requireMember() }
    }
    let moved = JoinedHub(try store.joined(), at: url)
    try CommandError.converting { () throws(StoreError) in
      let lock = try SyncLock(.exchange, of: store.place.path)
      defer { withExtendedLifetime(lock) {} }
      try store.store.setAccess(moved.stored)
    }
    if store.asJSON { return store.environment.print(json: Moved(hub: moved.shownURL)) }
    store.environment.print("this store is synced with \(moved.shownURL) from now on\n")
  }
}

/// What moving did, as JSON.
private struct Moved: JSONObjectWritable {
  let hub: String

  func writeMembers(to writer: inout JSONWriter) { writer.member("hub", hub) }
}
