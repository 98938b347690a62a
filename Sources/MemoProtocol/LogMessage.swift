public import JSONRPC

/// Something the person at the editor should be able to look up (LSP 3.17, `window/logMessage`).
public enum LogMessage: ServerNotificationType {
  /// `window/logMessage`
  public static let method: StaticString = "window/logMessage"

  /// How grave it is.
  public enum Level: Int, Sendable {
    /// The numbers of LSP 3.17's `MessageType`.
    case error = 1, warning, info, debug
  }

  /// What is said.
  public struct Params: JSONWritable, Sendable {
    /// How grave it is.
    public let type: Level
    /// A sentence. Never a memo's words.
    public let message: String

    /// Creates parameters.
    public init(type: Level, message: String) {
      self.type = type
      self.message = message
    }

    /// Writes the parameters.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("type")
      writer.value(type.rawValue)
      writer.name("message")
      writer.value(message)
      writer.endObject()
    }
  }
}
