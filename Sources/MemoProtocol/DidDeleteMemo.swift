public import JSONRPC

/// Another process moved a memo to the trash, or destroyed it.
public enum DidDeleteMemo: ServerNotificationType {
  /// `didDeleteMemo`
  public static let method: StaticString = "didDeleteMemo"

  /// Which memo, and where it is now.
  public struct Params: JSONWritable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// Whether it is gone for good, rather than in the trash.
    public let permanent: Bool

    /// Creates parameters.
    public init(id: String, permanent: Bool) {
      self.id = id
      self.permanent = permanent
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      writer.name("permanent")
      writer.value(permanent)
      writer.endObject()
    }
  }
}
