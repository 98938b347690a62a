package import JSONRPC
package import MemoEngine
package import MemoFolder
package import MemoHost

/// Serves one client over a pair of descriptors until it goes.
package struct Server: Sendable {
  private let session: Session
  private let observation: Observation

  /// The connection with the client.
  package var connection: Connection { session.connection }

  /// Creates a server on the calling thread, which must be the loop's.
  ///
  /// - Parameters:
  ///   - engine: an engine that runs on this loop.
  ///   - storePath: the path of its store, for clients that ask.
  ///   - folder: keeps the store's folder; nil if there is none here.
  ///   - files: the same folder's files.
  ///   - virtualClock: the engine's clock if the client moves it.
  ///   - output: the descriptor that answers are written to.
  ///   - maximumMessageBytes: the longest message that is read.
  package init(
    loop: EventLoop, engine: MemoEngine, storePath: String, folder: FolderKeeping? = nil, files: NoteFiles? = nil,
    virtualClock: VirtualClock?, log: Log, output: Int32, maximumMessageBytes: Int
  ) {
    let connection = Connection(loop: loop, output: output, maximumMessageBytes: maximumMessageBytes)
    let session = Session(
      connection: connection, engine: engine, storePath: storePath, folder: folder, files: files,
      virtualClock: virtualClock, log: log)
    self.session = session
    observation = engine.assumeIsolated { engine in
      engine.watchWork { connection.name($0.rawValue) }
      return engine.observe { event in session.assumeIsolated { $0.pass(event) } }
    }
  }

  /// Passes a notice on to a client that asks for notifications, once it has asked. May be called on any thread.
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
