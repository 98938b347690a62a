public import JSONRPC

/// Takes a text apart into its title and its body.
public enum TitleBodySplitRequest: RequestType {
  /// `titleBodySplit`
  public static let method: StaticString = "titleBodySplit"

  /// Whose text.
  public enum Params: JSONReadable, Sendable {
    /// The text itself.
    case text(String)
    /// The text of a memo, in the trash or not.
    case id(String)

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
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
  public struct Result: JSONWritable, Sendable {
    /// The first line without its terminator.
    public let title: String
    /// That terminator; empty if the text has one line.
    public let separator: String
    /// All after it.
    public let body: String
    /// The first line that is not only white space, trimmed and cut to 200 characters.
    public let displayTitle: String

    /// Creates a result.
    public init(title: String, separator: String, body: String, displayTitle: String) {
      self.title = title
      self.separator = separator
      self.body = body
      self.displayTitle = displayTitle
    }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("title")
      writer.value(title)
      writer.name("separator")
      writer.value(separator)
      writer.name("body")
      writer.value(body)
      writer.name("displayTitle")
      writer.value(displayTitle)
      writer.endObject()
    }
  }
}
