public import JSON

/// Reads a memo with its text, trashed ones too.
public enum GetMemo: RequestType {
  /// `getMemo`
  public static let method: StaticString = "getMemo"

  /// Which memo.
  public typealias Params = MemoReference
  /// The memo.
  public typealias Result = Memo
}

/// Names one memo.
public struct MemoReference: JSONReadable, Sendable {
  /// The memo's identifier.
  public let id: String

  /// Reads the parameters.
  public init(json: JSONView) throws(JSONTypeError) { id = try json.required("id") }
}
