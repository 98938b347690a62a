public import JSONRPC

/// A memo as it goes over the wire, without its text: for clients that have the text already.
public struct MemoState: JSONWritable, Sendable {
  /// The memo's identifier.
  public let id: String
  /// Its version.
  public let version: Int
  /// Its first line, without the terminator; where the text is not told, what is shown of a long one.
  public let title: String
  /// Its text's length, in units of the session's position encoding.
  public let length: Int
  /// When it was made; RFC 3339 like all times here.
  public let createdAt: String
  /// When its text or properties last really changed.
  public let modifiedAt: String
  /// The client's own members.
  public let properties: JSONObject
  /// Whether this version is in the database.
  public let saved: Bool
  /// When it went to the trash; nil while it lives.
  public let trashedAt: String?

  /// Creates a state from all its members.
  public init(
    id: String, version: Int, title: String, length: Int, createdAt: String, modifiedAt: String, properties: JSONObject,
    saved: Bool, trashedAt: String?
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.length = length
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.properties = properties
    self.saved = saved
    self.trashedAt = trashedAt
  }

  /// Writes the state.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer, text: nil)
    writer.endObject()
  }

  fileprivate func writeMembers(to writer: inout JSONWriter, text: (any JSONWritable)?) {
    writer.name("id")
    writer.value(id)
    writer.name("version")
    writer.value(version)
    if let text {
      writer.name("text")
      text.write(to: &writer)
    }
    writer.name("title")
    writer.value(title)
    writer.name("length")
    writer.value(length)
    writer.name("createdAt")
    writer.value(createdAt)
    writer.name("modifiedAt")
    writer.value(modifiedAt)
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

/// A memo as it goes over the wire.
public struct Memo: JSONWritable, Sendable {
  /// All but the text.
  public let state: MemoState
  /// The text, which writes itself as a JSON string.
  public let text: any JSONWritable & Sendable

  /// Creates a memo from its parts.
  public init(state: MemoState, text: any JSONWritable & Sendable) {
    self.state = state
    self.text = text
  }

  /// Writes the memo.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    state.writeMembers(to: &writer, text: text)
    writer.endObject()
  }
}
