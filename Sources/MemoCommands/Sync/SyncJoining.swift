import JSON
import MemoEngine
import MemoModel
import MemoReplica
import MemoSync
import Platform

/// Makes this store's device one of an account, or makes the account.
struct SyncJoining: Sendable {
  let url: String
  let arguments: Arguments
  let access: any HubAccess
  let environment: CommandEnvironment

  /// The account's name where none is given.
  private static let account = "notes"

  /// A device that an account has let in.
  private struct Admission: Sendable {
    let account, device: String
    /// Whether the account was made for it.
    let isNew: Bool
    let membership: HubMembership
    let recoveryKey: String?
  }

  /// Joins, and returns the exit status. A missing store is made only once the hub has let the device in.
  func run() async throws(CommandError) -> Int32 {
    let path = try environment.place(arguments).path
    // Nobody else knows the recovery key of an account that is made, nor the keys of a device that is let in.
    try CommandError.converting { () throws(StoreError) in try SyncKeyFile(of: path).checkPlace() }
    let isThere = environment.exists(path)
    let early = isThere ? nil : try await admission()
    return try await SyncedStore.with(arguments, access, in: environment, isMade: true) {
      store throws(CommandError) in
      if let joined = try store.known() {
        throw .failure(
          "this store is synced with \(joined.shownURL) already; memo-ls sync move URL says where that hub is now, "
            + "and memo-ls sync leave ends syncing, and keeps all memos")
      }
      if let early { try keep(early, in: store) } else { try keep(try await admission(), in: store) }
      return 0
    }
  }

  /// Has the hub let the device in.
  private func admission() async throws(CommandError) -> Admission {
    let account = arguments[SyncCommand.account] ?? Self.account
    let device = arguments[SyncCommand.device] ?? Self.hostName
    try Self.check(AccountName.form(of: account), SyncCommand.account)
    try Self.check(device, SyncCommand.device)
    let isThere = try await CommandError.converting(of: url) { try await access.hasAccount(account, at: url) }
    let secret = try secret(of: account, isThere: isThere)
    let bar = ProgressLine("making keys", in: environment)
    bar.show("(this takes a second or two on purpose)", percentage: nil)
    defer { bar.end() }
    var (recoveryKey, replaced): (String?, String?)
    let membership = try await CommandError.converting(of: url) {
      if isThere {
        let joined = try await access.join(account, at: url, secret: secret, device: device)
        replaced = joined.replaced
        return joined.0
      }
      let begun = try await access.begin(account, at: url, passphrase: secret, device: device)
      recoveryKey = begun.recoveryKey
      return begun.0
    }
    bar.end()
    // Shown before anything else can go wrong: nobody can show it again.
    if let recoveryKey { Self.show(recoveryKey, of: account, in: environment) }
    if let replaced { environment.complain(Self.remark(on: replaced) + "\n") }
    return Admission(
      account: account, device: device, isNew: !isThere, membership: membership, recoveryKey: recoveryKey)
  }

  private func keep(_ admission: Admission, in store: SyncedStore) throws(CommandError) {
    let joined = JoinedHub(admission.membership, at: url, keyCommand: arguments[SyncCommand.keyCommand])
    try CommandError.converting { () throws(StoreError) in
      let lock = try SyncLock(.exchange, of: store.place.path)
      defer { withExtendedLifetime(lock) {} }
      if joined.keyCommand == nil, let keys = admission.membership.keys { try store.keyFile.write(keys) }
      try store.store.setHub(joined.stored)
    }
    if store.asJSON {
      return environment.print(json: Joined(hub: joined, isNew: admission.isNew, recoveryKey: admission.recoveryKey))
    }
    environment.print(
      "\(admission.isNew ? "made" : "joined") the account \(TerminalSanitizer.line(admission.account)) as "
        + "\(TerminalSanitizer.line(admission.device)); memo-ls sync exchanges memos, and memo-ls sync --watch goes on "
        + "doing so\n")
  }

  private func secret(of account: String, isThere: Bool) throws(CommandError) -> String {
    if let command = arguments[SyncCommand.keyCommand] { return try environment.output(of: command) }
    if isThere {
      return try environment.secret("Passphrase of \(TerminalSanitizer.line(account)), or its recovery key: ")
    }
    environment.complain("\(TerminalSanitizer.line(account)) is a new account. ")
    return try environment.newSecret("New passphrase for it: ")
  }

  /// Shows a recovery key, for a person to keep.
  ///
  /// - Parameter isCertain: whether it is known to be the account's.
  static func show(
    _ key: String, of account: String, isCertain: Bool = true, in environment: CommandEnvironment
  ) {
    let name = TerminalSanitizer.line(account) + (isCertain ? "" : " if the change was made")
    environment.complain(
      "\nThe recovery key of \(name), which is shown this once:\n\n    \(key)\n\n"
        + "Whoever has it can read all memos. Without it and the passphrase nobody can, not even you: write it "
        + "down.\n\n"
    )
  }

  /// What people are told where a device has joined with the login of another.
  private static func remark(on replaced: String) -> String {
    "this login was that of \(TerminalSanitizer.line(replaced)), which can't sync with it any more. If that is another "
      + "device, memo-ls sync hub login URL NAME makes it another, with which it joins after memo-ls sync leave --yes"
  }

  /// The longest name of an account or a device, in Unicode scalars: the hub takes no longer ones.
  private static let mostCharacters = 200

  private static func check(_ name: String, _ option: Option) throws(CommandError) {
    guard name.unicodeScalars.count > mostCharacters else { return }
    throw .usage("the name for \(option.name) is too long: at most \(mostCharacters) characters")
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "device" }
    let text = String(
      decoding: name.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? "device" : text
  }
}

/// What joining did, as JSON.
private struct Joined: JSONObjectWritable {
  let hub: JoinedHub
  let isNew: Bool
  let recoveryKey: String?

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("hub", hub.shownURL)
    writer.member("account", hub.account)
    writer.member("device", hub.device)
    writer.member("isNew", isNew)
    writer.member("recoveryKey", recoveryKey)
  }
}
