import JSONRPC

/// Reports a memo's changes to a client of the legacy era from now on.
enum Subscribe: ContextRequest {
  static let method: StaticString = "resources/subscribe"
  typealias Params = ReadResource.Params
  typealias Result = EmptyResult
}

/// Ends these reports.
enum Unsubscribe: ContextRequest {
  static let method: StaticString = "resources/unsubscribe"
  typealias Params = ReadResource.Params
  typealias Result = EmptyResult
}

extension ContextSession {
  /// Reading a memo tells whether it exists for agents: a subscription to none just reports nothing.
  func subscribe(_ params: ReadResource.Params) throws(ResponseError) -> EmptyResult {
    guard subscriptions.legacy.count < Subscriptions.mostResources else {
      throw ResponseError(.invalidParams, "there are \(Subscriptions.mostResources) subscriptions; give some up first")
    }
    subscriptions.legacy.insert(params.uri)
    observeChanges()
    return EmptyResult()
  }

  func unsubscribe(_ params: ReadResource.Params) -> EmptyResult {
    subscriptions.legacy.remove(params.uri)
    return EmptyResult()
  }
}
