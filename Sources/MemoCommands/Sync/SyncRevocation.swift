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
    if !store.arguments.has(SyncCommand.yes) {
      try environment.requirePerson()
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
    let (recoveryKey, keys) = try await store.withHub { hub, _ in
      (try await hub.revoke(device, passphrase: passphrase), hub.membership.keys)
    }
    SyncJoining.show(recoveryKey, of: joined.account, in: environment)
    if joined.keyCommand == nil, let keys {
      try CommandError.converting { () throws(StoreError) in try store.keyFile.write(keys) }
    }
    if store.asJSON { return environment.print(json: Revoked(device: device, recoveryKey: recoveryKey)) }
    environment.print("\(name) is shut out; the former recovery key opens nothing that comes\n")
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
