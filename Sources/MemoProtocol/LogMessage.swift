package import JSONRPC

/// Something the person at the editor should be able to look up (LSP 3.17, `window/logMessage`).
package enum LogMessage: ServerNotificationType {
  /// `window/logMessage`
  package static let method: StaticString = "window/logMessage"

  /// What is said.
  package struct Params: JSONObjectWritable, Sendable {
    /// How grave it is, as LSP 3.17 counts (`MessageType`): 1 is an error, 4 for debugging.
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
