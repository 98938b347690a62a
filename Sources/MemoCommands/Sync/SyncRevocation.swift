import JSON
import MemoEngine
import MemoModel
import MemoReplica
import MemoSync

/// Shuts a device out.
struct SyncRevocation: Sendable {
  let device: String

  func run(_ store: SyncedStore) async throws(CommandError) {
    let environment = store.environment
    let name = TerminalSanitizer.line(device)
    try await checkDevice(store)
    if !store.arguments.has(SyncCommand.yes) {
      try environment.requirePerson(before: "changed")
      guard
        environment.confirms("Shut out \(name)? It keeps what it has read, and the other devices need the passphrase.")
      else { throw .failure("nothing was done") }
    }
    let joined = try store.joined()
    let passphrase =
      if let command = joined.keyCommand {
        try environment.output(of: command)
      } else {
        try environment.secret("Passphrase of \(TerminalSanitizer.line(joined.account)): ")
      }
    let advice = "memo-ls sync devices tells whether \(name) is shut out, and if not, do it again"
    let (recoveryKey, membership) = try await store.changingKeys(orElse: advice) { hub in
      (try await hub.revoke(device, passphrase: passphrase), hub.membership)
    }
    SyncJoining.show(recoveryKey, of: joined.account, in: environment)
    do { try store.keep(membership) } catch { throw CommandError(hub: error) }
    if store.asJSON { return environment.print(json: Revoked(device: device, recoveryKey: recoveryKey)) }
    environment.print("\(name) is shut out; the former recovery key opens nothing that comes\n")
  }

  /// Checks whether the account has the device, before anybody is asked for anything.
  ///
  /// - Throws: a failure if it has none of that name, or several, or it is this one.
  private func checkDevice(_ store: SyncedStore) async throws(CommandError) {
    let all = try await store.withHub { hub, _ in try await hub.devices() }
    let meant = all.filter { $0.name == device || $0.id == device }
    let found = meant.filter { !$0.isRevoked }
    guard let only = found.first else {
      let others = all.filter { !$0.isRevoked && !$0.isThis }.map(\.name).sorted().joined(separator: ", ")
      let which = others.isEmpty ? "it has no other than this one" : "there are \(others)"
      throw .failure(
        meant.isEmpty
          ? "the account has no device called \(device); \(which)" : "\(device) is shut out already")
    }
    guard found.count == 1 else {
      throw .failure(
        "several devices are called \(device); say which: \(found.map(\.id).joined(separator: ", "))")
    }
    if only.isThis { throw .failure("\(device) is this very device; memo-ls sync leave takes it out of the account") }
  }
}

/// What shutting out did, as JSON.
private struct Revoked: JSONObjectWritable {
  let device: String
  let recoveryKey: String

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("device", device)
    writer.member("recoveryKey", recoveryKey)
  }
}
