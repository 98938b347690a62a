package import JSONRPC
package import MemoHost
package import Platform

/// Serves one editor over a pair of descriptors until it goes: the face that speaks the Language Server Protocol.
package struct LanguageServer: Sendable {
  private let session: LanguageSession

  /// Creates a server on the calling thread, which must be the loop's.
  ///
  /// - Parameters:
  ///   - output: the descriptor that answers are written to.
  ///   - maximumMessageBytes: the longest message that is read.
  package init(loop: EventLoop, log: Log, output: Int32, maximumMessageBytes: Int) {
    session = LanguageSession(
      connection: Connection(loop: loop, output: output, maximumMessageBytes: maximumMessageBytes), log: log)
  }

  /// From now on ends the session when a signal asks the process to end.
  package func end(on signals: Signals) {
    signals.take { [session] number in
      Task { await session.connection.end(Ending(status: 128 + number)) }
    }
  }

  /// Serves until the client goes or the process is asked to end.
  ///
  /// - Parameter input: the descriptor that requests are read from.
  /// - Returns: the exit status.
  package func run(input: Int32) -> Int32 {
    session.connection.run(session, LanguageRoutes.all.map(\.route), input: input)
  }
}
