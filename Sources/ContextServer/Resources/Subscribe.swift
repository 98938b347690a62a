import JSONRPC

/// Reports a memo's changes to a client of the legacy era from now on.
enum Subscribe: ContextRequest {
  static let method: StaticString = "resources/subscribe"
  typealias Params = ReadResource.Params
  typealias Result = Done
}

/// Ends these reports.
enum Unsubscribe: ContextRequest {
  static let method: StaticString = "resources/unsubscribe"
  typealias Params = ReadResource.Params
  typealias Result = Done
}

extension ContextSession {
  /// Reading a memo tells whether it exists for agents: a subscription to none just reports nothing.
  func subscribe(_ params: ReadResource.Params) throws(ResponseError) -> Done {
    guard subscriptions.legacy.count < Subscriptions.mostResources else {
      throw ResponseError(.invalidParams, "there are \(Subscriptions.mostResources) subscriptions; give some up first")
    }
    subscriptions.legacy.insert(params.uri)
    observeChanges()
    return Done()
  }

  func unsubscribe(_ params: ReadResource.Params) -> Done {
    subscriptions.legacy.remove(params.uri)
    return Done()
  }
}
