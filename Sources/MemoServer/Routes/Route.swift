import JSONRPC
import MemoProtocol

/// How one method is carried out.
struct Route: Sendable {
  let method: String
  let kind: MessageDescription.Kind
  /// Carries out a call on the session's thread, or starts to. Throws the error to answer with.
  let start: @Sendable (isolated Session, Call) throws -> Void
}

/// An answer, or the work that leads to it.
enum Answer<Result: JSONWritable & Sendable> {
  /// Ready.
  case now(Result)
  /// Worked out away from the session's thread; later messages are not held up and may be answered first. The answer will
  /// have about this many bytes, which count as waiting for the client from now on.
  case later(expectedBytes: Int, @Sendable () async throws(ResponseError) -> Result)
}

/// The table's verbs: each says when a message takes effect, and whether others wait for it.
extension Route {
  /// Changes something: takes effect at once, in the order of arrival, and is answered at once.
  static func mutates<Type: RequestType>(
    _ type: Type.Type, _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Type.Result
  ) -> Route {
    mutates(type, body, answer: { $1 })
  }

  /// The same, where putting the answer into words is worth sparing those who want none: keystrokes are often notifications.
  static func mutates<Type: RequestType, Outcome>(
    _ type: Type.Type, _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Outcome,
    answer: @escaping @Sendable (isolated Session, Outcome) -> Type.Result
  ) -> Route {
    Route(method: "\(Type.method)", kind: .request) { session, call in
      let outcome = try body(session, try call.read())
      let message = call.id.map { OutgoingMessage.response($0, result: answer(session, outcome)) }
      session.answer(message, to: call.destination)
    }
  }

  /// Reads: sees what arrived before it. If that takes long, it takes a snapshot and is answered later.
  static func reads<Type: RequestType>(
    _ type: Type.Type,
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    Route(method: "\(Type.method)", kind: .request) { session, call in
      switch try body(session, try call.read()) {
      case .now(let result):
        session.answer(call.id.map { OutgoingMessage.response($0, result: result) }, to: call.destination)
      case .later(let expectedBytes, let work): session.begin(call, expectedBytes: expectedBytes, work)
      }
    }
  }

  /// Waits for storage: starts at once, and is answered when it is done; later messages go on. Runs as a long read does; the
  /// table tells them apart because this one acts.
  static func waits<Type: RequestType>(
    _ type: Type.Type,
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    reads(type, body)
  }

  /// Holds up all later messages until it is done.
  static func holds<Type: RequestType>(
    _ type: Type.Type,
    _ body: @escaping @Sendable (Session, Type.Params) async throws(ResponseError) -> Type.Result
  ) -> Route {
    Route(method: "\(Type.method)", kind: .request) { session, call in
      let params: Type.Params = try call.read()
      session.begin(call, expectedBytes: 0, isHolding: true) { [session] () throws(ResponseError) in
        try await body(session, params)
      }
    }
  }

  /// Takes note of something. Never answered.
  static func listens<Type: ClientNotificationType>(
    _ type: Type.Type, _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Void
  ) -> Route {
    Route(method: "\(Type.method)", kind: .notification) { session, call in
      try body(session, try call.read())
      session.answer(nil, to: call.destination)
    }
  }
}

extension Session {
  /// Works on a call away from this thread and answers it when that is done, unless it is cancelled first.
  ///
  /// - Parameter isHolding: whether later messages wait until it is answered.
  func begin<Result: JSONWritable & Sendable>(
    _ call: Call, expectedBytes: Int, isHolding: Bool = false,
    _ work: @escaping @Sendable () async throws(ResponseError) -> Result
  ) {
    if isHolding { holds += 1 }
    let token = pending.insert(call)
    // A request under way takes about this much itself, however short its answer.
    let expectedBytes = max(expectedBytes, 2048)
    self.expectedBytes += expectedBytes
    let id = call.id ?? .null
    tasks[token] = Task.detached { [self] in
      do throws(ResponseError) {
        let result = try await work()
        await finish(token, expectedBytes, isHolding, .success(OutgoingMessage.response(id, result: result)))
      } catch {
        await finish(token, expectedBytes, isHolding, .failure(error))
      }
    }
  }

  private func finish(
    _ token: Int, _ expectedBytes: Int, _ isHolding: Bool, _ outcome: Result<[UInt8], ResponseError>
  ) {
    // In one go with the answer, so that no later message is answered before it.
    if isHolding { holds -= 1 }
    tasks[token] = nil
    self.expectedBytes -= expectedBytes
    guard let call = pending.remove(token) else { return }
    switch outcome {
    case .success(let message): answer(call.id == nil ? nil : message, to: call.destination)
    case .failure(let error): fail(call, error)
    }
  }
}
