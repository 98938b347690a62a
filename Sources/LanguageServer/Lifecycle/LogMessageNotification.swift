import JSONRPC
import MemoHost

/// Something the person at the editor should be able to look up. Never a document's words.
enum LogMessageNotification: ServerNotificationType {
  static let method: StaticString = "window/logMessage"

  struct Params: JSONObjectWritable, Sendable {
    let level: LogLevel
    let message: String

    func writeMembers(to writer: inout JSONWriter) {
      // The numbers are those of `MessageType`.
      writer.member("type", level.rawValue)
      writer.member("message", message)
    }
  }
}
