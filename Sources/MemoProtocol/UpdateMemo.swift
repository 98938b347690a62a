public import JSONRPC

/// Changes a memo's text, its properties, or both: all of it or nothing.
public enum UpdateMemo: RequestType {
  /// `updateMemo`
  public static let method: StaticString = "updateMemo"

  /// What changes.
  public struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// The version that the changes start from; nil if the client is the only writer.
    public let baseVersion: Int?
    /// Each applies to the text that the one before it left.
    public let contentChanges: [ContentChange]
    /// A JSON Merge Patch (RFC 7396).
    public let properties: JSONObject?

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      baseVersion = try json.optional("baseVersion")
      contentChanges = try json.optional("contentChanges") ?? []
      properties = try json.optional("properties")
    }
  }

  /// How the memo stands now.
  public struct Result: JSONWritable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// Its new version.
    public let version: Int
    /// Its first line, without the terminator, or what is shown of a long one.
    public let title: String
    /// Its text's length, in units of the session's position encoding.
    public let length: Int
    /// When its text or properties last really changed.
    public let modifiedAt: String

    /// Creates a result.
    public init(id: String, version: Int, title: String, length: Int, modifiedAt: String) {
      self.id = id
      self.version = version
      self.title = title
      self.length = length
      self.modifiedAt = modifiedAt
    }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      writer.name("version")
      writer.value(version)
      writer.name("title")
      writer.value(title)
      writer.name("length")
      writer.value(length)
      writer.name("modifiedAt")
      writer.value(modifiedAt)
      writer.endObject()
    }
  }
}
