public import JSONRPC

/// A version of a memo is in the database.
public enum DidSaveMemo: ServerNotificationType {
  /// `didSaveMemo`
  public static let method: StaticString = "didSaveMemo"

  /// Which version of which memo.
  public struct Params: JSONWritable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// The version that was saved; the memo may be further on by now.
    public let version: Int

    /// Creates parameters.
    public init(id: String, version: Int) {
      self.id = id
      self.version = version
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      writer.name("version")
      writer.value(version)
      writer.endObject()
    }
  }
}
