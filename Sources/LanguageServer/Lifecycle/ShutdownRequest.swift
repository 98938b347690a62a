import JSONRPC
import MemoEngine

/// Ends the session's work: all that came before it is answered first, and only ``ExitNotification`` may follow.
enum ShutdownRequest: RequestType {
  static let method: StaticString = "shutdown"
  typealias Params = NoParams
  typealias Result = NoResult
}

/// Ends the process: with status 0 behind ``ShutdownRequest``, else with 1 (LSP 3.17, Exit Notification).
enum ExitNotification: ClientNotificationType {
  static let method: StaticString = "exit"
  typealias Params = NoParams
}

extension LanguageSession {
  func shutDown() -> Answer<NoResult> {
    phase = .shutDown
    // Commands may wait for a dialog that nobody looks at any more.
    connection.assumeIsolated { $0.askNoMore() }
    return .last { [self] in
      await bindings.wait()
      await saves.wait()
      await giveBackClosedFiles()
      // Somebody may have brought a memo back just now.
      for notebook in await notebooks { await notebook.engine.pullExternalChanges() }
      await keepUnwritten()
      try await flushAll()
      return NoResult()
    }
  }

  func exit() {
    let status: Int32 = phase == .shutDown ? 0 : 1
    connection.assumeIsolated { $0.end(.orderly(status: status)) }
  }
}
