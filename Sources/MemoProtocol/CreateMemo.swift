package import JSONRPC

/// Makes a memo.
package enum CreateMemo: RequestType {
  /// `createMemo`
  package static let method: StaticString = "createMemo"

  /// What the memo begins with.
  package struct Params: JSONReadable, Sendable {
    /// The text; empty if absent.
    package let text: JSONString?
    /// The client's own identifier; the server makes one if absent.
    package let id: String?
    /// The client's own members; none if absent.
    package let properties: JSONObject

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      text = try json.optional("text")
      id = try json.optional("id")
      properties = try json.optional("properties") ?? JSONObject()
    }
  }

  /// The memo without its text.
  package typealias Result = MemoState
}
