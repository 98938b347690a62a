import JSON
import MemoEngine
import MemoModel
import MemoReplica
import MemoSync

/// Sets another passphrase.
struct SyncPassphrase: Sendable {
  func run(_ store: SyncedStore) async throws(CommandError) {
    let environment = store.environment
    let joined = try store.joined()
    let newCommand = store.arguments[SyncCommand.newKeyCommand]
    let secret =
      if let command = joined.keyCommand {
        try environment.output(of: command)
      } else {
        try store.passphrase(of: joined)
      }
    let passphrase =
      if let newCommand {
        try environment.output(of: newCommand)
      } else {
        try environment.newSecret("New passphrase: ")
      }
    let advice = "do it again, with the new passphrase for the present one if the former is refused"
    let recoveryKey = try await store.changingKeys(orElse: advice) { hub in
      try await hub.changePassphrase(from: secret, to: passphrase)
    }
    if let recoveryKey {
      SyncJoining.show(recoveryKey, of: joined.account, in: environment)
      environment.complain(
        "The hub was restored from an older copy: a device that was shut out since is let in again, until memo-ls sync "
          + "revoke shuts it out again; memo-ls sync devices lists them.\n")
    }
    if joined.keyCommand != nil, let newCommand {
      let changed = JoinedHub(try store.joined(), keyCommand: newCommand).stored
      try CommandError.converting { () throws(StoreError) in try store.store.setAccess(changed) }
    }
    if store.asJSON { return environment.print(json: Changed(recoveryKey: recoveryKey)) }
    environment.complain("the passphrase is another now\(recoveryKey == nil ? "; the recovery key is the same" : "")\n")
    guard joined.keyCommand != nil else { return }
    let whose =
      newCommand == nil ? "of this device, and of any other that has one," : "of any other device that has one"
    environment.complain("the key command \(whose) must print the new passphrase from now on\n")
  }
}

/// What a change of the passphrase did, as JSON.
private struct Changed: JSONObjectWritable {
  let recoveryKey: String?

  func writeMembers(to writer: inout JSONWriter) { writer.member("recoveryKey", recoveryKey) }
}
