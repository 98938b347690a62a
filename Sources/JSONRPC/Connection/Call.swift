/// A request or a notification on its way through a connection.
public struct Call: Sendable {
  /// The id that its answer bears; nil for a notification.
  public let id: RequestID?
  /// The method's name as it came.
  public let method: String
  /// An object or an array; nil if absent.
  public let params: JSONView?
  /// The parameters as its route reads them, if they were read ahead.
  @usableFromInline
  var readParams: ReadParams?
  @usableFromInline
  let destination: Destination
  /// Until when later calls wait for this one while it has to wait itself, or is prepared; nil if nothing was said.
  var othersWaitUntil: ContinuousClock.Instant?

  /// The method's name, fit for an error message; logs may have it only if it is one of ours.
  var printableMethod: String {
    let isName = method.utf8.count <= 64 && method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return isName ? method : "of that name"
  }

  /// Reads the parameters.
  @inlinable
  func read<Params: JSONReadable>(_ type: Params.Type = Params.self) throws(JSONTypeError) -> Params {
    if let readParams, let params = try readParams.outcome.get() as? Params { return params }
    return try Params(json: params ?? JSONDocument.emptyObject.root)
  }
}

/// Long parameters, read before their call is carried out.
@usableFromInline
final class ReadParams: Sendable {
  /// What its route reads; the error if they can't be read.
  @usableFromInline
  let outcome: Result<any Sendable, JSONTypeError>

  @usableFromInline
  init(_ outcome: Result<any Sendable, JSONTypeError>) { self.outcome = outcome }
}

/// What a call is about, which decides what it may have to wait for.
public enum Concern: Sendable {
  /// Nothing that other calls touch: waits for none.
  case nothing
  /// Something new: waits only for calls about the whole.
  case new
  /// The subject of this name, such as a memo, if there is one.
  case subject(String)
  /// Everything: waits for all calls that came before it, but for those about what comes late (``Face/isLate(_:)``).
  case everything
  /// Everything, and one subject, which is fetched by then.
  case everythingAnd(String)
  /// All that came before it: waits for all those calls, also for those about what comes late.
  case allSoFar
  /// The whole, and one subject if named, which is fetched by then. It waits for all that came before it, and all later
  /// calls that are about anything wait for it. Where it has to wait itself they do so for a while at most, its
  /// patience, which grows up to a second; what goes on then comes before it.
  case whole(String?, patience: Duration)
  /// Something new, the subject, that is made of whatever there is. It waits for all that came before it; only calls
  /// about the subject, or about everything, wait for it then. Where it need not wait, all do, for a while at most.
  case made(String, patience: Duration)

  /// What waits while such a call changes it on another thread.
  @usableFromInline
  var hold: Hold? {
    switch self {
    case .subject(let subject): .subject(subject)
    case .whole: .whole
    case .made(let subject, let patience): .made(subject, patience: patience)
    case .nothing, .new, .everything, .everythingAnd, .allSoFar: nil
    }
  }
}
