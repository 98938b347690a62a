public import JSONRPC

/// Moves a memo to the trash, or destroys it.
public enum DeleteMemo: RequestType {
  /// `delete`
  public static let method: StaticString = "delete"

  /// Which memo, and how.
  public struct Params: JSONReadable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// The version the client believes the memo has; nil leaves that unchecked.
    public let baseVersion: Int?
    /// Destroys the memo, from the trash or not.
    public let permanent: Bool

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      baseVersion = try json.optional("baseVersion")
      permanent = try json.optional("permanent") ?? false
    }
  }

  /// How the memo ended.
  public struct Result: JSONWritable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// Its new version.
    public let version: Int
    /// When it went to the trash; nil if it was destroyed.
    public let trashedAt: String?

    /// Creates a result.
    public init(id: String, version: Int, trashedAt: String?) {
      self.id = id
      self.version = version
      self.trashedAt = trashedAt
    }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      writer.name("version")
      writer.value(version)
      if let trashedAt {
        writer.name("trashedAt")
        writer.value(trashedAt)
      }
      writer.endObject()
    }
  }
}
