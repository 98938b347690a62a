public import JSONRPC

/// A memo is another one now because of what another process saved, merged with what was typed here.
public enum DidChangeMemo: ServerNotificationType {
  /// `didChangeMemo`
  public static let method: StaticString = "didChangeMemo"

  /// What changed. With neither changes nor properties, the client has to read the memo to know.
  public struct Params: JSONWritable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// The version that the changes apply to: the memo's last one before them.
    public let baseVersion: Int
    /// The version that the memo has now, which may be more than one higher.
    public let version: Int
    /// Each applies to the text that the one before it left; nil if the text is the same or the changes are not known.
    public let contentChanges: [ContentChange]?
    /// All the memo's properties as they are now; nil if they are the same or not known.
    public let properties: JSONObject?

    /// Creates parameters.
    public init(
      id: String, baseVersion: Int, version: Int, contentChanges: [ContentChange]?, properties: JSONObject?
    ) {
      self.id = id
      self.baseVersion = baseVersion
      self.version = version
      self.contentChanges = contentChanges
      self.properties = properties
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      writer.name("baseVersion")
      writer.value(baseVersion)
      writer.name("version")
      writer.value(version)
      if let contentChanges {
        writer.name("contentChanges")
        writer.beginArray()
        for change in contentChanges { change.write(to: &writer) }
        writer.endArray()
      }
      if let properties {
        writer.name("properties")
        properties.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
