import JSONRPC

/// A message of the protocol: how it is carried out, and what clients are told that the server can do because of it.
struct LanguageRoute: Sendable {
  let route: Route<LanguageSession>
  let capability: ServerCapability?

  init(_ route: Route<LanguageSession>, for capability: ServerCapability? = nil) {
    (self.route, self.capability) = (route, capability)
  }
}

/// Every message of the protocol that is spoken here, one line each: its verb says how it runs. What clients are told
/// of the server's capabilities is derived from this.
enum LanguageRoutes {
  static let all: [LanguageRoute] = [
    LanguageRoute(.mutates(InitializeRequest.self) { $0.initialize($1) }),
    LanguageRoute(.listens(InitializedNotification.self) { _, _ in }),
    LanguageRoute(.waits(ShutdownRequest.self, about: { _, _ in .nothing }) { session, _ in session.shutDown() }),
    LanguageRoute(.listens(ExitNotification.self) { session, _ in session.exit() }),
    LanguageRoute(.cancels),
    LanguageRoute(.listens(SetTrace.self) { $0.trace = $1.value ?? $0.trace }),
    LanguageRoute(
      .listens(DidOpen.self) { $0.didOpen($1) }, for: ServerCapability("textDocumentSync", "openClose", .bool(true))),
    // 2 is "incremental" (LSP 3.17, `TextDocumentSyncKind`).
    LanguageRoute(
      .listens(DidChange.self) { try $0.didChange($1) },
      for: ServerCapability("textDocumentSync", "change", .number("2"))),
    LanguageRoute(.listens(DidSave.self) { _, _ in }),
    LanguageRoute(.listens(DidClose.self) { $0.didClose($1) }),
    reads(DocumentSymbols.self, for: ServerCapability("documentSymbolProvider")) { try $0.documentSymbols($1) },
    reads(FoldingRanges.self, for: ServerCapability("foldingRangeProvider")) { try $0.foldingRanges($1) },
    reads(DocumentLinks.self, for: ServerCapability("documentLinkProvider", "resolveProvider", .bool(false))) {
      try $0.documentLinks($1)
    },
    reads(DocumentHighlights.self, for: ServerCapability("documentHighlightProvider")) {
      try $0.documentHighlights($1)
    },
    LanguageRoute(.tells(LogTrace.self)),
    LanguageRoute(.tells(LogMessageNotification.self)),
    LanguageRoute(.tells(ShowMessage.self)),
  ]

  /// A question about documents as they are when it comes, answered away from the loop's thread.
  private static func reads<Type: RequestType>(
    _ type: Type.Type, for capability: ServerCapability,
    _ body: @escaping @Sendable (isolated LanguageSession, Type.Params) throws -> Answer<Type.Result>
  ) -> LanguageRoute {
    LanguageRoute(.reads(type, about: { _, _ in .nothing }, body), for: capability)
  }
}
