import JSONRPC
import MemoHost

/// Something the person at the editor should see at once.
enum ShowMessage: ServerNotificationType {
  static let method: StaticString = "window/showMessage"
  typealias Params = LogMessageNotification.Params
}
