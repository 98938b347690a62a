package import JSONRPC

/// Makes a live memo what it was before the last save that changed it, or before what is not saved yet.
package enum Undo: RequestType {
  /// `undo`
  package static let method: StaticString = "undo"

  /// Which memo.
  package typealias Params = MemoAtVersion
  /// The memo.
  package typealias Result = Memo
}

/// Names one memo, and the version that the client believes it has.
package struct MemoAtVersion: JSONReadable, Sendable {
  /// The memo's identifier.
  package let id: String
  /// The version the client believes the memo has; nil leaves that unchecked.
  package let baseVersion: Int?

  /// Reads the parameters.
  package init(json: JSONView) throws(JSONTypeError) {
    id = try json.required("id")
    baseVersion = try json.optional("baseVersion")
  }
}
