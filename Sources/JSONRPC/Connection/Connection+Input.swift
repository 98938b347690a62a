import Platform
import Synchronization

/// From bytes to calls.
extension Connection {
  /// Takes in what the client has sent, or the end of its input.
  func read(_ descriptor: Int32) {
    turns.begin()
    defer { endTurn("reading input") }
    let count = Platform.read(descriptor, readBuffer.start, readBuffer.count)
    if count > 0 {
      decoder.append(UnsafeRawBufferPointer(start: readBuffer.start, count: count))
    } else if count == 0 {
      inputEnded = true
    } else if errno != EINTR, errno != EAGAIN {
      let reason = String(cString: strerror(errno))
      face?.assumeIsolated { $0.notice(.inputFailed(reason)) }
      end(.orderly(status: 1))
    }
  }

  /// Carries out one message; false if there is none yet.
  func carryOutNext() -> Bool {
    doing = "a message"
    if let (view, destination) = nextOfBatch() {
      if view.byteCount > Self.longMessage {
        takeLater(to: destination) { () throws(ResponseError) in .single(Message(view)) }
      } else {
        carryOutElement(Message(view), destination)
      }
      return true
    }
    do throws(FramingError) {
      if let frame = try decoder.next() {
        if case .message(let bytes) = frame, bytes.count > Self.longMessage {
          // Moved into the task: an array with two owners would be copied.
          let handed = Mutex(bytes)
          takeLater(to: .client) { [self] () throws(ResponseError) in
            var bytes = handed.withLock { bytes in
              defer { bytes = [] }
              return bytes
            }
            do throws(ResponseError) {
              return try Envelope(taking: &bytes)
            } catch {
              await tellUnreadable(bytes)
              throw error
            }
          }
        } else {
          _ = take(frame)
        }
        return true
      }
    } catch {
      send(refusal(.null, ResponseError(.parseError, error.message)))
      end(.orderly(status: 1))
      return false
    }
    return inputEnded && carryOutLast()
  }

  /// Carries out a last line without an end, then ends the session; false if there was nothing left to do.
  private func carryOutLast() -> Bool {
    if let frame = decoder.last() {
      endsBroken = !take(frame)
      return true
    }
    end(.orderly(status: endsBroken || decoder.isInsideMessage ? 1 : 0))
    return false
  }

  /// Takes a frame apart; false if it holds nothing readable.
  private func take(_ frame: consuming Frame) -> Bool {
    switch consume frame {
    case .tooLong(let bytes):
      let limit = decoder.maximumMessageBytes
      refuse("a message must not be longer than \(limit) bytes", limit, bytes, .null, .client)
      tellUnreadable([])
      return false
    case .message(var bytes):
      do throws(ResponseError) {
        carryOut(try Envelope(taking: &bytes))
        return true
      } catch {
        tellUnreadable(bytes)
        return refuse(error)
      }
    }
  }

  private func tellUnreadable(_ bytes: [UInt8]) { face?.assumeIsolated { $0.notice(.unreadable(bytes)) } }

  private func refuse(_ message: String, _ limit: Int, _ value: Int, _ id: RequestID, _ destination: Destination) {
    let error = response(to: LimitExceeded(message: message, limit: limit, value: value))
    answer(refusal(id, error), to: destination)
  }

  /// The size, in bytes, above which a message is parsed, and its parameters read, on another thread.
  private static let longMessage = 1 << 20

  /// The content of a frame, or of an element of a batch, with the parameters of a call as its route reads them.
  private typealias Taken = (envelope: Envelope, params: ReadParams?)

  /// Parses a message while the loop does something else; messages behind it wait.
  private func takeLater(
    to destination: Destination, _ read: @escaping @Sendable () async throws(ResponseError) -> Envelope
  ) {
    isHeld = true
    let token = pending.takeToken()
    tasks[token] = Task.detached { [self, routes] in
      let taken: Result<Taken, ResponseError>
      do throws(ResponseError) {
        let envelope = try await read()
        taken = .success((envelope, envelope.readParams(by: routes)))
      } catch {
        taken = .failure(error)
      }
      await finishTaking(taken, to: destination, token)
    }
  }

  private func finishTaking(_ taken: Result<Taken, ResponseError>, to destination: Destination, _ token: Int) {
    doing = "a long message"
    tasks[token] = nil
    isHeld = false
    switch taken {
    case .success((.single(let message), let params)):
      if case .batch = destination {
        carryOutElement(message, destination, params)
      } else {
        carryOut(message, destination, params)
      }
    case .success((.batch(let views), _)): carryOut(.batch(views))
    case .failure(let error): _ = refuse(error)
    }
  }

  /// Reports what is wrong with a frame; false if it holds nothing readable.
  private func refuse(_ error: ResponseError) -> Bool {
    send(refusal(.null, error))
    return error.code != .parseError
  }

  /// Carries out the content of a frame.
  private func carryOut(_ envelope: consuming Envelope) {
    switch consume envelope {
    case .single(let message): carryOut(message, .client)
    case .batch where !conventions.takesBatches:
      _ = refuse(ResponseError(.invalidRequest, "batches are not supported; send each message by itself"))
    case .batch(let views):
      lastBatch += 1
      batchAnswers[lastBatch] = BatchAnswer()
      batch = Batch(views, number: lastBatch)
    }
  }

  /// The next message of the batch that is being carried out, and where its answer goes; nil if there is none.
  private func nextOfBatch() -> (JSONView, Destination)? {
    guard let next = batch?.next() else { return nil }
    if let whole = batch, whole.isOver {
      batchAnswers[whole.number]?.end(count: whole.count)
      batch = nil
    }
    return next
  }

  /// Carries out a batch's next message. A batch is answered as a whole, so its answers wait here, without bound but
  /// for this: a request that would add a long one is refused. A notification adds none, and its refusal would lose it
  /// silently.
  private func carryOutElement(
    _ message: Message, _ destination: Destination, _ params: ReadParams? = nil
  ) {
    let limit = Self.largestBacklog
    let bytes = batchAnswers[lastBatch]?.bytes ?? 0
    guard case .call(let id, _, _) = message, bytes > limit else { return carryOut(message, destination, params) }
    let text = "a batch's answers must not have more than \(limit) bytes; send smaller batches"
    refuse(text, limit, bytes, id, destination)
  }

  /// Answers the rest of a batch when the session ends in the middle of it.
  func refuseRestOfBatch() {
    while let (view, destination) = nextOfBatch() {
      switch Message(view) {
      case .call(let id, _, _):
        answer(OutgoingMessage.response(id, error: Self.hasEnded), to: destination)
      case .invalid(let id, let error): answer(OutgoingMessage.response(id, error: error), to: destination)
      case .notification, .response: answer(nil, to: destination)
      }
    }
  }

  /// - Parameter readParams: a call's parameters if they were read already.
  private func carryOut(
    _ message: Message, _ destination: Destination, _ readParams: ReadParams? = nil
  ) {
    switch message {
    case .response(let id, let outcome):
      if case .integer(let id) = id { clientRequests.finish(id, outcome) }
      answer(nil, to: destination)
    case .invalid(let id, let error): answer(refusal(id, error), to: destination)
    case .call(.null, _, _) where !conventions.hasNullID:
      answer(refusal(.null, ResponseError(.invalidRequest, "id must be a string or an integer")), to: destination)
    case .notification(let method, let params):
      carryOut(Call(id: nil, method: method, params: params, readParams: readParams, destination: destination))
    case .call(let id, let method, let params):
      carryOut(Call(id: id, method: method, params: params, readParams: readParams, destination: destination))
    }
  }

  private func carryOut(_ call: Call) {
    let route = routes[call.method]
    doing = route?.method ?? "an unknown method"
    carryOut(call) { call in
      guard let route, route.isRequest || call.id == nil else {
        try face?.assumeIsolated { try $0.admit(call, isKnown: route != nil) }
        throw UnknownMethod(name: call.printableMethod)
      }
      return try route.start(call, lines.isEmpty && gate.isFree)
    }
  }

  /// Carries out a call, or answers why not.
  func carryOut(_ call: Call, _ work: (Call) throws -> Step) {
    do {
      switch try work(call) {
      case .done(let message): answer(message, to: call.destination)
      case .waits(let concern, let work): perform(call, about: concern, work)
      case .begins(let work): begin(call, work)
      case .prepares(let preparation): prepare(call, preparation)
      case .cancels(let id, let isAnswered):
        if let id { cancel(id, isAnswered: isAnswered) }
        answer(nil, to: call.destination)
      }
    } catch {
      fail(call, error)
    }
  }
}

extension Envelope {
  /// The parameters as the call's route reads them; nil if it is no call whose route takes any.
  fileprivate func readParams(by routes: [String: BoundRoute]) -> ReadParams? {
    switch self {
    case .single(.call(_, let method, let params?)), .single(.notification(let method, let params?)):
      routes[method]?.read?(params)
    case .single, .batch: nil
    }
  }
}
