package import JSONRPC
package import MemoEngine
package import MemoHost

/// Serves one agent's client over a pair of descriptors until it goes: the face for the Model Context Protocol.
package struct ContextServer: Sendable {
  private let session: ContextSession

  /// The connection with the client.
  package var connection: Connection { session.connection }

  /// Creates a server on the calling thread, which must be the loop's.
  ///
  /// - Parameters:
  ///   - engine: an engine that runs on this loop.
  ///   - access: the access that agents have.
  ///   - patience: how long they wait for the store.
  ///   - output: the descriptor that answers are written to.
  ///   - maximumMessageBytes: the longest message that is read.
  package init(
    loop: EventLoop, engine: MemoEngine, access: Access, patience: Duration = .seconds(2), log: Log, output: Int32,
    maximumMessageBytes: Int
  ) {
    let connection = Connection(
      loop: loop, output: output, maximumMessageBytes: maximumMessageBytes, conventions: ContextProtocol.conventions)
    engine.assumeIsolated { $0.watchWork { connection.name($0.rawValue) } }
    session = ContextSession(connection: connection, engine: engine, access: access, patience: patience, log: log)
  }

  /// Serves until the client goes or the process is asked to end.
  ///
  /// - Parameter input: the descriptor that requests are read from.
  /// - Returns: the exit status.
  package func run(input: Int32) -> Int32 {
    session.connection.run(session, ContextRoutes.all.map(\.route), input: input)
  }
}
