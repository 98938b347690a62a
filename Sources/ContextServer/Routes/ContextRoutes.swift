import JSONRPC

/// A message of the protocol: how it is carried out, in which eras it exists, and the capability that it stands for.
struct ContextRoute: Sendable {
  let route: Route<ContextSession>
  let kinds: Era.Kinds
  let capability: Capability?

  init(_ kinds: Era.Kinds, _ route: Route<ContextSession>, for capability: Capability? = nil) {
    (self.route, self.kinds, self.capability) = (route, kinds, capability)
  }
}

/// Every message of the protocol, one line each: its verb says how it runs. The server's capabilities are derived from
/// this table.
enum ContextRoutes {
  static let all: [ContextRoute] = [
    ContextRoute(.modern, reads(Discover.self) { session, _, _ in .now(session.discover()) }),
    ContextRoute(.legacy, reads(LegacyInitialize.self) { session, params, _ in .now(session.initialize(params)) }),
    ContextRoute(.legacy, .listens(LegacyInitialized.self) { _, _ in }),
    ContextRoute(.legacy, reads(Ping.self) { _, _, _ in .now(EmptyResult()) }),
    ContextRoute(.both, .abandons(Cancelled.self) { $0.requestID }),
    ContextRoute(.both, reads(ListTools.self) { session, _, _ in .now(session.tools.list) }, for: .tools),
    ContextRoute(.both, CallTool.route, for: .tools),
    ContextRoute(
      .both, reads(ListResources.self) { session, params, _ in try session.listResources(params) }, for: .resources),
    ContextRoute(.both, reads(ListTemplates.self) { _, _, _ in .now(ListTemplates.Result()) }, for: .resources),
    ContextRoute(.both, ReadResource.route, for: .resources),
    ContextRoute(
      .legacy, reads(Subscribe.self) { session, params, _ in .now(try session.subscribe(params)) }, for: .changes),
    ContextRoute(
      .legacy, reads(Unsubscribe.self) { session, params, _ in .now(session.unsubscribe(params)) }, for: .changes),
    ContextRoute(.modern, Listen.route, for: .changes),
    ContextRoute(.both, reads(ListPrompts.self) { _, _, _ in .now(ListPrompts.Result()) }, for: .prompts),
    ContextRoute(.both, GetPrompt.route, for: .prompts),
    ContextRoute(
      .both, reads(CompleteArgument.self) { session, params, _ in session.complete(params) }, for: .completions),
    ContextRoute(.both, .tells(ProgressMade.self)),
    ContextRoute(.modern, .tells(Acknowledged.self)),
    ContextRoute(.both, .tells(ResourceUpdated.self)),
    ContextRoute(.both, .tells(ResourceListChanged.self)),
    ContextRoute(.legacy, .asks(Elicit.self)),
  ]

  /// The eras of each method.
  static let kinds = Dictionary(all.map { ($0.route.method, $0.kinds) }) { first, _ in first }

  /// The methods that are never answered.
  static let notifications = Set(all.map(\.route).filter { $0.kind == .notification }.map(\.method))

  /// A request that sees what came before it, and concerns nothing that other requests touch.
  private static func reads<Request: ContextRequest>(
    _ type: Request.Type,
    _ body:
      @escaping @Sendable (isolated ContextSession, Request.Params, Caller) throws -> Answer<Request.Result>
  ) -> Route<ContextSession> {
    .reads(Wire<Request>.self, about: { _, _ in .nothing }) { session, received in
      try session.serve(type, received, body)
    }
  }
}
