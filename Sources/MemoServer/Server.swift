package import JSONRPC
package import MemoEngine
package import MemoHost
package import Platform

/// Serves one client over a pair of descriptors until it goes.
package struct Server: Sendable {
  private let session: Session
  private let observation: Observation

  /// Creates a server on the calling thread, which must be the loop's.
  ///
  /// - Parameters:
  ///   - engine: an engine that runs on this loop.
  ///   - storePath: where its store was opened, for those who ask.
  ///   - virtualClock: the engine's clock if time is the client's to move.
  ///   - output: the descriptor that answers are written to.
  ///   - maximumMessageBytes: the longest message that is read.
  package init(
    loop: EventLoop, engine: MemoEngine, storePath: String, virtualClock: VirtualClock?, log: Log, output: Int32,
    maximumMessageBytes: Int
  ) {
    let connection = Connection(loop: loop, output: output, maximumMessageBytes: maximumMessageBytes)
    let session = Session(
      connection: connection, engine: engine, storePath: storePath, virtualClock: virtualClock, log: log)
    self.session = session
    observation = engine.assumeIsolated { engine in
      engine.watchWork { connection.name($0.rawValue) }
      return engine.observe { event in session.assumeIsolated { $0.pass(event) } }
    }
  }

  /// From now on ends the session when a signal asks the process to end.
  package func end(on signals: Signals) {
    signals.take { [session] number in
      Task { await session.connection.end(Ending(status: 128 + number)) }
    }
  }

  /// Tells a client that asks for notifications what happened, once it has asked. May be called on any thread.
  package func tell(_ news: StartupNotice) { Task { [session] in await session.tell(news) } }

  /// Serves until the client goes or the process is asked to end.
  ///
  /// - Parameter input: the descriptor that requests are read from.
  /// - Returns: the exit status.
  package func run(input: Int32) -> Int32 {
    let routes = RouteTable.routes(virtualClock: session.virtualClock != nil)
    return session.connection.run(session, routes, input: input)
  }
}
