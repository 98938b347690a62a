public import JSONRPC

/// Makes a memo.
public enum CreateMemo: RequestType {
  /// `createMemo`
  public static let method: StaticString = "createMemo"

  /// What the memo begins with.
  public struct Params: JSONReadable, Sendable {
    /// The text; empty if absent.
    public let text: JSONString?
    /// The client's own identifier; the server makes one if absent.
    public let id: String?
    /// The client's own members; none if absent.
    public let properties: JSONObject

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      text = try json.optional("text")
      id = try json.optional("id")
      properties = try json.optional("properties") ?? JSONObject()
    }
  }

  /// The memo without its text.
  public typealias Result = MemoState
}
