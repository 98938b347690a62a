import JSONRPC
import MemoEngine

/// The clients' subscriptions to changes.
struct Subscriptions {
  /// The most memos of a subscription, and the most subscriptions at a time.
  static let mostResources = 1000, most = 100

  /// A subscription that a request keeps open.
  struct Open {
    let addresses: MemoAddresses
    let wantsList: Bool
    let ended: AsyncStream<Never>.Continuation
  }

  var open: [RequestID: Open] = [:]
  /// The addresses that a client of the legacy era has subscribed to.
  var legacy = MemoAddresses()
  /// Reports changes by others, once somebody subscribes.
  var observation: Observation?
  /// Takes changes that have yet to be checked against agents' access.
  var news: AsyncStream<MemoNews>.Continuation?
}

extension ContextSession {
  /// Starts a subscription.
  ///
  /// - Returns: a stream that ends with it.
  func listen(_ wanted: Listen.Wanted, as id: RequestID) throws(ResponseError) -> AsyncStream<Never> {
    guard subscriptions.open.count < Subscriptions.most, subscriptions.open[id] == nil else {
      throw ResponseError(.invalidParams, "there are too many subscriptions, or one of this id; give some up first")
    }
    let (stream, ended) = AsyncStream<Never>.makeStream()
    subscriptions.open[id] = Subscriptions.Open(
      addresses: MemoAddresses(wanted.resources ?? []), wantsList: wanted.resourcesListChanged, ended: ended)
    ended.onTermination = { [weak self] _ in Task { await self?.forget(id) } }
    connection.notify(Acknowledged.self, Acknowledged.Params(subscription: id, wanted: wanted))
    observeChanges()
    return stream
  }

  private func forget(_ id: RequestID) { subscriptions.open[id] = nil }

  /// Ends all subscriptions, whose requests are answered then.
  func endSubscriptions() {
    subscriptions.observation = nil
    subscriptions.news?.finish()
    for open in subscriptions.open.values { open.ended.finish() }
  }

  /// Makes the engine report others' changes from now on.
  func observeChanges() {
    guard subscriptions.observation == nil else { return }
    let origin = origin
    subscriptions.observation = onEngine { engine in
      engine.observe(as: origin) { [weak self] event in self?.assumeIsolated { $0.pass(event) } }
    }
  }

  private func pass(_ event: EngineEvent) {
    switch event {
    case .createdByOther(let id), .deletedByOther(let id, _): changed(MemoNews(id: id, isListed: true))
    case .changedByOther(let edit): changed(MemoNews(id: edit.id, isListed: false, since: edit.baseVersion))
    default: break
    }
  }

  /// Reports a change of a memo to subscribers. Where access depends on a tag the text has to be read first, and later
  /// changes wait.
  func changed(_ news: MemoNews) {
    guard access.tag != nil else { return tell(news) }
    if subscriptions.news == nil {
      let (stream, news) = AsyncStream<MemoNews>.makeStream()
      subscriptions.news = news
      Task.detached { [weak self, engine, access] in
        for await news in stream {
          if let seen = await news.seen(by: access, in: engine) { await self?.tell(seen) }
        }
      }
    }
    subscriptions.news?.yield(news)
  }

  private func tell(_ news: MemoNews) {
    for (subscription, open) in subscriptions.open {
      for uri in open.addresses.of(news.id) { tell(uri, to: subscription) }
      if news.isListed, open.wantsList { tellListed(to: subscription) }
    }
    guard case .legacy = era else { return }
    for uri in subscriptions.legacy.of(news.id) { tell(uri, to: nil) }
    if news.isListed { tellListed(to: nil) }
  }

  private func tell(_ uri: String, to subscription: RequestID?) {
    connection.notify(ResourceUpdated.self, ResourceUpdated.Params(subscription: subscription, uri: uri))
  }

  private func tellListed(to subscription: RequestID?) {
    connection.notify(ResourceListChanged.self, ResourceListChanged.Params(subscription: subscription))
  }
}
