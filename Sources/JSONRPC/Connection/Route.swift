/// One message of a protocol: a row of a face's table, which says how it is recognised, carried out and described.
public struct Route<F: Face>: Sendable {
  /// Whether it is answered.
  public enum Kind: String, Sendable {
    /// Answered once.
    case request
    /// Never answered.
    case notification
  }

  /// The side that sends it.
  public enum Direction: String, Sendable {
    /// An editor, or another program that uses the service.
    case clientToServer
    /// The service.
    case serverToClient
  }

  /// The method's name on the wire.
  public let method: String
  /// Whether it is answered.
  public let kind: Kind
  /// The side that sends it.
  public let direction: Direction
  /// Carries out a call on the connection's thread, or starts to. Throws the error to answer with.
  private let start: Start?

  /// Reads the parameters of a call, which may take long; nil where that is not worthwhile.
  private let read: Read?

  /// - Parameter isFree: whether no call waits for another.
  @usableFromInline
  typealias Start = @Sendable (isolated F, Call, _ isFree: Bool) throws -> Step
  @usableFromInline
  typealias Read = @Sendable (JSONView) -> ReadParams
  /// What a call with given parameters is about.
  public typealias Subject<Params> = @Sendable (isolated F, Params) -> Concern

  @usableFromInline
  init(_ method: StaticString, _ kind: Kind, _ direction: Direction, read: Read? = nil, _ start: Start?) {
    precondition(method.utf8CodeUnitCount <= Message.longestMethod, "the method's name is too long")
    (self.method, self.kind, self.direction) = ("\(method)", kind, direction)
    (self.read, self.start) = (read, start)
  }

  /// The route for a face, to be started on the thread of its loop; nil if nothing is carried out.
  func bound(to face: F) -> BoundRoute? {
    start.map { [read] start in
      // Safe: a function that is isolated to an actor differs from a plain one only in its type, and this one runs on
      // the actor's loop. Keystrokes are many, and `assumeIsolated` would ask the runtime for the thread with each.
      let start = unsafeBitCast(start, to: (@Sendable (F, Call, Bool) throws -> Step).self)
      return BoundRoute(method: method, isRequest: kind == .request, read: read) { try start(face, $0, $1) }
    }
  }
}

/// A route bound to its face.
struct BoundRoute: Sendable {
  let method: String
  let isRequest: Bool
  let read: (@Sendable (JSONView) -> ReadParams)?
  let start: @Sendable (Call, _ isFree: Bool) throws -> Step
}

/// The table's verbs: each says when a message takes effect, and whether others wait for it. Its concern says what it
/// waits for itself. Inlinable, so that a face's module gets code for its own types.
extension Route {
  /// Changes something: takes effect in order of arrival, and is answered then.
  @inlinable
  public static func mutates<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params> = { _, _ in .nothing },
    _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Type.Result
  ) -> Route {
    mutates(type, about: concern, body, answer: { $1 })
  }

  /// The same, but an answer is made only if one is wanted: keystrokes are often notifications.
  ///
  /// - Parameter later: the same work off the loop's thread, where it takes long; calls about its subject wait until it
  ///   is done.
  @inlinable
  public static func mutates<Type: RequestType, Outcome: Sendable>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params>,
    _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Outcome,
    answer: @escaping @Sendable (isolated F, Outcome) -> Type.Result,
    later: @escaping @Sendable (isolated F, Type.Params) throws -> (@Sendable () async throws -> Type.Result)? = {
      _, _ in nil
    }
  ) -> Route {
    request(type, about: concern) { face, params, call in
      if let work = try later(face, params) {
        return .begins(
          LongWork(hold: concern(face, params).hold) { OutgoingMessage.response($0, result: try await work()) })
      }
      let outcome = try body(face, params)
      guard let id = call.id else { return .done(nil) }
      return .done(OutgoingMessage.response(id, result: answer(face, outcome)))
    }
  }

  /// Reads: sees what arrived before it. If that takes long, it takes a snapshot and is answered later. It changes
  /// nothing: once nobody reads its answer, it is dropped.
  @inlinable
  public static func reads<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params>,
    _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    answers(type, about: concern, hold: { _, _ in nil }, isRead: true, body)
  }

  /// Waits for something outside: starts in its turn, and is answered when it is done; later messages go on. Unlike a
  /// long read it runs to its end in any case, because it acts.
  @inlinable
  public static func waits<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params>,
    _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    answers(type, about: concern, hold: { _, _ in nil }, body)
  }

  /// Changes a subject: if that takes long, calls about the subject wait until it is done.
  @inlinable
  public static func holds<Type: RequestType>(
    _ type: Type.Type, _ subject: @escaping @Sendable (Type.Params) -> String,
    _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    holds(type, about: { .subject(subject($1)) }, body)
  }

  /// Changes what it is about: if that takes long and it is about one subject or the whole, calls about that wait until
  /// it is done.
  ///
  /// - Parameter commits: whether it changes nothing before it commits: if cancelled until then, it holds nothing any
  ///   more.
  @inlinable
  public static func holds<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params>, commits: Bool = false,
    _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    answers(type, about: concern, hold: { face, params in concern(face, params).hold }, commits: commits, body)
  }

  /// Changes all there is, but first does work that may take long and that others need not wait for: they wait while
  /// its patience lasts, then go on, and whatever has gone on by the time it is done comes before this.
  ///
  /// - Parameters:
  ///   - subject: what must be at hand.
  ///   - patience: how long others wait; zero if not at all. Once they have come before it, up to a second.
  ///   - prepare: the work done first, in its turn; the body gets its result. Throws the error to answer with.
  @inlinable
  public static func holdsWhole<Type: RequestType, Prepared: Sendable>(
    _ type: Type.Type, at subject: @escaping @Sendable (Type.Params) -> String?,
    patience: @escaping @Sendable (isolated F) -> Duration,
    first prepare: @escaping @Sendable (isolated F, Type.Params) throws -> @Sendable () async throws -> Prepared,
    _ body: @escaping @Sendable (isolated F, Type.Params, Prepared) throws -> Answer<Type.Result>
  ) -> Route {
    Route(Type.method, .request, .clientToServer, read: reading(Type.Params.self)) { face, call, _ in
      let params: Type.Params = try face.take(call)
      let patience = patience(face)
      let concern = Concern.whole(subject(params), patience: patience)
      return .waits(for: patience > .zero ? concern : subject(params).map(Concern.everythingAnd) ?? .everything) { _ in
        let work = try face.assumeIsolated { try prepare($0, params) }
        return .prepares(
          Preparation(for: concern) {
            let prepared = try await work()
            return { call in
              step(try face.assumeIsolated { try body($0, params, prepared) }, of: call, hold: .whole, commits: true)
            }
          })
      }
    }
  }

  /// Reads what it is about, or changes it, as its parameters say: one message that does many things.
  ///
  /// - Parameter holding: whether it changes that: if it is about one subject, calls about that wait until it is done.
  @inlinable
  public static func varies<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params>,
    holding: @escaping @Sendable (isolated F, Type.Params) -> Bool,
    _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    answers(
      type, about: concern,
      hold: { face, params in
        guard holding(face, params), case .subject(let subject) = concern(face, params) else { return nil }
        return .subject(subject)
      },
      body)
  }

  /// Stays under way, as a subscription does, until it is cancelled or its work ends; it is given the id it came under.
  @inlinable
  public static func stays<Type: RequestType>(
    _ type: Type.Type,
    _ body: @escaping @Sendable (isolated F, Type.Params, RequestID) throws -> @Sendable () async throws -> Type.Result
  ) -> Route {
    request(type, about: { _, _ in .nothing }) { face, params, call in
      guard let id = call.id else { return .done(nil) }
      let work = try body(face, params, id)
      return .begins(LongWork(hold: nil) { OutgoingMessage.response($0, result: try await work()) })
    }
  }

  /// Holds up all later messages until it is done.
  @inlinable
  public static func holdsEverything<Type: RequestType>(
    _ type: Type.Type, _ body: @escaping @Sendable (F, Type.Params) async throws -> Type.Result
  ) -> Route {
    request(type, about: { _, _ in .nothing }) { face, params, _ in
      .begins(LongWork(hold: .everything) { OutgoingMessage.response($0, result: try await body(face, params)) })
    }
  }

  @inlinable
  static func answers<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params>,
    hold: @escaping @Sendable (isolated F, Type.Params) -> Hold?, isRead: Bool = false,
    commits: Bool = false, _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Answer<Type.Result>
  ) -> Route {
    request(type, about: concern) { face, params, call in
      step(try body(face, params), of: call, hold: hold(face, params), isRead: isRead, commits: commits)
    }
  }

  @inlinable
  static func step<Result: JSONWritable>(
    _ answer: Answer<Result>, of call: Call, hold: @autoclosure () -> Hold?, isRead: Bool = false, commits: Bool = false
  ) -> Step {
    switch answer {
    case .now(let result): .done(call.id.map { OutgoingMessage.response($0, result: result) })
    case .later(let expectedBytes, let work):
      .begins(
        LongWork(expectedBytes: expectedBytes, hold: hold(), isRead: isRead, commits: commits) {
          OutgoingMessage.response($0, result: try await work())
        })
    case .last(let work):
      .begins(LongWork(hold: hold(), isLast: true) { OutgoingMessage.response($0, result: try await work()) })
    }
  }

  @inlinable
  static func request<Type: RequestType>(
    _ type: Type.Type, about concern: @escaping Subject<Type.Params>,
    _ body: @escaping @Sendable (isolated F, Type.Params, Call) throws -> Step
  ) -> Route {
    Route(Type.method, .request, .clientToServer, read: reading(Type.Params.self)) { face, call, isFree in
      // Usually everything is done in one step.
      let (params, concern) = try face.take(call, isFree: isFree, about: concern)
      guard let concern else { return try body(face, params, call) }
      return .waits(for: concern) { call in try face.assumeIsolated { try body($0, params, call) } }
    }
  }

  @inlinable
  static func reading<Params: JSONReadable & Sendable>(_ type: Params.Type) -> Read {
    { params in ReadParams(Result { () throws(JSONTypeError) in try Params(json: params) }) }
  }

  /// Takes a notification.
  @inlinable
  public static func listens<Type: ClientNotificationType>(
    _ type: Type.Type, _ body: @escaping @Sendable (isolated F, Type.Params) throws -> Void
  ) -> Route {
    Route(Type.method, .notification, .clientToServer, read: reading(Type.Params.self)) { face, call, _ in
      try body(face, try face.take(call))
      return .done(nil)
    }
  }

  /// Cancels a request that is under way: the row that carries out ``CancelRequest``.
  public static var cancels: Route {
    Route(CancelRequest.method, .notification, .clientToServer) { face, call, _ in
      let params: CancelRequest.Params = try face.take(call)
      return .cancels(params.id, isAnswered: true)
    }
  }

  /// Cancels a request that is under way, which is then never answered: the same in another protocol's words.
  ///
  /// - Parameter id: which request is meant; nil if none can be.
  public static func abandons<Type: ClientNotificationType>(
    _ type: Type.Type, _ id: @escaping @Sendable (Type.Params) -> RequestID?
  ) -> Route {
    Route(Type.method, .notification, .clientToServer) { face, call, _ in
      let params: Type.Params = try face.take(call)
      return .cancels(id(params), isAnswered: false)
    }
  }

  /// A notification that the face sends; nothing is carried out.
  public static func tells<Type: ServerNotificationType>(_ type: Type.Type) -> Route {
    Route(Type.method, .notification, .serverToClient, nil)
  }

  /// A request that the face sends; nothing is carried out.
  public static func asks<Type: ServerRequestType>(_ type: Type.Type) -> Route {
    Route(Type.method, .request, .serverToClient, nil)
  }
}
