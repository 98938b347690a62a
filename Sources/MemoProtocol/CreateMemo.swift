package import JSONRPC
package import MemoEngine

/// Creates a memo.
package enum CreateMemo: RequestType {
  /// `createMemo`
  package static let method: StaticString = "createMemo"

  /// The memo's initial contents.
  package struct Params: JSONReadable, Sendable {
    /// The text; empty if absent.
    package let text: JSONString?
    /// The client's own identifier; the server makes one if absent.
    package let id: String?
    /// The client's own members; none if absent.
    package let properties: JSONObject
    /// The template to use in place of a text; nil for none.
    package let template: TemplateUse?
    /// Whether these parameters are too long to be processed while others wait.
    package let isLong: Bool

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      text = try json.optional("text")
      id = try json.optional("id")
      properties = try json.optional("properties") ?? JSONObject()
      let values = try TemplateValues(json)
      let name = try json.templateName()
      isLong = json.isLong
      template = name.map { TemplateUse($0, values: values.texts) }
      if template != nil, text != nil {
        throw JSONTypeError("must not be given with a text: the memo is made of one of the two").inside("template")
      }
    }
  }

  /// The memo without its text.
  package struct Result: JSONObjectWritable, Sendable {
    private let state: MemoState
    private let cursor: Position?

    /// Creates a result.
    ///
    /// - Parameter cursor: the place of a template's cursor, in UTF-8 bytes; nil if it has none.
    package init(_ memo: MemoSnapshot, cursor: Int? = nil, _ encoding: PositionEncoding) {
      state = MemoState(memo, encoding)
      self.cursor = cursor.map { Position(memo.text.position(at: $0, in: encoding)) }
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      state.writeMembers(to: &writer)
      writer.member("cursor", cursor)
    }
  }
}
