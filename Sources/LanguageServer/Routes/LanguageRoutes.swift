import JSONRPC

/// A message of the protocol: how it is carried out, and what clients are told that the server can do because of it.
struct LanguageRoute: Sendable {
  let route: Route<LanguageSession>
  let capability: Capability?

  init(_ route: Route<LanguageSession>, for capability: Capability? = nil) {
    (self.route, self.capability) = (route, capability)
  }
}

/// Every message of the protocol that is spoken here, one line each: its verb says how it runs. What clients are told
/// of the server's capabilities is derived from this.
enum LanguageRoutes {
  static let all: [LanguageRoute] = [
    LanguageRoute(.mutates(Initialize.self) { $0.initialize($1) }),
    LanguageRoute(.listens(Initialized.self) { _, _ in }),
    LanguageRoute(.waits(Shutdown.self, about: { _, _ in .nothing }) { session, _ in session.shutDown() }),
    LanguageRoute(.listens(Exit.self) { session, _ in session.exit() }),
    LanguageRoute(.cancels),
    LanguageRoute(.listens(SetTrace.self) { $0.trace = $1.value ?? $0.trace }),
    LanguageRoute(
      .listens(DidOpen.self) { $0.didOpen($1) }, for: Capability("textDocumentSync", "openClose", .bool(true))),
    // 2 is "incremental" (LSP 3.17, `TextDocumentSyncKind`).
    LanguageRoute(
      .listens(DidChange.self) { try $0.didChange($1) }, for: Capability("textDocumentSync", "change", .number("2"))),
    LanguageRoute(.listens(DidSave.self) { _, _ in }),
    LanguageRoute(.listens(DidClose.self) { $0.didClose($1) }),
    reads(DocumentSymbols.self, for: Capability("documentSymbolProvider")) { try $0.documentSymbols($1) },
    reads(FoldingRanges.self, for: Capability("foldingRangeProvider")) { try $0.foldingRanges($1) },
    reads(DocumentLinks.self, for: Capability("documentLinkProvider", "resolveProvider", .bool(false))) {
      try $0.documentLinks($1)
    },
    reads(DocumentHighlights.self, for: Capability("documentHighlightProvider")) { try $0.documentHighlights($1) },
    LanguageRoute(.tells(LogTrace.self)),
    LanguageRoute(.tells(LogMessage.self)),
    LanguageRoute(.tells(ShowMessage.self)),
  ]

  /// A question about documents as they are when it comes, answered away from the loop's thread.
  private static func reads<Type: RequestType>(
    _ type: Type.Type, for capability: Capability,
    _ body: @escaping @Sendable (isolated LanguageSession, Type.Params) throws -> Answer<Type.Result>
  ) -> LanguageRoute {
    LanguageRoute(.reads(type, about: { _, _ in .nothing }, body), for: capability)
  }
}
