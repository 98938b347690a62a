/// One client's conversation, from the bytes that come in to the bytes that go out: frames, batches, the order of calls
/// and who waits for whom, requests under way in both directions, cancelling, back-pressure, the end. It knows no
/// method; a ``Face`` does.
///
/// Belongs to the event loop's thread: a request that needs no waiting is read, carried out and answered in one go.
public actor Connection {
  /// The loop that the connection and its face run on.
  public nonisolated let loop: EventLoop
  /// The loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The protocol's side, from the beginning of the conversation to its end.
  private(set) var face: (any Face)?
  private(set) var routes: [String: BoundRoute] = [:]
  var pending = PendingRequests()
  /// The calls that wait until others are done with a subject.
  var lines = SubjectLines<Turn>()
  /// The calls that wait until one about the whole is done.
  var gate = Gate<Turn>()
  /// The work on requests, and on what they wait for.
  var tasks: [Int: Task<Void, Never>] = [:]
  /// What those tasks hold, by their tokens.
  var holds: [Int: Hold] = [:]
  /// The tasks that change nothing before they commit.
  var committing: Set<Int> = []
  /// The tasks that change nothing at all: only their answers matter.
  var reads: Set<Int> = []
  /// The length of their answers in bytes, roughly.
  var expectedBytes = 0
  /// Whether a request is under way that all later messages wait for.
  var isHeld = false
  /// Whether the client is asked nothing more.
  var asksNoMore = false
  /// The requests that the client has yet to answer.
  var clientRequests = ClientRequests()

  nonisolated let conventions: Conventions
  /// The id of answers to requests whose own id could not be read, where the protocol has no `null` id; nil leaves the
  /// id out. A face may learn it from its client.
  public var idOfNone: RequestID?
  var decoder: FrameDecoder
  private nonisolated let outputDescriptor: Int32
  var output: OutputQueue
  /// Room for several pipes' worth of requests at a time. Its unused part takes no memory.
  let readBuffer = ReadBuffer(count: 256 << 10)
  /// The batch that is being carried out.
  var batch: Batch?
  /// The answers to batches so far, by the batch's number.
  var batchAnswers: [Int: BatchAnswer] = [:]
  var lastBatch = 0
  /// Measures how long the loop is kept, and by what: the name of a method or a job, never a client's words.
  var turns = TurnWatch()
  var doing = ""
  var inputEnded = false
  /// Whether the last line had no end and held nothing readable.
  var endsBroken = false
  private(set) var ending: Ending?
  /// Whether all requests are done, and the face is ending its own work.
  private var faceEnds = false
  /// Whether the face ended well; nil until the conversation has ended.
  private var hasEndedWell: Bool?

  /// The length of waiting answers, in bytes, from which on no input is read.
  static let largestBacklog = 64 << 20
  /// The length of waiting answers, in bytes, from which on they are written before more input is carried out.
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

  /// Runs the conversation until the client goes or the process is asked to end. Must be called on the loop's thread.
  ///
  /// - Parameters:
  ///   - face: the protocol's side; it must run on this loop.
  ///   - routes: the messages, and how each is carried out.
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
    // Stops the process if the face runs elsewhere; later calls need not check.
    face.assumeIsolated { _ in }
    self.face = face
    for route in routes { self.routes[route.method] = route.bound(to: face) }
  }

  /// Releases the face, which usually holds a reference to the connection.
  private func forget() {
    face = nil
    routes = [:]
  }

  /// What the loop is to wait for.
  private struct Needs {
    var input = false
    var output = false
    /// Whether to notice that nobody reads the answers any more: nothing else tells, since no input is read.
    var reader = false
    /// Whether there is more to carry out, once the loop's jobs have run.
    var isBusy = false
    /// The status to end the process with now.
    var exitStatus: Int32?
  }

  /// Carries out what can be carried out and writes what there is room for.
  private func work() -> Needs {
    turns.begin()
    while !isHeldUp, !turns.isSliceOver, carryOutNext() {
      endTurn(doing)
      // A client that sends much at once gets its first answers before its last request is carried out.
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

  /// Ends one of the loop's turns; reports one that took too long.
  func endTurn(_ what: String) {
    if let time = turns.endTurn(what) { face?.assumeIsolated { $0.notice(.slowTurn(what, time)) } }
  }

  private func beginJobs() {
    turns.begin()
    doing = "a job"
  }

  /// Ends a job's turn; true if more jobs may run before input is read and messages are carried out.
  private func endJob() -> Bool {
    endTurn(doing)
    doing = "a job"
    return !turns.isSliceOver
  }

  /// Names the current work for the watch: one of our own words, never a client's. Must be called on the loop's thread.
  public nonisolated func name(_ work: String) { assumeIsolated { $0.doing = work } }

  /// The number of the loop's turns that took too long.
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
    // Nobody waits for the answers, so long work may stop. Work that does not check for cancellation goes on to its
    // end, and work that changes something says what it has done.
    if !ending.finishesRequests { for task in tasks.values { task.cancel() } }
    Task {
      while let task = self.workBeforeEnd { await task.value }
      guard !self.faceEnds else { return }
      self.faceEnds = true
      self.hasEndedWell = await self.face?.end() ?? true
    }
  }

  /// Work that must be done before the conversation ends; nil if there is none.
  private var workBeforeEnd: Task<Void, Never>? {
    let finishesRequests = ending?.finishesRequests ?? true
    return tasks.first { finishesRequests || !reads.contains($0.key) }?.value
  }
}
