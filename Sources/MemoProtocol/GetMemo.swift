public import JSONRPC

/// Reads a memo with its text, trashed ones too, as it is or as it was.
public enum GetMemo: RequestType {
  /// `getMemo`
  public static let method: StaticString = "getMemo"

  /// Which memo, and when.
  public typealias Params = MemoReference
  /// The memo.
  public typealias Result = Memo
}

/// Names one memo, or what it was.
public struct MemoReference: JSONReadable, Sendable {
  /// The memo's identifier.
  public let id: String

  /// A revision of its history; nil for the memo as it is.
  public let revision: String?

  /// Reads the parameters.
  public init(json: JSONView) throws(JSONTypeError) {
    id = try json.required("id")
    revision = try json.optional("revision")
  }
}
