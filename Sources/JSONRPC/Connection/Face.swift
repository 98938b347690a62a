/// One protocol's side of a ``Connection``: it has a table of routes, knows when each message may come, and puts errors
/// into the protocol's words.
///
/// Must run on the connection's loop: the connection calls it without waiting.
public protocol Face: Actor {
  /// Checks whether a call may be carried out now.
  ///
  /// - Parameter isKnown: whether there is a route for it.
  /// - Throws: the error to refuse it with.
  func admit(_ call: Call, isKnown: Bool) throws

  /// The wire form of an error: the one place where it takes that form. Besides the face's own errors these are
  /// ``LimitExceeded``, ``UnknownMethod``, `JSONTypeError`, and ``ResponseError``, which stays as it is.
  func response(to error: any Error) -> ResponseError

  /// Whether a subject, such as a memo, is in memory, so that calls about it need not wait.
  func isAtHand(_ subject: String) -> Bool

  /// Whether a subject that is not at hand can be fetched only after something that may take long. Calls about
  /// everything then do not wait for it, nor for the calls about it.
  func isLate(_ subject: String) -> Bool

  /// Fetches a subject; calls about it wait until `body` has run, on the loop's thread. The subject is at hand while it
  /// runs.
  func fetch(_ subject: String, then body: @escaping @Sendable () -> Void) async

  /// Handles an event that is no answer to anybody.
  func notice(_ event: ConnectionEvent)

  /// Called when the conversation begins to end, before the requests under way are done.
  func willEnd(_ ending: Ending)

  /// Ends the face's own work, once no request is under way any more.
  ///
  /// - Returns: whether all went well; if not, the process ends with a status other than 0.
  func end() async -> Bool
}

/// The defaults of a face that has no subjects, no order and no end of its own.
extension Face {
  /// Admits every call.
  public func admit(_ call: Call, isKnown: Bool) {}
  /// The connection's own words for the error.
  public func response(to error: any Error) -> ResponseError { ResponseError(answering: error) }
  /// True: every subject is at hand.
  public func isAtHand(_ subject: String) -> Bool { true }
  /// False: no subject takes long.
  public func isLate(_ subject: String) -> Bool { false }
  /// Runs the body: there is nothing to fetch.
  public func fetch(_ subject: String, then body: @escaping @Sendable () -> Void) async { body() }
  /// Ignores the event.
  public func notice(_ event: ConnectionEvent) {}
  /// Does nothing.
  public func willEnd(_ ending: Ending) {}
  /// True: there is nothing to end.
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
  /// - Returns: the parameters, and what the call is about if it may have to wait for that.
  @inlinable
  func take<Params: JSONReadable>(
    _ call: Call, isFree: Bool, about concern: Route<Self>.Subject<Params>
  ) throws -> (Params, waitingFor: Concern?) {
    let params: Params = try take(call)
    let concern = concern(self, params)
    switch concern {
    case .nothing: return (params, nil)
    case .whole, .made: return (params, concern)
    case .subject(let subject), .everythingAnd(let subject):
      return (params, isFree && isAtHand(subject) ? nil : concern)
    case .everything, .allSoFar, .new: return (params, isFree ? nil : concern)
    }
  }
}

/// An event in a conversation that is no answer.
public enum ConnectionEvent: Sendable {
  /// A notification was not carried out.
  case notificationFailed(Call, ResponseError)
  /// Something came that can't be read, so that nobody knows what it was to do: its bytes, with some escapes resolved;
  /// none if it was too long to be kept.
  case unreadable([UInt8])
  /// Something kept everything else waiting; the name is that of a method or a job, never a client's words.
  case slowTurn(String, Duration)
  /// The input can't be read, for the system's reason.
  case inputFailed(String)
}

/// An error for something longer or more than is allowed.
public struct LimitExceeded: Error {
  /// What it is and what to do about it, in a sentence.
  public let message: String
  /// The largest value allowed.
  public let limit: Int
  /// The value found.
  public let value: Int

  /// Creates an error.
  public init(message: String, limit: Int, value: Int) {
    (self.message, self.limit, self.value) = (message, limit, value)
  }
}

/// An error for a method that has no route, or whose route takes no requests.
public struct UnknownMethod: Error {
  /// The name, fit for a message.
  public let name: String
}

extension ResponseError {
  /// The wire form of an error for which a face has no words of its own.
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
