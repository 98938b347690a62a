public import JSONRPC

/// Another process made a memo, or brought one back from the trash.
public enum DidCreateMemo: ServerNotificationType {
  /// `didCreateMemo`
  public static let method: StaticString = "didCreateMemo"

  /// Which memo.
  public struct Params: JSONWritable, Sendable {
    /// The memo's identifier.
    public let id: String

    /// Creates parameters.
    public init(id: String) {
      self.id = id
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      writer.endObject()
    }
  }
}
