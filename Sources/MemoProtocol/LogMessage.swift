package import JSONRPC

/// Something the person at the editor should be able to look up (LSP 3.17, `window/logMessage`).
package enum LogMessage: ServerNotificationType {
  /// `window/logMessage`
  package static let method: StaticString = "window/logMessage"

  /// How grave it is.
  package enum Level: Int, Sendable {
    /// The numbers of LSP 3.17's `MessageType`.
    case error = 1, warning, info, debug
  }

  /// What is said.
  package struct Params: JSONObjectWritable, Sendable {
    /// How grave it is.
    package let type: Level
    /// A sentence. Never a memo's words.
    package let message: String

    /// Creates parameters.
    package init(type: Level, message: String) {
      self.type = type
      self.message = message
    }

    /// Writes the parameters.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("type", type.rawValue)
      writer.member("message", message)
    }
  }
}
