import JSONRPC

/// Tells a client of the legacy era of a memo's changes from now on.
enum Subscribe: ContextRequest {
  static let method: StaticString = "resources/subscribe"
  typealias Params = ReadResource.Params
  typealias Result = Done
}

/// Tells it no more.
enum Unsubscribe: ContextRequest {
  static let method: StaticString = "resources/unsubscribe"
  typealias Params = ReadResource.Params
  typealias Result = Done
}

extension ContextSession {
  /// Whether there is such a memo for agents is told by reading it: a subscription to none is told of nothing.
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
