package import JSONRPC

/// Reads a memo with its text, in the trash or not, in its present or an earlier state.
package enum GetMemo: RequestType {
  /// `getMemo`
  package static let method: StaticString = "getMemo"

  /// The memo, and its state.
  package typealias Params = MemoReference
  /// The memo.
  package typealias Result = Memo
}

/// A memo, or a state in its history.
package struct MemoReference: JSONReadable, Sendable {
  /// The memo's identifier.
  package let id: String

  /// A revision of its history; nil for the present state.
  package let revision: String?

  /// Reads the parameters.
  package init(json: JSONView) throws(JSONTypeError) {
    id = try json.required("id")
    revision = try json.optional("revision")
  }
}
