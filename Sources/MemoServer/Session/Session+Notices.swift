import JSONRPC
import MemoEngine
import MemoHost
import MemoProtocol

/// Errors and events of the connection.
extension Session {
  func response(to error: any Error) -> ResponseError {
    switch error {
    case let error as EngineError: return WireError.response(error)
    case let error as StoreError: return WireError.response(.storeUnavailable(error))
    case let error as LimitExceeded:
      return WireError.limitExceeded(error.message, limit: error.limit, value: error.value)
    case let error as UnknownMethod:
      return ResponseError(
        .methodNotFound,
        "there is no request \(error.name) in memo-ls \(MemoHost.version); see its README for those there are")
    default:
      let response = ResponseError(answering: error)
      if response.code == .internalError { log.write(.error, "a request failed: \(type(of: error))") }
      return response
    }
  }

  func notice(_ event: ConnectionEvent) {
    switch event {
    case .notificationFailed(let call, let error): fail(call, error)
    case .slowTurn(let what, let time): log.write(slowTurn: what, of: time)
    case .unreadable: break
    case .inputFailed(let reason): log.write(.error, "input can't be read: \(reason)")
    }
  }

  /// Reports a failed notification: to the log, or to the client by a notification of its own.
  private func fail(_ call: Call, _ error: ResponseError) {
    guard error.code != .methodNotFound else {
      return log.write(.debug, "a notification of an unknown method was passed over")
    }
    logFailedNotification(call, error)
    guard call.method == updateMethod, !lifecycle.isShutDown, let id = call.params?["id"]?.string else { return }
    notify(
      DidRejectUpdate.self,
      DidRejectUpdate.Params(id: id, baseVersion: call.params?["baseVersion"]?.integer, error: error))
  }

  /// Logs the first such failure, the tenth, the hundredth and so on: a client that has lost count sends thousands.
  private func logFailedNotification(_ call: Call, _ error: ResponseError) {
    failedNotifications += 1
    guard failedNotifications == nextLoggedFailure else { return }
    nextLoggedFailure *= 10
    let count = failedNotifications == 1 ? "" : " (\(failedNotifications) notifications failed so far)"
    // An unknown name may be anything, even a memo's words.
    let method = RouteTable.isKnown(call.method) ? call.method : "of an unknown method"
    log.write(.warning, "the notification \(method) failed with code \(error.code.rawValue)\(count)")
  }
}

private let updateMethod = "\(UpdateMemo.method)"
