package import JSONRPC
package import MemoEngine
package import MemoHost

/// Serves one editor over a pair of descriptors until it goes: the face that speaks the Language Server Protocol.
package struct LanguageServer: Sendable {
  private let session: LanguageSession

  /// The connection with the client.
  package var connection: Connection { session.connection }

  /// Creates a server on the calling thread, which must be the loop's.
  ///
  /// - Parameters:
  ///   - engine: an engine that runs on this loop.
  ///   - files: the files of its store's folder; nil if there is none.
  ///   - folderProblem: why the folder that was meant can't be used, for the person at the editor; nil if none was, or
  ///     it can.
  ///   - opensFolder: opens the folders that documents are in, on engines that run on this loop, too; nil if none is
  ///     looked for.
  ///   - patienceWithAnswers: how long the client may leave open whether it has made an edit, before it is asked again.
  ///   - output: the descriptor that answers are written to.
  ///   - maximumMessageBytes: the longest message that is read.
  package init(
    loop: EventLoop, engine: MemoEngine, files: NoteFiles? = nil, folderProblem: String? = nil,
    opensFolder: FolderOpener? = nil, patienceWithAnswers: Duration = .seconds(2), log: Log, output: Int32,
    maximumMessageBytes: Int
  ) {
    let connection = Connection(loop: loop, output: output, maximumMessageBytes: maximumMessageBytes)
    engine.assumeIsolated { $0.watchWork { connection.name($0.rawValue) } }
    let home = Notebook(engine, files: files, of: loop)
    session = LanguageSession(
      connection: connection, home: home, opensFolder: opensFolder, patienceWithAnswers: patienceWithAnswers, log: log)
    session.assumeIsolated {
      $0.folderProblem = folderProblem
      $0.observe(home)
    }
  }

  /// Tells the client what happens while the store is opened.
  package func tell(_ news: StartupNotice) {
    Task { [session] in await session.tell(news.level, news.message) }
  }

  /// Serves until the client goes or the process is asked to end.
  ///
  /// - Parameter input: the descriptor that requests are read from.
  /// - Returns: the exit status: not 0 without ``ShutdownRequest``, also where the client just leaves.
  package func run(input: Int32) -> Int32 {
    let status = session.connection.run(session, LanguageRoutes.all.map(\.route), input: input)
    let isInOrder = session.assumeIsolated { $0.closeNotebooks() && $0.phase == .shutDown }
    return isInOrder ? status : max(status, 1)
  }
}
