import JSONRPC
import MemoEngine
import MemoHost

/// The face of the Model Context Protocol: one agent's conversation with the engine.
///
/// Belongs to the event loop's thread, like the engine, so it calls that without waiting.
actor ContextSession: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

  nonisolated let engine: MemoEngine
  /// The engine, to be called without waiting.
  let onEngine: Resident<MemoEngine>
  nonisolated let access: Access
  /// The tools of agents.
  nonisolated let tools: ToolTable
  let log: Log
  /// The origin of changes, whichever agent makes them.
  nonisolated let origin = ChangeOrigin()
  nonisolated let confirmations = Confirmations()
  /// The time for which an agent waits for the store: if another program keeps it locked, the agent is told so instead
  /// of waiting.
  nonisolated let patience: Duration
  var era = Era.undecided
  /// Versions that agents were told of but that could not be saved.
  var unsavedVersions: [MemoID: Set<Int>] = [:]
  var subscriptions = Subscriptions()

  /// The time for which waiters of a locked store's recovery may still wait once the input has ended.
  private static let patienceAtEnd = Duration.seconds(5)

  init(connection: Connection, engine: MemoEngine, access: Access, patience: Duration, log: Log) {
    self.connection = connection
    self.engine = engine
    onEngine = Resident(engine, of: connection.loop)
    self.access = access
    self.patience = patience
    tools = ToolTable(access)
    self.log = log
  }

  func isAtHand(_ memo: String) -> Bool {
    // A text that can't be an identifier need not be looked up; the empty text stands for a memo that is yet to be
    // created.
    guard let id = MemoID(memo) else { return !memo.isEmpty || onEngine { $0.isPrepared } }
    return onEngine(id) { $0.isAtHand($1) }
  }

  func isLate(_ memo: String) -> Bool { MemoID(memo).map { onEngine($0) { $0.isRecovering($1) } } ?? false }

  func fetch(_ memo: String, then body: @escaping @Sendable () -> Void) async {
    await engine.fetch(MemoID(memo) ?? .unique(at: .now)) { _ in body() }
  }

  func willEnd(_ ending: Ending) {
    endSubscriptions()
    let patience = ending.finishesRequests ? Self.patienceAtEnd : .zero
    onEngine { $0.prepareToEnd(patience: patience) }
  }

  func end() async -> Bool {
    do throws(EngineError) {
      _ = try await engine.flush(nil)
      return true
    } catch {
      log.write(.error, "the last save failed; the changes stay in the journal for the next start")
      return false
    }
  }

  func response(to error: any Error) -> ResponseError {
    switch error {
    case let error as EngineError:
      // Nobody waits for the words of a cancelled request.
      if case .cancelled = error { return .requestCancelled }
      return ResponseError(.internalError, ToolFailure(error).message)
    case is CancellationError: return .requestCancelled
    default:
      let response = ResponseError(answering: error)
      if response.code == .internalError { log.write(.error, "a request failed: \(type(of: error))") }
      return response
    }
  }

  func notice(_ event: ConnectionEvent) {
    switch event {
    case .notificationFailed(_, let error):
      log.write(.debug, "a notification was passed over, with code \(error.code.rawValue)")
    case .slowTurn(let what, let time): log.write(slowTurn: what, of: time)
    case .unreadable: break
    case .inputFailed(let reason): log.write(.error, "input can't be read: \(reason)")
    }
  }
}
