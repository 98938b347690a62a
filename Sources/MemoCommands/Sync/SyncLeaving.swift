import JSON
import MemoEngine
import MemoModel
import MemoReplica
import MemoSync

/// Ends syncing; memos stay.
struct SyncLeaving: Sendable {
  func run(_ store: SyncedStore) async throws(CommandError) {
    let environment = store.environment
    let isAgreed = store.arguments.has(SyncCommand.yes)
    let joined: JoinedHub?
    // What is damaged can be left, too: nothing else can be done with it.
    do throws(CommandError) { joined = try store.joined() } catch  where isAgreed && store.isHubKnown {
      environment.complain("the hub was not told: \(TerminalSanitizer.line(error.message))\n")
      joined = nil
    }
    if !isAgreed {
      try environment.requirePerson(before: "changed")
      guard environment.confirms("Really end syncing here? All memos stay.") else { throw .failure("nothing was done") }
    }
    do throws(CommandError) {
      if joined != nil { try await store.withHub { hub, _ in try await hub.leave() } }
    } catch  where isAgreed {
      environment.complain("the hub was not told: \(TerminalSanitizer.line(error.message))\n")
    } catch {
      throw .failure("\(error.message); memo-ls sync leave --yes leaves without telling the hub")
    }
    try CommandError.converting { () throws(StoreError) in
      let lock = try SyncLock(.exchange, of: store.place.path)
      defer { withExtendedLifetime(lock) {} }
      try store.store.setHub(nil)
    }
    store.keyFile.remove()
    if store.asJSON { return environment.print(json: LeftDevice(account: joined?.account, device: joined?.device)) }
    environment.complain("this store is synced no more; all memos stay here, and on the hub\n")
  }
}

/// A device that has left, as JSON, as far as it is known: nothing where that was damaged.
private struct LeftDevice: JSONObjectWritable {
  let account: String?
  let device: String?

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("device", device)
  }
}
