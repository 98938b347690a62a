import JSONRPC
import MemoEngine
import MemoProtocol

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One client's conversation, from the bytes that come in to the bytes that go out.
///
/// Belongs to the event loop's thread, like the engine: a request that needs no waiting is read, carried out and answered in
/// one go.
actor Session {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let engine: MemoEngine
  let virtualClock: VirtualClock?
  let log: Log
  private let routes: [String: Route]

  var lifecycle = Lifecycle()
  var positionEncoding = PositionEncoding.utf16
  var wantsNotifications = false
  var pending = PendingRequests()
  /// The work on those requests.
  var tasks: [Int: Task<Void, Never>] = [:]
  var flushes = Flushes()
  /// How many requests are under way that later messages wait for.
  var holds = 0

  private var decoder: FrameDecoder
  private var output: OutputQueue
  /// Room for several pipes' worth of requests at a time.
  private var readBuffer = [UInt8](repeating: 0, count: 256 << 10)
  /// The elements of a batch that are still to be carried out, the next one last.
  private var batch: [(view: JSONView, destination: Destination)] = []
  private var inputEnded = false
  /// Whether the last line, which had no end, held nothing readable.
  private var endsBroken = false
  private var ending: Ending?
  private var exitStatus: Int32?
  private var watch: ParentWatch?
  private var failedNotifications = 0
  private var nextLoggedFailure = 1

  /// How many bytes of answers may wait before no further input is read.
  static let largestBacklog = 64 << 20

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

  // MARK: Input

  /// Takes in what the client has sent, or that no more will come.
  func read(_ descriptor: Int32) {
    let count = systemRead(descriptor, &readBuffer, readBuffer.count)
    if count > 0 {
      readBuffer.withUnsafeBytes { decoder.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      inputEnded = true
    }
  }

  /// What the loop should wait for.
  struct Needs {
    var input = false
    var output = false
    /// The process is to end now, with this status.
    var exitStatus: Int32?
  }

  /// Carries out what can be carried out and writes what there is room for.
  func work() -> Needs {
    while !isHeldUp, carryOutNext() {}
    if output.write() == .closed {
      end(Ending(status: 1))
      output.discard()
    }
    if let exitStatus, output.count == 0 || ending?.waitsForReader != true { return Needs(exitStatus: exitStatus) }
    return Needs(input: !isHeldUp && !inputEnded, output: output.count > 0)
  }

  private var isHeldUp: Bool { holds > 0 || ending != nil || output.count > Self.largestBacklog }

  /// Carries out one message; false if there is none yet.
  private func carryOutNext() -> Bool {
    if let (view, destination) = batch.popLast() {
      carryOut(Message(view), destination)
      return true
    }
    do throws(FramingError) {
      if let frame = try decoder.next() {
        _ = take(frame)
        return true
      }
    } catch {
      send(OutgoingMessage.response(.null, error: ResponseError(.parseError, error.message)))
      end(Ending(status: 1, finishesRequests: true, waitsForReader: true))
      return false
    }
    return inputEnded && carryOutLast()
  }

  /// Carries out what came last without an end of its own, then ends the session; false if nothing was left to do.
  private func carryOutLast() -> Bool {
    if let frame = decoder.last() {
      endsBroken = !take(frame)
      return true
    }
    let status: Int32 = endsBroken || decoder.isInsideMessage ? 1 : 0
    end(Ending(status: status, finishesRequests: true, waitsForReader: true))
    return false
  }

  /// Takes a frame apart; false if it holds nothing readable.
  private func take(_ frame: Frame) -> Bool {
    switch frame {
    case .tooLong(let bytes):
      let limit = decoder.maximumMessageBytes
      let error = WireError.limitExceeded(
        "a message must not be longer than \(limit) bytes", limit: limit, value: bytes)
      send(OutgoingMessage.response(.null, error: error))
      return false
    case .message(let bytes):
      do throws(ResponseError) {
        switch try Envelope(bytes) {
        case .single(let message): carryOut(message, .client)
        case .batch(let views):
          let answer = BatchAnswer(count: views.count)
          batch = views.enumerated().reversed().map { ($1, .batch(answer, index: $0)) }
        }
        return true
      } catch {
        send(OutgoingMessage.response(.null, error: error))
        return error.code != .parseError
      }
    }
  }

  private func carryOut(_ message: Message, _ destination: Destination) {
    switch message {
    case .response: answer(nil, to: destination)
    case .invalid(let id, let error): answer(OutgoingMessage.response(id, error: error), to: destination)
    case .notification(let method, let params):
      carryOut(Call(id: nil, method: method, params: params, destination: destination))
    case .call(let id, let method, let params):
      carryOut(Call(id: id, method: method, params: params, destination: destination))
    }
  }

  private func carryOut(_ call: Call) {
    defer { lifecycle.begin() }
    do {
      try check(call)
      guard let route = routes[call.method], route.kind == .request || call.id == nil else {
        throw ResponseError(.methodNotFound, "there is no request \(call.printableMethod); see the list of methods")
      }
      try route.start(self, call)
    } catch let error as ResponseError {
      fail(call, error)
    } catch {
      fail(call, ResponseError(.internalError, "the request failed unexpectedly; see the log"))
      log.write(.error, "\(call.printableMethod) failed: \(type(of: error))")
    }
  }

  private func check(_ call: Call) throws(ResponseError) {
    if lifecycle.isShutDown, call.method != exitMethod {
      throw ResponseError(.invalidRequest, "the session is shut down; only exit may follow")
    }
    if call.method == initializeMethod, !lifecycle.isFresh {
      throw ResponseError(.invalidRequest, "initialize must be the first message of a session, and only that")
    }
    if routes[call.method] != nil, call.params?.kind == .array {
      throw ResponseError(
        .invalidParams, "by-position parameters are not supported; send params as an object",
        data: WireError.path("params"))
    }
  }

  // MARK: Output

  /// Answers a call, or notes that it wants no answer.
  func answer(_ message: [UInt8]?, to destination: Destination) {
    switch destination {
    case .client: if let message { send(message) }
    case .batch(let batch, let index): if let message = batch.set(message, at: index) { send(message) }
    }
  }

  /// Answers a call with an error; of a notification only the log hears, or the client by a notification of its own.
  func fail(_ call: Call, _ error: ResponseError) {
    if let id = call.id {
      answer(OutgoingMessage.response(id, error: error), to: call.destination)
      return
    }
    answer(nil, to: call.destination)
    logFailedNotification(call, error)
    if call.method == updateMethod, !lifecycle.isShutDown { reject(call, error) }
  }

  /// Logs the first such failure, the tenth, the hundredth and so on: a client that has lost count sends thousands.
  private func logFailedNotification(_ call: Call, _ error: ResponseError) {
    failedNotifications += 1
    guard failedNotifications == nextLoggedFailure else { return }
    nextLoggedFailure *= 10
    let count = failedNotifications == 1 ? "" : " (\(failedNotifications) notifications failed so far)"
    log.write(.warning, "the notification \(call.printableMethod) failed with code \(error.code.rawValue)\(count)")
  }

  private func reject(_ call: Call, _ error: ResponseError) {
    guard let id = call.params?["id"]?.string else { return }
    notify(
      DidRejectUpdate.self,
      DidRejectUpdate.Params(id: id, baseVersion: call.params?["baseVersion"]?.integer, error: error))
  }

  /// Tells the client something, if it asked to be told.
  func notify<Type: ServerNotificationType>(_ type: Type.Type, _ params: Type.Params) {
    if wantsNotifications { send(OutgoingMessage.notification(Type.method, params: params)) }
  }

  private func send(_ message: [UInt8]) {
    // Where nothing has come yet that shows the client's framing, headers are what most clients expect.
    output.append(decoder.framing ?? .contentLength, message)
  }

  // MARK: End

  /// Ends the session: saves everything, then lets the loop end the process. The first reason counts.
  func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    Task {
      if ending.finishesRequests { await self.finishRequests() }
      self.exitStatus = await self.saveEverything() ? ending.status : max(ending.status, 1)
    }
  }

  private func finishRequests() async {
    for task in tasks.values { await task.value }
  }

  private func saveEverything() async -> Bool {
    do throws(EngineError) {
      _ = try await engine.flush(nil)
      return true
    } catch {
      log.write(.error, "unsaved memos are lost with this process: \(WireError.response(error).message)")
      return false
    }
  }

  /// Ends the session when a process ends.
  func watchParent(_ process: Int?) {
    watch = process.flatMap { ParentWatch(process: $0) { await self.end(Ending(status: 0)) } }
  }
}

private let initializeMethod = "\(Initialize.method)"
private let exitMethod = "\(Exit.method)"
private let updateMethod = "\(UpdateMemo.method)"

/// `read(2)`, which the session's own method hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
