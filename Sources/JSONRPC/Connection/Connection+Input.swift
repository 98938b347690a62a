import Platform
import Synchronization

/// From bytes to calls.
extension Connection {
  /// Takes in what the client has sent, or that no more will come.
  func read(_ descriptor: Int32) {
    turns.begin()
    defer { endTurn("reading input") }
    let count = systemRead(descriptor, readBuffer.start, readBuffer.count)
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
          // Handed over, because bytes that somebody else has, too, are copied.
          let handed = Mutex(bytes)
          takeLater(to: .client) { () throws(ResponseError) in
            let bytes = handed.withLock { bytes in
              defer { bytes = [] }
              return bytes
            }
            return try Envelope(consume bytes)
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

  /// Carries out what came last without an end of its own, then ends the session; false if nothing was left to do.
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
      return false
    case .message(let bytes):
      do throws(ResponseError) {
        carryOut(try Envelope(bytes))
        return true
      } catch {
        return refuse(error)
      }
    }
  }

  private func refuse(_ message: String, _ limit: Int, _ value: Int, _ id: RequestID, _ destination: Destination) {
    let error = response(to: LimitExceeded(message: message, limit: limit, value: value))
    answer(refusal(id, error), to: destination)
  }

  /// A message of more bytes is taken apart away from the connection's thread, and its parameters read.
  private static let longMessage = 1 << 20

  /// What was found in a frame, or in an element of a batch, with the parameters of a call as its route reads them.
  private typealias Taken = (envelope: Envelope, params: ReadParams?)

  /// Takes a message apart while the loop does something else; those behind it wait.
  private func takeLater(
    to destination: Destination, _ read: @escaping @Sendable () throws(ResponseError) -> Envelope
  ) {
    isHeld = true
    let token = pending.takeToken()
    tasks[token] = Task.detached { [self, routes] in
      let taken: Result<Taken, ResponseError>
      do throws(ResponseError) {
        let envelope = try read()
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

  /// Tells what is wrong with a frame; false if it holds nothing readable.
  private func refuse(_ error: ResponseError) -> Bool {
    send(refusal(.null, error))
    return error.code != .parseError
  }

  /// Carries out what stood in a frame.
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

  /// Carries out a batch's next message. A batch goes out as a whole, so its answers wait here; nothing else can bound
  /// them. Only what would add a long one is refused: a notification adds none, and would be lost without a word.
  private func carryOutElement(
    _ message: Message, _ destination: Destination, _ params: ReadParams? = nil
  ) {
    let limit = Self.largestBacklog
    let bytes = batchAnswers[lastBatch]?.bytes ?? 0
    guard case .call(let id, _, _) = message, bytes > limit else { return carryOut(message, destination, params) }
    let text = "a batch's answers must not have more than \(limit) bytes; send smaller batches"
    refuse(text, limit, bytes, id, destination)
  }

  /// Answers what is left of a batch when the session ends in the midst of it.
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

  /// Does what a call asks for, or tells why not.
  func carryOut(_ call: Call, _ work: (Call) throws -> Step) {
    do {
      switch try work(call) {
      case .done(let message): answer(message, to: call.destination)
      case .waits(let concern, let work): perform(call, about: concern, work)
      case .begins(let work): begin(call, work)
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
  /// The parameters of the call that it is, as its route reads them; nil if it is none that takes any.
  fileprivate func readParams(by routes: [String: BoundRoute]) -> ReadParams? {
    switch self {
    case .single(.call(_, let method, let params?)), .single(.notification(let method, let params?)):
      routes[method]?.read?(params)
    case .single, .batch: nil
    }
  }
}

/// `read(2)`, which the connection's own method hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
