package import JSONRPC

/// A text to read: one that the client sends, or a memo's.
package enum TextOrMemo: JSONReadable, Sendable {
  /// The text itself.
  case text(JSONString)
  /// The text of a memo, in the trash or not.
  case id(String)

  /// Reads the member `text` or the member `id`.
  package init(json: JSONView) throws(JSONTypeError) {
    let text: JSONString? = try json.optional("text")
    let id: String? = try json.optional("id")
    switch (text, id) {
    case (let text?, nil): self = .text(text)
    case (nil, let id?): self = .id(id)
    case (nil, nil): throw JSONTypeError("is missing; give text or id").inside("text")
    case (_?, _?): throw JSONTypeError("must be left out beside text; give one of the two").inside("id")
    }
  }
}
