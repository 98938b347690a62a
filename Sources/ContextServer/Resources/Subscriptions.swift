import JSONRPC
import MemoEngine

/// Who is told of changes.
struct Subscriptions {
  /// The most memos of a subscription, and the most subscriptions at a time.
  static let mostResources = 1000, most = 100

  /// One that a request keeps open.
  struct Open {
    let wanted: Listen.Wanted
    let ended: AsyncStream<Never>.Continuation
  }

  var open: [RequestID: Open] = [:]
  /// The addresses that the legacy era's client has named.
  var legacy: Set<String> = []
  /// What tells of changes by others, once somebody wants to know.
  var observation: Observation?

  /// Whether somebody wants to know of a memo, or of all.
  func concern(_ uri: String) -> Bool {
    legacy.contains(uri) || open.values.contains { $0.wanted.resources?.contains(uri) ?? false }
  }
}

extension ContextSession {
  /// Begins a subscription.
  ///
  /// - Returns: what ends with it.
  func listen(_ wanted: Listen.Wanted, as id: RequestID) throws(ResponseError) -> AsyncStream<Never> {
    guard subscriptions.open.count < Subscriptions.most, subscriptions.open[id] == nil else {
      throw ResponseError(.invalidParams, "there are too many subscriptions, or one of this id; give some up first")
    }
    let (stream, ended) = AsyncStream<Never>.makeStream()
    subscriptions.open[id] = Subscriptions.Open(wanted: wanted, ended: ended)
    ended.onTermination = { [weak self] _ in Task { await self?.forget(id) } }
    connection.notify(Acknowledged.self, Acknowledged.Params(subscription: id, wanted: wanted))
    observeChanges()
    return stream
  }

  private func forget(_ id: RequestID) { subscriptions.open[id] = nil }

  /// Ends all of them, which are answered then.
  func endSubscriptions() {
    subscriptions.observation = nil
    for open in subscriptions.open.values { open.ended.finish() }
  }

  /// Has the engine tell of what others do from now on.
  func observeChanges() {
    guard subscriptions.observation == nil else { return }
    let origin = origin
    subscriptions.observation = onEngine { engine in
      engine.observe(as: origin) { [weak self] event in self?.assumeIsolated { $0.pass(event) } }
    }
  }

  private func pass(_ event: EngineEvent) {
    switch event {
    case .createdByOther(let id), .deletedByOther(let id, _): changed(id, isListed: true)
    case .changedByOther(let edit): changed(edit.id, isListed: false)
    default: break
    }
  }

  /// Tells those who want to know that a memo is another.
  ///
  /// - Parameter isListed: whether it came into lists of memos, or left them.
  func changed(_ id: MemoID, isListed: Bool) {
    let uri = ResourceURI(id.description).text
    for (subscription, open) in subscriptions.open {
      if open.wanted.resources?.contains(uri) ?? false { tell(uri, id, to: subscription) }
      // Where only memos with a tag are there, others coming and going would tell of them.
      if isListed, open.wanted.resourcesListChanged { tellListed(id, to: subscription) }
    }
    guard case .legacy = era else { return }
    if subscriptions.legacy.contains(uri) { tell(uri, id, to: nil) }
    if isListed { tellListed(id, to: nil) }
  }

  private func tell(_ uri: String, _ id: MemoID, to subscription: RequestID?) {
    whereAdmitted(id) { session in
      guard session.isOpen(subscription) else { return }
      session.connection.notify(
        ResourceUpdated.self, ResourceUpdated.Params(subscription: subscription, uri: uri))
    }
  }

  private func tellListed(_ id: MemoID, to subscription: RequestID?) {
    whereAdmitted(id) { session in
      guard session.isOpen(subscription) else { return }
      session.connection.notify(ResourceListChanged.self, ResourceListChanged.Params(subscription: subscription))
    }
  }

  /// Whether a subscription was not given up; nil is that of the legacy era, which has but one.
  private func isOpen(_ subscription: RequestID?) -> Bool {
    subscription.map { subscriptions.open[$0] != nil } ?? true
  }

  /// Does something if a memo is there for agents. Where a tag decides that, the text has to be read first.
  private func whereAdmitted(_ id: MemoID, _ body: @escaping @Sendable (isolated ContextSession) -> Void) {
    guard access.tag != nil else { return body(self) }
    Task.detached { [self] in
      guard let memo = try? await engine.snapshot(id), access.admits(memo) else { return }
      await perform(body)
    }
  }

  private func perform(_ body: @Sendable (isolated ContextSession) -> Void) { body(self) }
}
