public import JSONRPC

/// An `updateMemo` that came as a notification was refused; the memo stays as it was.
public enum DidRejectUpdate: ServerNotificationType {
  /// `didRejectUpdate`
  public static let method: StaticString = "didRejectUpdate"

  /// What was refused.
  public struct Params: JSONWritable, Sendable {
    /// The identifier the update named.
    public let id: String
    /// The version it started from, if it named one.
    public let baseVersion: Int?
    /// Why it was refused, as an error object.
    public let error: any JSONWritable & Sendable

    /// Creates parameters.
    public init(id: String, baseVersion: Int?, error: any JSONWritable & Sendable) {
      self.id = id
      self.baseVersion = baseVersion
      self.error = error
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      if let baseVersion {
        writer.name("baseVersion")
        writer.value(baseVersion)
      }
      writer.name("error")
      error.write(to: &writer)
      writer.endObject()
    }
  }
}
