package import ContextServer
import Dispatch
package import JSONRPC
import LanguageServer
package import MemoEngine
import MemoFolder
import MemoHost
import MemoModel
import MemoServer
package import TestDoubles

/// A session in this process: what a command line tells the program, and where it keeps the memos.
package struct SessionSettings: Sendable {
  /// Where a session keeps its memos.
  package enum Store: Sendable {
    /// In memory.
    case memory(TestStore, TestJournal)
    /// In a database file with its journal, as the program does.
    case file(String)
  }

  /// Where it keeps its memos.
  package var store: Store
  /// What the engine is told.
  package var engine = EngineConfiguration()
  /// The longest message that is read.
  package var maximumMessageBytes = 64 << 20
  /// Whether the client may move the clock. Nobody else does: what is saved by time is saved when the client says so.
  package var hasVirtualClock = true
  /// The clock, where a test moves it itself.
  package var clock: VirtualClock?
  /// What agents may do, if it is a session for agents.
  package var agents: Access?
  /// How long agents' sessions wait for the store: normally as long as it takes, however slow the machine is.
  package var patience = Duration.seconds(600)
  /// The attached folder whose files are the database's memos; with it, time passes by itself.
  package var folder: String?
  /// How long a client of the Language Server Protocol may leave open whether it has made an edit.
  package var patienceWithAnswers = Duration.seconds(2)
  /// How often all of its files are looked at; nil where the system tells of changes.
  package var polling: Duration?
  /// Whether the session speaks the Language Server Protocol.
  package var isLanguageServer = false

  /// Creates the settings of a session that keeps its memos here.
  package init(_ store: Store = .memory(TestStore(), TestJournal())) { self.store = store }

  /// Serves a client until it leaves; to be called on the loop's thread.
  ///
  /// - Returns: the exit status that the program would have.
  package func serve(on loop: EventLoop, input: Int32, output: Int32) -> Int32 {
    let clock = clock ?? VirtualClock()
    // An alarm holds on to the engine until it rings.
    defer { clock.move(to: clock.now.advanced(by: .seconds(3600))) }
    func server(_ engine: MemoEngine, _ path: String) -> Server {
      Server(
        loop: loop, engine: engine, storePath: path, virtualClock: hasVirtualClock ? clock : nil, log: .none,
        output: output, maximumMessageBytes: maximumMessageBytes)
    }
    switch store {
    case .memory(let store, let journal):
      let engine = MemoEngine(
        store: store, journal: journal, clock: clock, date: { clock.date }, configuration: engine, executor: loop)
      engine.assumeIsolated { $0.expectExternalChanges() }
      if let agents {
        return ContextServer(
          loop: loop, engine: engine, access: agents, patience: patience, log: .none, output: output,
          maximumMessageBytes: maximumMessageBytes
        ).run(input: input)
      }
      if isLanguageServer {
        return LanguageServer(
          loop: loop, engine: engine, log: .none, output: output, maximumMessageBytes: maximumMessageBytes
        ).run(input: input)
      }
      return server(engine, "memory").run(input: input)
    case .file(let path):
      if let folder { return serve(path, folder, on: loop, input: input, output: output) }
      let host = MemoHost(
        beginning: path, configuration: engine, clock: clock, date: { clock.date }, executor: loop, log: .none)
      host.wait(atMost: .seconds(30))
      let status: Int32
      if isLanguageServer {
        let server = LanguageServer(
          loop: loop, engine: host.engine, log: .none, output: output, maximumMessageBytes: maximumMessageBytes)
        host.watchOthers()
        status = server.run(input: input)
      } else {
        let server = server(host.engine, path)
        for news in host.observeStart({ server.tell($0) }) { server.tell(news) }
        host.watchOthers()
        status = server.run(input: input)
      }
      let isSaved = host.engine.assumeIsolated { $0.isEverythingSaved }
      return (try? host.end(isSaved: isSaved)) == nil ? max(status, 1) : status
    }
  }

  /// Serves a client of the Language Server Protocol that works in a folder.
  private func serve(_ path: String, _ folder: String, on loop: EventLoop, input: Int32, output: Int32) -> Int32 {
    let limit = maximumMessageBytes
    guard let place = try? NotesFolder(path: folder),
      let keeping = try? MemoHost.keeping(place, store: path, engine, polling: polling)
    else { return -1 }
    let host = MemoHost(
      beginning: path, folder: keeping, configuration: engine, clock: ContinuousClock(), date: { .now },
      executor: loop, log: .none)
    host.wait(atMost: .seconds(30))
    let server = LanguageServer(
      loop: loop, engine: host.engine, files: host.files, patienceWithAnswers: patienceWithAnswers, log: .none,
      output: output, maximumMessageBytes: limit)
    host.watchOthers()
    let status = server.run(input: input)
    let isSaved = host.engine.assumeIsolated { $0.isEverythingSaved }
    return (try? host.end(isSaved: isSaved)) == nil ? max(status, 1) : status
  }
}
