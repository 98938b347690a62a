public import JSONRPC

/// A memo could not be saved. Nothing is lost: it is kept and tried again.
public enum DidFailToSaveMemo: ServerNotificationType {
  /// `didFailToSaveMemo`
  public static let method: StaticString = "didFailToSaveMemo"

  /// What failed.
  public struct Params: JSONWritable, Sendable {
    /// The memo's identifier.
    public let id: String
    /// The version that was to be saved.
    public let version: Int
    /// Why it failed, as an error object.
    public let error: any JSONWritable & Sendable
    /// When it is tried again, in milliseconds from now.
    public let retryInMs: Int

    /// Creates parameters.
    public init(id: String, version: Int, error: any JSONWritable & Sendable, retryInMs: Int) {
      self.id = id
      self.version = version
      self.error = error
      self.retryInMs = retryInMs
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("id")
      writer.value(id)
      writer.name("version")
      writer.value(version)
      writer.name("error")
      error.write(to: &writer)
      writer.name("retryInMs")
      writer.value(retryInMs)
      writer.endObject()
    }
  }
}
