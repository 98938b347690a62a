package import JSONRPC

/// Undoes the last save that changed a live memo, or what is unsaved.
package enum Undo: RequestType {
  /// `undo`
  package static let method: StaticString = "undo"

  /// The memo.
  package typealias Params = MemoAtVersion
  /// The memo.
  package typealias Result = Memo
}

/// A memo, and the version that the client believes it has.
package struct MemoAtVersion: JSONReadable, Sendable {
  /// The memo's identifier.
  package let id: String
  /// The version that the client believes the memo has; nil skips that check.
  package let baseVersion: Int?

  /// Reads the parameters.
  package init(json: JSONView) throws(JSONTypeError) {
    id = try json.required("id")
    baseVersion = try json.optional("baseVersion")
  }
}
