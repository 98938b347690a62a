package import JSONRPC
package import MemoEngine

/// Takes a text apart into its title and its body.
package enum TitleBodySplitRequest: RequestType {
  /// `titleBodySplit`
  package static let method: StaticString = "titleBodySplit"

  /// Whose text.
  package enum Params: JSONReadable, Sendable {
    /// The text itself.
    case text(String)
    /// The text of a memo, in the trash or not.
    case id(String)

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      let text: String? = try json.optional("text")
      let id: String? = try json.optional("id")
      switch (text, id) {
      case (let text?, nil): self = .text(text)
      case (nil, let id?): self = .id(id)
      case (nil, nil): throw JSONTypeError("is missing; give text or id").inside("text")
      case (_?, _?): throw JSONTypeError("must be left out beside text; give one of the two").inside("id")
      }
    }
  }

  /// The parts: `title + separator + body` is the text.
  package struct Result: JSONObjectWritable, Sendable {
    private let text: Rope

    /// Creates the parts of a text.
    package init(_ text: Rope) { self.text = text }

    /// Writes the parts.
    package func writeMembers(to writer: inout JSONWriter) {
      let parts = text.titleBodySplit
      writer.member("title", parts.title)
      writer.member("separator", parts.separator)
      writer.member("body", parts.body)
      writer.member("displayTitle", text.displayTitle)
    }
  }
}
