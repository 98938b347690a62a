import JSONRPC
import MemoEngine
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
  /// Worked out away from the session's thread; later messages are not held up and may be answered first. The answer
  /// will have about this many bytes, which count as waiting for the client from now on.
  case later(expectedBytes: Int, @Sendable () async throws(ResponseError) -> Result)
}

/// The table's verbs: each says when a message takes effect, and whether others wait for it. What it concerns says what
/// it waits for itself.
extension Route {
  /// Changes something: takes effect in the order of arrival, and is answered then.
  static func mutates<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping @Sendable (Type.Params) -> Concern = { _ in .nothing },
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Type.Result
  ) -> Route {
    mutates(type, about: concern, body, answer: { $1 })
  }

  /// The same, where putting the answer into words is worth sparing those who want none: keystrokes are often
  /// notifications.
  static func mutates<Type: RequestType, Outcome>(
    _ type: Type.Type, about concern: @escaping @Sendable (Type.Params) -> Concern,
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Outcome,
    answer: @escaping @Sendable (isolated Session, Outcome) -> Type.Result
  ) -> Route {
    Route(method: "\(Type.method)", kind: .request) { session, call in
      let params: Type.Params = try call.read()
      try session.perform(call, about: concern(params)) { session, call in
        let outcome = try body(session, params)
        let message = call.id.map { OutgoingMessage.response($0, result: answer(session, outcome)) }
        session.answer(message, to: call.destination)
      }
    }
  }

  /// Reads: sees what arrived before it. If that takes long, it takes a snapshot and is answered later.
  static func reads<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping @Sendable (Type.Params) -> Concern,
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    answers(type, about: concern, hold: { _ in nil }, body)
  }

  /// Waits for storage: starts in its turn, and is answered when it is done; later messages go on. Runs as a long read
  /// does; the table tells them apart because this one acts.
  static func waits<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping @Sendable (Type.Params) -> Concern,
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    reads(type, about: concern, body)
  }

  /// Changes a memo: if that takes long, what concerns the memo waits until it is done.
  static func holds<Type: RequestType>(
    _ type: Type.Type, memo: @escaping @Sendable (Type.Params) -> String,
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    answers(type, about: { .memo(memo($0)) }, hold: { MemoID(memo($0)).map(Hold.memo) }, body)
  }

  /// Holds up all later messages until it is done.
  static func holdsEverything<Type: RequestType>(
    _ type: Type.Type,
    _ body: @escaping @Sendable (Session, Type.Params) async throws(ResponseError) -> Type.Result
  ) -> Route {
    Route(method: "\(Type.method)", kind: .request) { session, call in
      let params: Type.Params = try call.read()
      session.begin(call, expectedBytes: 0, hold: .everything) { [session] () throws(ResponseError) in
        await session.turnsTaken()
        return try await body(session, params)
      }
    }
  }

  private static func answers<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping @Sendable (Type.Params) -> Concern,
    hold: @escaping @Sendable (Type.Params) -> Hold?,
    _ body: @escaping @Sendable (isolated Session, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    Route(method: "\(Type.method)", kind: .request) { session, call in
      let params: Type.Params = try call.read()
      try session.perform(call, about: concern(params)) { session, call in
        switch try body(session, params) {
        case .now(let result):
          session.answer(call.id.map { OutgoingMessage.response($0, result: result) }, to: call.destination)
        case .later(let expectedBytes, let work):
          session.begin(call, expectedBytes: expectedBytes, hold: hold(params), work)
        }
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

/// What waits for a call that is under way.
enum Hold: Sendable {
  /// What concerns a memo.
  case memo(MemoID)
  /// All that comes after it.
  case everything
}

extension Session {
  /// Works on a call away from this thread and answers it when that is done, unless it is cancelled first.
  ///
  /// - Parameter hold: what waits until it is done.
  func begin<Result: JSONWritable & Sendable>(
    _ call: Call, expectedBytes: Int, hold: Hold? = nil,
    _ work: @escaping @Sendable () async throws(ResponseError) -> Result
  ) {
    switch hold {
    case .memo(let id)?: lines.hold(id)
    case .everything?: isHeld = true
    case nil: break
    }
    let token = pending.insert(call)
    // A request under way takes about this much itself, however short its answer.
    let expectedBytes = max(expectedBytes, 2048)
    self.expectedBytes += expectedBytes
    let id = call.id ?? .null
    tasks[token] = Task.detached { [self] in
      do throws(ResponseError) {
        let result = try await work()
        await finish(token, expectedBytes, hold, .success(OutgoingMessage.response(id, result: result)))
      } catch {
        await finish(token, expectedBytes, hold, .failure(error))
      }
    }
  }

  private func finish(_ token: Int, _ expectedBytes: Int, _ hold: Hold?, _ outcome: Result<[UInt8], ResponseError>) {
    tasks[token] = nil
    self.expectedBytes -= expectedBytes
    if let call = pending.remove(token) {
      switch outcome {
      case .success(let message): answer(call.id == nil ? nil : message, to: call.destination)
      case .failure(let error): fail(call, error)
      }
    }
    // In one go with the answer, and behind it, so that nothing that waited is answered before it.
    switch hold {
    case .memo(let id)?: release(id)
    case .everything?: isHeld = false
    case nil: break
    }
  }
}
