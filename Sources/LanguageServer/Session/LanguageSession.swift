import JSONRPC
import MemoHost

/// One editor's conversation, in the words of the Language Server Protocol 3.17.
///
/// Belongs to the event loop's thread.
actor LanguageSession: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  let log: Log

  /// Where the session stands: what may come next.
  enum Phase { case fresh, running, shutDown }

  var phase = Phase.fresh
  var client = ClientCapabilities()
  var trace = Trace.off
  var watch: ParentWatch?
  var documents = OpenDocuments()

  init(connection: Connection, log: Log) { (self.connection, self.log) = (connection, log) }

  func admit(_ call: Call, isKnown: Bool) throws {
    switch phase {
    case _ where call.method == exitMethod: break
    case .fresh where call.method != initializeMethod:
      throw ResponseError(.serverNotInitialized, "initialize must come before any other message")
    case .running where call.method == initializeMethod:
      throw ResponseError(.invalidRequest, "initialize may come only once")
    case .shutDown: throw ResponseError(.invalidRequest, "the session is shut down; only exit may follow")
    case .fresh, .running: break
    }
    // An unknown method is told first, whatever its params.
    guard isKnown else { return }
    if let kind = call.params?.kind, kind != .object, kind != .null {
      throw ResponseError(.invalidParams, "params must be an object, null or absent")
    }
    if trace != .off { connection.notify(LogTrace.self, LogTrace.Params(message: "received \(call.method)")) }
  }

  func notice(_ event: ConnectionEvent) {
    switch event {
    case .notificationFailed(let call, let error): notificationFailed(call, error)
    case .slowTurn(let name, let time): log.write(.warning, "\(name) took \(time)")
    case .inputFailed(let reason): log.write(.error, "the input can't be read: \(reason)")
    }
  }

  /// What nobody is answered is told to the client's log. A notification that is not known is passed over: those of
  /// `$/` may come to any server (LSP 3.17, `$` Notifications and Requests), and clients send others that nobody asked
  /// for.
  private func notificationFailed(_ call: Call, _ error: ResponseError) {
    guard error.code != .methodNotFound else { return }
    tell(.warning, "a notification was not carried out: \(error.message)")
    if call.method == didChangeMethod { lose(call) }
  }

  /// Tells something to the log, and to the client's once it has begun. Never a document's words.
  func tell(_ level: LogLevel, _ message: String) {
    log.write(level, message)
    if phase == .running {
      connection.notify(LogMessageNotification.self, LogMessageNotification.Params(level: level, message: message))
    }
  }
}

private let initializeMethod = "\(InitializeRequest.method)"
private let exitMethod = "\(ExitNotification.method)"
private let didChangeMethod = "\(DidChange.method)"

extension ErrorCode {
  /// A message came before `initialize` (LSP 3.17, `ServerNotInitialized`).
  static let serverNotInitialized = ErrorCode(rawValue: -32002)
}
