import JSONRPC
import MemoHost
import MemoProtocol

/// From answers to bytes.
extension Session {
  /// Answers a call, or notes that it wants no answer.
  func answer(_ message: [UInt8]?, to destination: Destination) {
    switch destination {
    case .client: if let message { send(message) }
    case .batch(let batch, let index): if let message = batch.set(message, at: index) { send(message) }
    }
  }

  /// Answers a call with an error; of a notification only the log hears, or the client by a notification of its own.
  func fail(_ call: Call, _ error: ResponseError) {
    if let id = call.id {
      answer(OutgoingMessage.response(id, error: error), to: call.destination)
      return
    }
    answer(nil, to: call.destination)
    guard error.code != .methodNotFound else {
      return log.write(.debug, "a notification of an unknown method was passed over")
    }
    logFailedNotification(call, error)
    if call.method == updateMethod, !lifecycle.isShutDown { reject(call, error) }
  }

  /// Logs the first such failure, the tenth, the hundredth and so on: a client that has lost count sends thousands.
  private func logFailedNotification(_ call: Call, _ error: ResponseError) {
    failedNotifications += 1
    guard failedNotifications == nextLoggedFailure else { return }
    nextLoggedFailure *= 10
    let count = failedNotifications == 1 ? "" : " (\(failedNotifications) notifications failed so far)"
    // A name that is none of ours may be anything, a memo's words too.
    let method = routes[call.method] == nil ? "of an unknown method" : call.method
    log.write(.warning, "the notification \(method) failed with code \(error.code.rawValue)\(count)")
  }

  private func reject(_ call: Call, _ error: ResponseError) {
    guard let id = call.params?["id"]?.string else { return }
    notify(
      DidRejectUpdate.self,
      DidRejectUpdate.Params(id: id, baseVersion: call.params?["baseVersion"]?.integer, error: error))
  }

  /// Tells the client something, if it asked to be told.
  func notify<Type: ServerNotificationType>(_ type: Type.Type, _ params: Type.Params) {
    if wantsNotifications { send(OutgoingMessage.notification(Type.method, params: params)) }
  }

  func send(_ message: [UInt8]) {
    // Where nothing has come yet that shows the client's framing, headers are what most clients expect.
    output.append(decoder.framing ?? .contentLength, message)
  }
}

private let updateMethod = "\(UpdateMemo.method)"
