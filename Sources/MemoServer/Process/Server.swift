public import JSONRPC
public import MemoEngine
public import MemoHost

/// Serves one client over a pair of descriptors until it goes.
public struct Server: Sendable {
  /// The program's version.
  public static let version = "0.1.0"

  private let loop: EventLoop
  private let session: Session
  private let output: Int32

  /// Creates a server on the calling thread, which must be the loop's.
  ///
  /// - Parameters:
  ///   - engine: an engine that runs on this loop.
  ///   - virtualClock: the engine's clock if time is the client's to move.
  ///   - output: the descriptor that answers are written to.
  ///   - maximumMessageBytes: the longest message that is read.
  public init(
    loop: EventLoop, engine: MemoEngine, virtualClock: VirtualClock?, log: Log, output: Int32, maximumMessageBytes: Int
  ) {
    self.loop = loop
    let session = Session(
      loop: loop, engine: engine, virtualClock: virtualClock, log: log, output: output,
      maximumMessageBytes: maximumMessageBytes)
    self.session = session
    self.output = output
    engine.assumeIsolated { engine in
      engine.observe { event in session.assumeIsolated { $0.pass(event) } }
    }
  }

  /// From now on ends the session when a signal asks the process to end.
  public func end(on signals: Signals) {
    signals.take { [session] number in
      Task { await session.end(Ending(status: 128 + number)) }
    }
  }

  /// Tells a client that asks for notifications what happened, once it has asked. May be called on any thread.
  public func tell(_ news: StartupNotice) { Task { [session] in await session.tell(news) } }

  /// Serves until the client goes or the process is asked to end.
  ///
  /// - Parameter input: the descriptor that requests are read from.
  /// - Returns: the exit status.
  public func run(input: Int32) -> Int32 {
    session.assumeIsolated { $0.watchStore() }
    while true {
      session.assumeIsolated { $0.turns.begin() }
      loop.runJobs { session.assumeIsolated { $0.endTurn("a job") } }
      let needs = session.assumeIsolated { $0.work() }
      if let status = needs.exitStatus { return status }
      let (input, output) = (needs.input ? input : nil, needs.output ? output : nil)
      let ready = loop.wait(input: input, output: output, isBusy: needs.isBusy)
      if ready.canRead, let input { session.assumeIsolated { $0.read(input) } }
    }
  }
}
