import JSONRPC
import MemoEngine
import MemoFolder
import MemoHost
import MemoProtocol

/// The native protocol's face: one client's conversation with the engine.
///
/// Belongs to the event loop's thread, like the engine, so it calls that without waiting.
actor Session: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

  let engine: MemoEngine
  /// The engine, to be called without waiting.
  let onEngine: Resident<MemoEngine>
  /// The store's path.
  let storePath: String
  /// Keeps the store's folder; nil if there is none here.
  let folder: FolderKeeping?
  /// The same folder's files; nil if there is none.
  let files: NoteFiles?
  /// The memos whose files are the client's.
  var heldFiles: Set<MemoID> = []
  /// Ends once what was asked about files is done.
  var fileWork: Task<Void, Never>?
  let virtualClock: VirtualClock?
  let log: Log
  /// Notices from before the client said whether it wants notifications.
  var news: [StartupNotice] = []

  var lifecycle = Lifecycle()
  var positionEncoding = PositionEncoding.utf16
  var wantsNotifications = false
  var flushes = RunningWork()
  var watch: ParentWatch?
  var failedNotifications = 0
  var nextLoggedFailure = 1
  /// Memos that were reported to the client as damaged.
  var toldDamaged: Set<MemoID> = []

  /// The time for which waiters of a locked store's recovery may still wait once the input has ended.
  static let patienceAtEnd = Duration.seconds(5)

  init(
    connection: Connection, engine: MemoEngine, storePath: String, folder: FolderKeeping?, files: NoteFiles?,
    virtualClock: VirtualClock?, log: Log
  ) {
    self.connection = connection
    self.engine = engine
    onEngine = Resident(engine, of: connection.loop)
    self.storePath = storePath
    (self.folder, self.files) = (folder, files)
    self.virtualClock = virtualClock
    self.log = log
  }

  /// Makes the request of a task uncancellable. The engine calls it on the loop's thread, which is the connection's.
  var commit: MemoEngine.Commit {
    { [connection] in try connection.assumeIsolated { try $0.commit() } }
  }

  // MARK: What the connection asks

  func admit(_ call: Call, isKnown: Bool) throws {
    defer { lifecycle.begin() }
    if lifecycle.isShutDown, call.method != exitMethod {
      throw ResponseError(.invalidRequest, "the session is shut down; only exit may follow")
    }
    if call.method == initializeMethod, !lifecycle.isFresh {
      throw ResponseError(.invalidRequest, "initialize must be the first message of a session, and only that")
    }
    // An unknown method is reported first, whatever its params.
    guard isKnown else { return }
    switch call.params?.kind {
    case .array?:
      throw ResponseError(
        .invalidParams, "by-position parameters are not supported; send params as an object",
        data: WireError.path("params"))
    case .boolean?, .number?, .string?:
      throw ResponseError(.invalidRequest, "params must be an object, null or absent")
    case .object?, .null?, nil: break
    }
  }

  // A text that can't be an identifier need not be looked up.
  func isAtHand(_ memo: String) -> Bool {
    guard let id = MemoID(memo) else { return true }
    return onEngine(id) { $0.isAtHand($1) }
  }

  func isLate(_ memo: String) -> Bool { MemoID(memo).map { onEngine($0) { $0.isRecovering($1) } } ?? false }

  func fetch(_ memo: String, then body: @escaping @Sendable () -> Void) async {
    guard let id = MemoID(memo) else { return body() }
    await engine.fetch(id) { _ in body() }
  }

  func willEnd(_ ending: Ending) {
    let patience = ending.finishesRequests ? Self.patienceAtEnd : .zero
    onEngine { $0.prepareToEnd(patience: patience) }
  }

  func end() async -> Bool {
    do throws(EngineError) {
      _ = try await engine.flush(nil)
      await closeFiles()
      return true
    } catch {
      log.write(
        .error,
        "the last save failed; the changes stay in the journal for the next start: \(WireError.response(error).message)"
      )
      return false
    }
  }

  // MARK: What else happens in the process

  /// Ends the session when a process ends.
  func watchParent(_ process: Int?) {
    watch = process.flatMap { [connection] in
      ParentWatch(process: $0) { [weak connection] in await connection?.end(Ending(status: 0)) }
    }
  }
}

private let initializeMethod = "\(Initialize.method)"
private let exitMethod = "\(Exit.method)"
