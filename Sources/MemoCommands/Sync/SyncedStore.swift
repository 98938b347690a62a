import MemoEngine
import MemoFolder
import MemoModel
import MemoReplica
import MemoSync

/// A store in use by one command that syncs it.
struct SyncedStore: Sendable {
  let store: any StoredReplica.Store
  let place: StorePlace
  let access: any HubAccess
  let arguments: Arguments
  let environment: CommandEnvironment

  var asJSON: Bool { arguments.has(.json) }

  /// Runs a body on the store that the command line means, and closes it afterwards. A folder is synchronised before
  /// and after.
  ///
  /// - Parameter isMade: whether a missing store is made; else that is a failure.
  /// - Throws: what the body throws, and a failure if the store can't be used.
  static func with(
    _ arguments: Arguments, _ access: any HubAccess, in environment: CommandEnvironment,
    isMade: Bool = false,
    _ body: (SyncedStore) async throws(CommandError) -> Int32
  ) async throws(CommandError) -> Int32 {
    let place = try environment.place(arguments)
    guard isMade || environment.hasStore(place.path) else {
      throw .failure("there is no store at \(place.path); memo-ls sync join makes one")
    }
    guard !environment.isReadOnly(place.path) else {
      throw .failure("\(place.path) is read-only, so it can't be synced")
    }
    let turn = FolderTurn(place, in: environment)
    defer { turn?.letGo() }
    try await turn?.makeEqual(waits: true, remarks: [.loss, .conflicts])
    turn?.noteStart()
    // A watch keeps the folder itself.
    if arguments.has(SyncCommand.watch) { turn?.letGo() }
    let status = try await opened(place, arguments, access, environment, body)
    try await turn?.followChanges()
    return status
  }

  private static func opened(
    _ place: StorePlace, _ arguments: Arguments, _ access: any HubAccess, _ environment: CommandEnvironment,
    _ body: (SyncedStore) async throws(CommandError) -> Int32
  ) async throws(CommandError) -> Int32 {
    let store = try CommandError.converting { () throws(StoreError) in try environment.store(place.path) }
    defer { store.close() }
    guard let store = store as? any StoredReplica.Store else { throw .failure("\(place.path) can't be synced") }
    let status = try await body(
      SyncedStore(store: store, place: place, access: access, arguments: arguments, environment: environment))
    guard (try? store.settle()) != nil else {
      throw .failure("another program took away the log of \(place.path); sync it again")
    }
    return status
  }

  /// The hub that the store is synced with.
  ///
  /// - Throws: a failure if it has none.
  func joined() throws(CommandError) -> JoinedHub {
    guard let joined = try known() else {
      throw .failure("this store is synced with no hub; memo-ls sync join URL begins it")
    }
    return joined
  }

  /// The same; nil if there is none.
  func known() throws(CommandError) -> JoinedHub? {
    guard let hub = try CommandError.converting({ () throws(StoreError) in try store.hub() }) else { return nil }
    guard let joined = JoinedHub(hub) else {
      throw .failure("what the store knows of its hub is damaged; memo-ls sync leave --yes forgets it, then join again")
    }
    return joined
  }

  /// Whether something is kept of a hub, be it damaged.
  var isHubKnown: Bool { (try? store.hub()).flatMap(\.self) != nil }

  /// The file with the account's keys.
  var keyFile: SyncKeyFile { SyncKeyFile(of: place.path) }

  /// Opens the hub.
  ///
  /// - Parameter secret: the passphrase, where the keys at hand turned out not to be the newest.
  /// - Throws: what the hub throws, or a failure.
  func open(_ joined: JoinedHub, _ secret: String? = nil) async throws -> any OpenHub {
    let keys = try keyFile.read()
    var secret = secret
    if secret == nil, let command = joined.keyCommand {
      do throws(CommandError) { secret = try environment.output(of: command) } catch {
        throw HubObstacle.noSecret(error.message)
      }
    }
    if secret == nil, keys == nil { secret = try passphrase(of: joined) }
    let hub: any OpenHub
    do { hub = try await access.open(joined.membership(keys: keys), at: joined.url, secret: secret) } catch {
      guard case HubObstacle.wrongSecret(let what) = error, let command = joined.keyCommand else { throw error }
      throw HubObstacle.wrongSecret(
        "\(what); the key command \(command) printed it. If the passphrase was changed on another device, have the "
          + "command print the new one")
    }
    if secret != nil { try keep(hub.membership) }
    return hub
  }

  /// Keeps a membership whose keys are others by now: them, unless a command prints what opens them, and which one is
  /// the newest.
  ///
  /// - Throws: ``StoreError`` or ``CommandError`` if that can't be done.
  func keep(_ membership: HubMembership) throws {
    guard let joined = try known() else { return }
    if joined.keyCommand == nil, let keys = membership.keys { try keyFile.write(keys) }
    let new = joined.knowing(membership).stored
    if new != joined.stored { try store.setAccess(new) }
  }

  /// Asks for the account's passphrase.
  func passphrase(of joined: JoinedHub) throws(CommandError) -> String {
    try environment.secret("Passphrase of \(TerminalSanitizer.line(joined.account)), or its recovery key: ")
  }

  /// Runs a body on the hub that the store is synced with; once more with the passphrase, if that is needed.
  ///
  /// - Parameter url: where the hub is said to be; nil for where it was.
  /// - Throws: a failure.
  func withHub<Value>(
    at url: String? = nil, _ body: (any OpenHub, JoinedHub) async throws -> Value
  ) async throws(CommandError) -> Value {
    let known = try joined()
    let joined = url.map { JoinedHub(known, at: $0) } ?? known
    do { return try await withHub(joined, nil, body) } catch HubObstacle.keysChanged where joined.keyCommand == nil {
      environment.complain(HubObstacle.keysChanged.description + "\n")
      let secret = try passphrase(of: joined)
      return try await CommandError.converting { try await withHub(joined, secret, body) }
    } catch {
      throw CommandError(hub: error)
    }
  }

  /// Runs a body that changes the account's keys, on the hub that the store is synced with. A new recovery key is shown
  /// also where nobody knows whether they were changed: nobody can show it again.
  ///
  /// - Parameter advice: what to do then.
  /// - Throws: a failure.
  func changingKeys<Value>(
    orElse advice: String, _ body: (any OpenHub) async throws -> Value
  ) async throws(CommandError) -> Value {
    try await withHub { hub, joined in
      do { return try await body(hub) } catch HubObstacle.unanswered(let recoveryKey, let what) {
        if let recoveryKey { SyncJoining.show(recoveryKey, of: joined.account, isCertain: false, in: environment) }
        throw CommandError.failure("\(what); \(advice)")
      }
    }
  }

  private func withHub<Value>(
    _ joined: JoinedHub, _ secret: String?, _ body: (any OpenHub, JoinedHub) async throws -> Value
  ) async throws -> Value {
    try await body(try await open(joined, secret), joined)
  }
}
