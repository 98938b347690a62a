/// One client's conversation, from the bytes that come in to the bytes that go out: frames, batches, the order of calls
/// and who waits for whom, requests under way in both directions, cancelling, back-pressure, the end. It knows no
/// method; a ``Face`` does.
///
/// Belongs to the event loop's thread: a request that needs no waiting is read, carried out and answered in one go.
public actor Connection {
  /// The loop that it, and its face, run on.
  public nonisolated let loop: EventLoop
  /// The loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Who speaks, from the beginning of the conversation to its end.
  private(set) var face: (any Face)?
  private(set) var routes: [String: BoundRoute] = [:]
  var pending = PendingRequests()
  /// Those that wait until others are done with a subject.
  var lines = SubjectLines<Turn>()
  /// Those that wait until a call about the whole is done.
  var gate = Gate<Turn>()
  /// The work on requests, and on what they wait for.
  var tasks: [Int: Task<Void, Never>] = [:]
  /// What those hold, by their tokens.
  var holds: [Int: Hold] = [:]
  /// Those that do nothing before they commit.
  var committing: Set<Int> = []
  /// Those that nothing but an answer comes of.
  var reads: Set<Int> = []
  /// About how many bytes their answers will have.
  var expectedBytes = 0
  /// Whether a request is under way that all later messages wait for.
  var isHeld = false
  /// What the client was asked.
  var clientRequests = ClientRequests()

  nonisolated let conventions: Conventions
  /// What stands for an id where none could be read and `null` is none; nil for nothing. A face may learn it from its
  /// client.
  public var idOfNone: RequestID?
  var decoder: FrameDecoder
  private nonisolated let outputDescriptor: Int32
  var output: OutputQueue
  /// Room for several pipes' worth of requests at a time. What is not used of it takes no memory.
  let readBuffer = ReadBuffer(count: 256 << 10)
  /// The batch that is being carried out.
  var batch: Batch?
  /// What has gathered of the answers to batches, the last of which has this number.
  var batchAnswers: [Int: BatchAnswer] = [:]
  var lastBatch = 0
  /// How long the loop is kept, and by what: the name of a method or a job, never a client's words.
  var turns = TurnWatch()
  var doing = ""
  var inputEnded = false
  /// Whether the last line, which had no end, held nothing readable.
  var endsBroken = false
  private(set) var ending: Ending?
  /// Whether all that is waited for is done, and the face ends what it does.
  private var faceEnds = false
  /// Once the conversation has ended: whether the face ended well.
  private var hasEndedWell: Bool?

  /// How many bytes of answers may wait before no further input is read.
  static let largestBacklog = 64 << 20
  /// How many bytes of answers may wait for more to go with them.
  private static let largestDelayedOutput = 64 << 10

  /// Creates a connection on the calling thread, which must be the loop's.
  ///
  /// - Parameters:
  ///   - output: the descriptor that answers are written to.
  ///   - maximumMessageBytes: the longest message that is read.
  ///   - conventions: what the protocol does in a way of its own.
  public init(loop: EventLoop, output: Int32, maximumMessageBytes: Int, conventions: Conventions = .standard) {
    self.loop = loop
    self.conventions = conventions
    self.decoder = FrameDecoder(maximumMessageBytes: maximumMessageBytes, framing: conventions.framing)
    outputDescriptor = output
    self.output = OutputQueue(descriptor: output)
  }

  /// Converses until the client goes or the process is asked to end. To be called on the loop's thread.
  ///
  /// - Parameters:
  ///   - face: who speaks; it must run on this loop.
  ///   - routes: what may come, and how it is carried out.
  ///   - input: the descriptor that requests are read from.
  /// - Returns: the exit status.
  public nonisolated func run<F: Face>(_ face: F, _ routes: [Route<F>], input: Int32) -> Int32 {
    assumeIsolated { $0.begin(face, routes) }
    defer { assumeIsolated { $0.forget() } }
    while true {
      assumeIsolated { $0.beginJobs() }
      loop.runJobs { assumeIsolated { $0.endJob() } }
      let needs = assumeIsolated { $0.work() }
      if let status = needs.exitStatus { return status }
      let ready = loop.wait(
        input: needs.input ? input : nil, output: needs.output ? outputDescriptor : nil,
        reader: needs.reader ? outputDescriptor : nil, isBusy: needs.isBusy)
      if ready.canRead { assumeIsolated { $0.read(input) } }
      if needs.reader, ready.hasNoReader { assumeIsolated { $0.end(Ending(status: 1)) } }
    }
  }

  private func begin<F: Face>(_ face: F, _ routes: [Route<F>]) {
    // Stops the process if it runs elsewhere; from now on nobody needs to ask.
    face.assumeIsolated { _ in }
    self.face = face
    for route in routes { self.routes[route.method] = route.bound(to: face) }
  }

  /// Lets go of the face, which as a rule holds on to the connection.
  private func forget() {
    face = nil
    routes = [:]
  }

  /// What the loop should wait for.
  private struct Needs {
    var input = false
    var output = false
    /// Whether anybody still reads the answers that are being worked on: nothing else tells, now that no input comes.
    var reader = false
    /// There is more to carry out, once the loop's jobs have run.
    var isBusy = false
    /// The process is to end now, with this status.
    var exitStatus: Int32?
  }

  /// Carries out what can be carried out and writes what there is room for.
  private func work() -> Needs {
    turns.begin()
    while !isHeldUp, !turns.isSliceOver, carryOutNext() {
      endTurn(doing)
      // A client that has sent much at once gets its first answers before its last request is carried out.
      if output.count > Self.largestDelayedOutput { writeOutput() }
    }
    writeOutput()
    if let ending, let hasEndedWell, output.count == 0 || !ending.waitsForReader {
      return Needs(exitStatus: hasEndedWell ? ending.status : max(ending.status, 1))
    }
    if turns.isSliceOver, !isHeldUp { return Needs(output: output.count > 0, isBusy: true) }
    let isAnswering = ending?.finishesRequests == true && !tasks.isEmpty
    return Needs(input: !isHeldUp && !inputEnded, output: output.count > 0, reader: isAnswering)
  }

  private var isHeldUp: Bool {
    isHeld || ending != nil || output.count + expectedBytes > Self.largestBacklog
  }

  private func writeOutput() {
    defer { endTurn("writing output") }
    guard output.write() == .closed else { return }
    end(Ending(status: 1))
    output.discard()
  }

  /// Ends one of the loop's turns; one that took too long is told.
  func endTurn(_ what: String) {
    if let time = turns.endTurn(what) { face?.assumeIsolated { $0.notice(.slowTurn(what, time)) } }
  }

  private func beginJobs() {
    turns.begin()
    doing = "a job"
  }

  /// Ends a job's turn; whether more of them may run before input is read and messages are carried out.
  private func endJob() -> Bool {
    endTurn(doing)
    doing = "a job"
    return !turns.isSliceOver
  }

  /// Names what the loop is doing, for its watch: one of our own words, never a client's. To be called on the loop's
  /// thread.
  public nonisolated func name(_ work: String) { assumeIsolated { $0.doing = work } }

  /// How many of the loop's turns took too long.
  public var slowTurns: Int { turns.slowTurns }
  /// The turn that took most of the processor's time; nil if none took 1 ms.
  public var heaviestTurn: HeavyTurn? { turns.heaviest }

  // MARK: The end

  /// Ends the conversation: has the face end what it does, then ``run(_:_:input:)`` returns.
  ///
  /// The first reason counts, unless it would wait for a slow reader and a later one would not.
  public func end(_ ending: Ending) {
    let current = self.ending
    if let current, !current.waitsForReader || ending.waitsForReader { return }
    self.ending = ending
    if current == nil {
      face?.assumeIsolated { $0.willEnd(ending) }
      clientRequests.finishAll(Self.hasEnded)
      refuseRestOfBatch()
    }
    // Nobody waits for the answers: long work need not go on. What does not look whether it was cancelled goes on to
    // its end, and work that changes something says what it has done.
    if !ending.finishesRequests { for task in tasks.values { task.cancel() } }
    Task {
      while let task = self.workBeforeEnd { await task.value }
      guard !self.faceEnds else { return }
      self.faceEnds = true
      self.hasEndedWell = await self.face?.end() ?? true
    }
  }

  /// Work that is done before the conversation ends; nil if there is none.
  private var workBeforeEnd: Task<Void, Never>? {
    let finishesRequests = ending?.finishesRequests ?? true
    return tasks.first { finishesRequests || !reads.contains($0.key) }?.value
  }
}
