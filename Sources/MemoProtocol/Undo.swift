public import JSONRPC

/// Makes a live memo what it was before the last save that changed it, or before what is not saved yet.
public enum Undo: RequestType {
  /// `undo`
  public static let method: StaticString = "undo"

  /// Which memo.
  public typealias Params = MemoAtVersion
  /// The memo.
  public typealias Result = Memo
}

/// Names one memo, and the version that the client believes it has.
public struct MemoAtVersion: JSONReadable, Sendable {
  /// The memo's identifier.
  public let id: String
  /// The version the client believes the memo has; nil leaves that unchecked.
  public let baseVersion: Int?

  /// Reads the parameters.
  public init(json: JSONView) throws(JSONTypeError) {
    id = try json.required("id")
    baseVersion = try json.optional("baseVersion")
  }
}
