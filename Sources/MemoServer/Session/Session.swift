import JSONRPC
import MemoEngine
import MemoHost
import MemoProtocol

/// One client's conversation, from the bytes that come in to the bytes that go out.
///
/// Belongs to the event loop's thread, like the engine: a request that needs no waiting is read, carried out and
/// answered in one go.
actor Session {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let engine: MemoEngine
  let virtualClock: VirtualClock?
  let log: Log
  /// What happened before the client said whether it wants to know, for its own log.
  var news: [StartupNotice] = []
  let routes: [String: Route]

  var lifecycle = Lifecycle()
  var positionEncoding = PositionEncoding.utf16
  var wantsNotifications = false
  var pending = PendingRequests()
  /// Those that wait until others are done with a memo.
  var lines = MemoLines()
  /// The work on requests, and on what they wait for.
  var tasks: [Int: Task<Void, Never>] = [:]
  /// About how many bytes their answers will have.
  var expectedBytes = 0
  var flushes = Flushes()
  /// Whether a request is under way that all later messages wait for.
  var isHeld = false

  var decoder: FrameDecoder
  var output: OutputQueue
  /// Room for several pipes' worth of requests at a time.
  var readBuffer = [UInt8](repeating: 0, count: 256 << 10)
  /// The batch that is being carried out.
  var batch: Batch?
  /// How long the loop is kept, and by what.
  var turns = TurnWatch()
  var doing = ""
  var inputEnded = false
  /// Whether the last line, which had no end, held nothing readable.
  var endsBroken = false
  var ending: Ending?
  /// Once the session has ended: whether everything could be saved.
  var isSaved: Bool?
  var watch: ParentWatch?
  var storeWatch: StoreWatch?
  var failedNotifications = 0
  var nextLoggedFailure = 1
  /// Memos whose damage the client knows of.
  var toldDamaged: Set<MemoID> = []

  /// How many bytes of answers may wait before no further input is read.
  static let largestBacklog = 64 << 20
  /// How long those who wait for a locked store's recovery may go on to when the input has ended.
  private static let patienceAtEnd = Duration.seconds(5)
  /// How many bytes of answers may wait for more to go with them.
  private static let largestDelayedOutput = 64 << 10

  init(
    loop: EventLoop, engine: MemoEngine, virtualClock: VirtualClock?, log: Log, output: Int32, maximumMessageBytes: Int
  ) {
    self.loop = loop
    self.engine = engine
    self.virtualClock = virtualClock
    self.log = log
    self.routes = RouteTable.routes(virtualClock: virtualClock != nil)
    self.decoder = FrameDecoder(maximumMessageBytes: maximumMessageBytes)
    self.output = OutputQueue(descriptor: output)
  }

  /// What the loop should wait for.
  struct Needs {
    var input = false
    var output = false
    /// There is more to carry out, once the loop's jobs have run.
    var isBusy = false
    /// The process is to end now, with this status.
    var exitStatus: Int32?
  }

  /// Carries out what can be carried out and writes what there is room for.
  func work() -> Needs {
    turns.begin()
    while !isHeldUp, !turns.isSliceOver, carryOutNext() {
      endTurn(doing)
      // A client that has sent much at once gets its first answers before its last request is carried out.
      if output.count > Self.largestDelayedOutput { writeOutput() }
    }
    writeOutput()
    if let ending, let isSaved, output.count == 0 || !ending.waitsForReader {
      return Needs(exitStatus: isSaved ? ending.status : max(ending.status, 1))
    }
    if turns.isSliceOver, !isHeldUp { return Needs(output: output.count > 0, isBusy: true) }
    return Needs(input: !isHeldUp && !inputEnded, output: output.count > 0)
  }

  /// Ends one of the loop's turns; one that took too long is told.
  ///
  /// - Parameter what: what was done, by the name of a method or a job, never a client's words.
  func endTurn(_ what: String) {
    guard let time = turns.endTurn() else { return }
    log.write(.info, "\(what) kept everything else waiting for \(time.milliseconds) ms")
  }

  private func writeOutput() {
    defer { endTurn("writing output") }
    guard output.write() == .closed else { return }
    end(Ending(status: 1))
    output.discard()
  }

  private var isHeldUp: Bool {
    isHeld || ending != nil || output.count + expectedBytes > Self.largestBacklog
  }

  /// Ends the session: saves everything, then lets the loop end the process.
  ///
  /// The first reason counts, unless it would wait for a slow reader and a later one would not.
  func end(_ ending: Ending) {
    if let current = self.ending {
      if current.waitsForReader, !ending.waitsForReader { self.ending = ending }
      return
    }
    self.ending = ending
    storeWatch = nil
    let patience = ending.finishesRequests ? Self.patienceAtEnd : .zero
    engine.assumeIsolated { engine in
      engine.endWeather()
      engine.endRecovery(patience: patience)
    }
    refuseRestOfBatch()
    // Nobody waits for the answers: searches need not go on. What does not look whether it was cancelled goes on to its
    // end, and an import says what it has stored.
    if !ending.finishesRequests { for task in tasks.values { task.cancel() } }
    Task {
      await self.finishRequests()
      self.isSaved = await self.saveEverything()
    }
  }

  private func finishRequests() async {
    while let task = tasks.values.first { await task.value }
  }

  /// Returns once all that came before the last request is done.
  func requestsFinished() async {
    await turnsTaken()
    for (token, task) in tasks where token < pending.lastToken { await task.value }
  }

  private func saveEverything() async -> Bool {
    do throws(EngineError) {
      _ = try await engine.flush(nil)
      return true
    } catch {
      log.write(
        .error,
        "the last save failed; the changes stay in the journal for the next start: \(WireError.response(error).message)"
      )
      return false
    }
  }

  /// Begins to take in what other processes do to the store.
  func watchStore() {
    engine.assumeIsolated { $0.expectExternalChanges() }
    storeWatch = StoreWatch(engine)
  }

  /// Ends the session when a process ends.
  func watchParent(_ process: Int?) {
    watch = process.flatMap { ParentWatch(process: $0) { [weak self] in await self?.end(Ending(status: 0)) } }
  }
}
