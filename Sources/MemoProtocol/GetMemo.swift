package import JSONRPC

/// Reads a memo with its text, trashed ones too, as it is or as it was.
package enum GetMemo: RequestType {
  /// `getMemo`
  package static let method: StaticString = "getMemo"

  /// Which memo, and when.
  package typealias Params = MemoReference
  /// The memo.
  package typealias Result = Memo
}

/// Names one memo, or what it was.
package struct MemoReference: JSONReadable, Sendable {
  /// The memo's identifier.
  package let id: String

  /// A revision of its history; nil for the memo as it is.
  package let revision: String?

  /// Reads the parameters.
  package init(json: JSONView) throws(JSONTypeError) {
    id = try json.required("id")
    revision = try json.optional("revision")
  }
}
