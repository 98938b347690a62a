import JSONRPC
import MemoEngine
import MemoProtocol
import Platform

/// From bytes to calls.
extension Session {
  /// Takes in what the client has sent, or that no more will come.
  func read(_ descriptor: Int32) {
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
    if let (view, destination) = batch.popLast() {
      let message = Message(view)
      // A batch goes out as a whole, so its answers wait here; nothing else can bound them. Only what would add a long one is
      // refused: a notification adds none, and would be lost without a word.
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
  private func take(_ frame: consuming Frame) -> Bool {
    switch consume frame {
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

  /// Answers what is left of a batch when the session ends in the midst of it.
  func refuseRestOfBatch() {
    let error = ResponseError(.invalidRequest, "the session has ended")
    while let (view, destination) = batch.popLast() {
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
