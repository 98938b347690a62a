package import JSONRPC

/// A message for the log that an editor shows its user (LSP 3.17, `window/logMessage`).
package enum LogMessage: ServerNotificationType {
  /// `window/logMessage`
  package static let method: StaticString = "window/logMessage"

  /// The message and its level.
  package struct Params: JSONObjectWritable, Sendable {
    /// The level, as LSP 3.17 counts (`MessageType`): 1 for errors, 4 for debugging.
    package let type: Int
    /// A sentence. Never a memo's words.
    package let message: String

    /// Creates parameters.
    package init(type: Int, message: String) {
      self.type = type
      self.message = message
    }

    /// Writes the parameters.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("type", type)
      writer.member("message", message)
    }
  }
}
