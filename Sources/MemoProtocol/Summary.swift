public import JSONRPC

/// What a list shows of a memo.
public struct Summary: JSONWritable, Sendable {
  /// The memo's identifier.
  public let id: String
  /// Its version.
  public let version: Int
  /// The first line that is not only white space, trimmed and cut to 200 characters.
  public let displayTitle: String
  /// What follows that line, white space folded, cut to 160 characters.
  public let preview: String
  /// When it was made; RFC 3339 like all times here.
  public let createdAt: String
  /// When its text or properties last really changed.
  public let modifiedAt: String
  /// The text's length in UTF-8 bytes.
  public let bytes: Int
  /// The client's own members.
  public let properties: JSONObject
  /// Whether this version is in the database.
  public let saved: Bool
  /// When it went to the trash; nil while it lives.
  public let trashedAt: String?

  /// Creates a summary from all its members.
  public init(
    id: String, version: Int, displayTitle: String, preview: String, createdAt: String, modifiedAt: String, bytes: Int,
    properties: JSONObject, saved: Bool, trashedAt: String?
  ) {
    self.id = id
    self.version = version
    self.displayTitle = displayTitle
    self.preview = preview
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.bytes = bytes
    self.properties = properties
    self.saved = saved
    self.trashedAt = trashedAt
  }

  /// Writes the summary.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  /// Writes the members alone, into an object that may have more of them.
  func writeMembers(to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(id)
    writer.name("version")
    writer.value(version)
    writer.name("displayTitle")
    writer.value(displayTitle)
    writer.name("preview")
    writer.value(preview)
    writer.name("createdAt")
    writer.value(createdAt)
    writer.name("modifiedAt")
    writer.value(modifiedAt)
    writer.name("bytes")
    writer.value(bytes)
    writer.name("properties")
    properties.write(to: &writer)
    writer.name("saved")
    writer.value(saved)
    if let trashedAt {
      writer.name("trashedAt")
      writer.value(trashedAt)
    }
  }
}
