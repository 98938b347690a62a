/// What speaks one protocol over a ``Connection``: it has a table of routes, knows what may come when, and says in its
/// own words what goes wrong.
///
/// Must run on the connection's loop: the connection calls it without waiting.
public protocol Face: Actor {
  /// Whether a call may be carried out now.
  ///
  /// - Parameter isKnown: whether there is a route for it.
  /// - Throws: what it is refused with.
  func admit(_ call: Call, isKnown: Bool) throws

  /// An error as it goes over the wire: the one place where it takes that form. Beside its own errors a face is asked
  /// for a ``ResponseError``, which stays as it is, ``LimitExceeded``, ``UnknownMethod`` and a `JSONTypeError`.
  func response(to error: any Error) -> ResponseError

  /// Whether what is to be done about a subject, such as a memo, can be done without waiting.
  func isAtHand(_ subject: String) -> Bool

  /// Makes a subject ready; the calls about it wait until `body` was run, on the loop's thread. While that runs the
  /// subject is at hand.
  func fetch(_ subject: String, then body: @escaping @Sendable () -> Void) async

  /// Hears what nobody is answered.
  func notice(_ event: ConnectionEvent)

  /// Hears that the conversation ends, before the requests under way do.
  func willEnd(_ ending: Ending)

  /// Ends what the face does, once no request is under way any more.
  ///
  /// - Returns: whether all went well; if not, the process ends with a status other than 0.
  func end() async -> Bool
}

/// A face without subjects, order and end of its own.
extension Face {
  /// Admits every call.
  public func admit(_ call: Call, isKnown: Bool) {}
  /// The connection's own words.
  public func response(to error: any Error) -> ResponseError { ResponseError(answering: error) }
  /// Every subject is.
  public func isAtHand(_ subject: String) -> Bool { true }
  /// Nothing is to be done.
  public func fetch(_ subject: String, then body: @escaping @Sendable () -> Void) async { body() }
  /// Keeps nothing.
  public func notice(_ event: ConnectionEvent) {}
  /// Does nothing.
  public func willEnd(_ ending: Ending) {}
  /// Has nothing to do.
  public func end() async -> Bool { true }
}

extension Face {
  /// Admits a call and reads its parameters.
  @inlinable
  func take<Params: JSONReadable>(_ call: Call) throws -> Params {
    try admit(call, isKnown: true)
    return try call.read()
  }

  /// Admits a call and reads its parameters.
  ///
  /// - Parameter isFree: whether no call waits for another.
  /// - Returns: the parameters, and what the call is about, if it may have to wait for that.
  @inlinable
  func take<Params: JSONReadable>(
    _ call: Call, isFree: Bool, about concern: Route<Self>.Subject<Params>
  ) throws -> (Params, waitingFor: Concern?) {
    let params: Params = try take(call)
    let concern = concern(self, params)
    switch concern {
    case .nothing: return (params, nil)
    case .whole: return (params, concern)
    case .subject(let subject), .everythingAnd(let subject):
      return (params, isFree && isAtHand(subject) ? nil : concern)
    case .everything, .new: return (params, isFree ? nil : concern)
    }
  }
}

/// What happens in a conversation and is no answer.
public enum ConnectionEvent: Sendable {
  /// A notification was not carried out.
  case notificationFailed(Call, ResponseError)
  /// Something kept everything else waiting; the name is that of a method or a job, never a client's words.
  case slowTurn(String, Duration)
  /// The input can't be read, for the system's reason.
  case inputFailed(String)
}

/// Something longer than it may be.
public struct LimitExceeded: Error {
  /// What it is and what to do about it, in a sentence.
  public let message: String
  /// The most that there may be.
  public let limit: Int
  /// What there was.
  public let value: Int

  /// Creates an error.
  public init(message: String, limit: Int, value: Int) {
    (self.message, self.limit, self.value) = (message, limit, value)
  }
}

/// A method that has no route, or is no request.
public struct UnknownMethod: Error {
  /// The name, fit for a message.
  public let name: String
}

extension ResponseError {
  /// What an error is called on the wire where a face has no words of its own for it.
  public init(answering error: any Error) {
    switch error {
    case let error as ResponseError: self = error
    case let error as JSONTypeError: self = .invalidParams(error)
    case let error as LimitExceeded: self.init(.invalidRequest, error.message)
    case let error as UnknownMethod: self.init(.methodNotFound, "there is no request \(error.name)")
    default: self.init(.internalError, "the request failed unexpectedly; see the log")
    }
  }
}
