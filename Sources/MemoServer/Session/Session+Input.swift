import JSONRPC
import MemoEngine
import MemoHost
import MemoProtocol
import Platform

/// From bytes to calls.
extension Session {
  /// Takes in what the client has sent, or that no more will come.
  func read(_ descriptor: Int32) {
    turns.begin()
    defer { endTurn("reading input") }
    let count = systemRead(descriptor, &readBuffer, readBuffer.count)
    if count > 0 {
      readBuffer.withUnsafeBytes { decoder.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    } else if count == 0 {
      inputEnded = true
    } else if errno != EINTR, errno != EAGAIN {
      log.write(.error, "input can't be read: \(String(cString: strerror(errno)))")
      end(Ending(status: 1, finishesRequests: true, waitsForReader: true))
    }
  }

  /// Carries out one message; false if there is none yet.
  func carryOutNext() -> Bool {
    doing = "a message"
    if let (view, destination) = batch?.next() {
      let message = Message(view)
      // A batch goes out as a whole, so its answers wait here; nothing else can bound them. Only what would add a long
      // one is refused: a notification adds none, and would be lost without a word.
      if case .call(let id, _, _) = message, case .batch(let gathered, _) = destination,
        gathered.bytes > Self.largestBacklog
      {
        let text = "a batch's answers must not have more than \(Self.largestBacklog) bytes; send smaller batches"
        let error = WireError.limitExceeded(text, limit: Self.largestBacklog, value: gathered.bytes)
        answer(OutgoingMessage.response(id, error: error), to: destination)
      } else {
        carryOut(message, destination)
      }
      return true
    }
    do throws(FramingError) {
      if let frame = try decoder.next() {
        if case .message(let bytes) = frame, bytes.count > Self.longMessage {
          takeLater(bytes)
        } else {
          _ = take(frame)
        }
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
  private func take(_ frame: consuming Frame) -> Bool {
    switch consume frame {
    case .tooLong(let bytes):
      let limit = decoder.maximumMessageBytes
      let error = WireError.limitExceeded(
        "a message must not be longer than \(limit) bytes", limit: limit, value: bytes)
      send(OutgoingMessage.response(.null, error: error))
      return false
    case .message(let bytes):
      return carryOut(Result { () throws(ResponseError) in try Envelope(bytes) })
    }
  }

  /// A message of more bytes is taken apart away from the session's thread.
  private static let longMessage = 1 << 20

  /// Takes a message apart while the loop does something else; those behind it wait.
  private func takeLater(_ bytes: consuming [UInt8]) {
    isHeld = true
    let token = pending.takeToken()
    tasks[token] = Task.detached { [self, bytes] in
      let envelope = Result { () throws(ResponseError) in try Envelope(bytes) }
      await finishTaking(envelope, token)
    }
  }

  private func finishTaking(_ envelope: Result<Envelope, ResponseError>, _ token: Int) {
    tasks[token] = nil
    isHeld = false
    _ = carryOut(envelope)
  }

  /// Carries out what stood in a frame; false if that was nothing readable.
  private func carryOut(_ envelope: Result<Envelope, ResponseError>) -> Bool {
    do throws(ResponseError) {
      switch try envelope.get() {
      case .single(let message): carryOut(message, .client)
      case .batch(let views): batch = Batch(views)
      }
      return true
    } catch {
      send(OutgoingMessage.response(.null, error: error))
      return error.code != .parseError
    }
  }

  /// Answers what is left of a batch when the session ends in the midst of it.
  func refuseRestOfBatch() {
    let error = ResponseError(.invalidRequest, "the session has ended")
    while let (view, destination) = batch?.next() {
      switch Message(view) {
      case .call(let id, _, _): answer(OutgoingMessage.response(id, error: error), to: destination)
      case .invalid(let id, let error): answer(OutgoingMessage.response(id, error: error), to: destination)
      case .notification, .response: answer(nil, to: destination)
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
    let route = routes[call.method]
    doing = route?.method ?? "an unknown method"
    carryOut(call) { session, call in
      try session.check(call, isKnown: route != nil)
      guard let route, route.kind == .request || call.id == nil else {
        throw ResponseError(
          .methodNotFound,
          "there is no request \(call.printableMethod) in memo-ls \(Server.version); see its README for those there are"
        )
      }
      try route.start(session, call)
    }
  }

  /// Does what a call asks for, or tells why not.
  func carryOut(_ call: Call, _ work: Work) {
    do {
      try work(self, call)
    } catch let error as ResponseError {
      fail(call, error)
    } catch {
      fail(call, ResponseError(.internalError, "the request failed unexpectedly; see the log"))
      // Nothing but a route throws such an error, so the method is one of ours.
      log.write(.error, "\(call.method) failed: \(type(of: error))")
    }
  }

  private func check(_ call: Call, isKnown: Bool) throws(ResponseError) {
    if lifecycle.isShutDown, call.method != exitMethod {
      throw ResponseError(.invalidRequest, "the session is shut down; only exit may follow")
    }
    if call.method == initializeMethod, !lifecycle.isFresh {
      throw ResponseError(.invalidRequest, "initialize must be the first message of a session, and only that")
    }
    // An unknown method is told first, whatever its params.
    guard isKnown else { return }
    switch call.params?.kind {
    case .array?:
      throw ResponseError(
        .invalidParams, "by-position parameters are not supported; send params as an object",
        data: WireError.path("params"))
    case .boolean?, .number?, .string?:
      throw ResponseError(.invalidRequest, "params must be an object, null or absent")
    case .object?, .null?, nil: break
    }
  }
}

private let initializeMethod = "\(Initialize.method)"
private let exitMethod = "\(Exit.method)"

/// `read(2)`, which the session's own method hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
