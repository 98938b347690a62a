/// A request or a notification on its way through a connection.
public struct Call: Sendable {
  /// What its answer bears; nil for a notification.
  public let id: RequestID?
  /// The method's name as it came.
  public let method: String
  /// An object or an array; nil if absent.
  public let params: JSONView?
  /// The parameters as its route reads them, if that was done already.
  @usableFromInline
  var readParams: ReadParams?
  @usableFromInline
  let destination: Destination

  /// The method's name, fit for an error message; no log may have it unless it is one of ours.
  var printableMethod: String {
    let isName = method.utf8.count <= 64 && method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return isName ? method : "of that name"
  }

  /// Reads the parameters.
  @inlinable
  func read<Params: JSONReadable>(_ type: Params.Type = Params.self) throws(JSONTypeError) -> Params {
    if let params = try readParams?.outcome.get() as? Params { return params }
    return try Params(json: params ?? JSONDocument.emptyObject.root)
  }
}

/// Parameters that were read before their call is carried out, because they are long.
@usableFromInline
final class ReadParams: Sendable {
  /// What its route makes of them; the error if they can't be read.
  @usableFromInline
  let outcome: Result<any Sendable, JSONTypeError>

  @usableFromInline
  init(_ outcome: Result<any Sendable, JSONTypeError>) { self.outcome = outcome }
}

/// What a call is about, and so what it may have to wait for.
public enum Concern: Sendable {
  /// Nothing that another call does.
  case nothing
  /// What is new: waits for nothing but calls that are about the whole.
  case new
  /// What is called so, such as a memo, if anything can be.
  case subject(String)
  /// All that came before it.
  case everything
  /// All that came before it, and what is called so: that is at hand then.
  case everythingAnd(String)
  /// All there is, and what is called so, which is at hand then: it waits for all that came before it, and all that
  /// comes after it and is about anything waits for it.
  case whole(String?)

  /// What waits for a call that is about this and changes it away from the loop's thread.
  @usableFromInline
  var hold: Hold? {
    switch self {
    case .subject(let subject): .subject(subject)
    case .whole: .whole
    case .nothing, .new, .everything, .everythingAnd: nil
    }
  }
}
