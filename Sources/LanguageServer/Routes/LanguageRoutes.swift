import JSONRPC

/// A message of the protocol: how it is carried out, and what clients are told that the server can do because of it.
struct LanguageRoute: Sendable {
  let route: Route<LanguageSession>
  let capabilities: [ServerCapability]

  init(_ route: Route<LanguageSession>, for capabilities: ServerCapability...) {
    (self.route, self.capabilities) = (route, capabilities)
  }
}

/// Every message of the protocol that is spoken here, one line each: its verb says how it runs. What clients are told
/// of the server's capabilities is derived from this.
enum LanguageRoutes {
  static let all: [LanguageRoute] = [
    LanguageRoute(.mutates(InitializeRequest.self) { $0.initialize($1) }),
    LanguageRoute(.listens(InitializedNotification.self) { session, _ in session.initialized() }),
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
    LanguageRoute(
      .listens(DidSave.self) { $0.didSave($1) },
      for: ServerCapability(
        "textDocumentSync", "save", .object(ServerCapability("includeText", .bool(true)).members))),
    LanguageRoute(.listens(DidClose.self) { $0.didClose($1) }),
    reads(DocumentSymbols.self, for: ServerCapability("documentSymbolProvider")) { try $0.documentSymbols($1) },
    reads(FoldingRanges.self, for: ServerCapability("foldingRangeProvider")) { try $0.foldingRanges($1) },
    reads(DocumentLinks.self, for: ServerCapability("documentLinkProvider", [])) { try $0.documentLinks($1) },
    reads(DocumentLinkResolve.self, for: ServerCapability("documentLinkProvider", "resolveProvider", .bool(true))) {
      $0.resolve($1)
    },
    reads(DocumentHighlights.self, for: ServerCapability("documentHighlightProvider")) {
      try $0.documentHighlights($1)
    },
    reads(DefinitionRequest.self, for: ServerCapability("definitionProvider")) { try $0.definition($1) },
    reads(DeclarationRequest.self, for: ServerCapability("declarationProvider")) { try $0.definition($1) },
    reads(ReferencesRequest.self, for: ServerCapability("referencesProvider")) { try $0.references($1) },
    reads(HoverRequest.self, for: ServerCapability("hoverProvider")) { try $0.hover($1) },
    reads(WorkspaceSymbols.self, for: ServerCapability("workspaceSymbolProvider")) { $0.workspaceSymbols($1) },
    reads(
      CompletionRequest.self,
      for: ServerCapability(
        "completionProvider", "triggerCharacters", .array(["[", "#", "^", "(", "/", ":"].map(JSONValue.string)))
    ) { try $0.completion($1) },
    reads(CompletionResolve.self, for: ServerCapability("completionProvider", "resolveProvider", .bool(true))) {
      $0.resolve($1)
    },
    LanguageRoute(
      .holds(RenameRequest.self, about: { _, _ in .nothing }, commits: true) { session, params in
        try session.answer(params) { try $0.rename($1) }
      },
      for: ServerCapability("renameProvider")),
    reads(PrepareRename.self, for: PrepareRename.capability) { try $0.prepareRename($1) },
    reads(
      DocumentDiagnostic.self,
      for: ServerCapability(
        "diagnosticProvider", [("interFileDependencies", .bool(true)), ("workspaceDiagnostics", .bool(false))])
    ) { try $0.diagnostic($1) },
    LanguageRoute(
      .listens(DidChangeConfiguration.self) { $0.didChangeConfiguration($1) }),
    reads(SelectionRanges.self, for: ServerCapability("selectionRangeProvider")) { try $0.selectionRanges($1) },
    reads(LinkedEditing.self, for: ServerCapability("linkedEditingRangeProvider")) { try $0.linkedEditing($1) },
    reads(FormattingRequest.self, for: ServerCapability("documentFormattingProvider")) { try $0.formatting($1) },
    reads(RangeFormatting.self, for: ServerCapability("documentRangeFormattingProvider")) {
      try $0.rangeFormatting($1)
    },
    reads(
      OnTypeFormatting.self,
      for: ServerCapability("documentOnTypeFormattingProvider", "firstTriggerCharacter", .string("\n"))
    ) { try $0.onTypeFormatting($1) },
    reads(SemanticTokens.self, for: SemanticTokens.capability) { try $0.semanticTokens($1) },
    reads(SemanticTokensRange.self, for: ServerCapability("semanticTokensProvider", "range", .bool(true))) {
      try $0.semanticTokens($1)
    },
    reads(SemanticTokensDelta.self, for: SemanticTokensDelta.capability) { try $0.semanticTokens($1) },
    LanguageRoute(
      .reads(CodeActions.self, about: { _, _ in .nothing }) { session, params in
        session.kept(try session.answer(params) { try $0.codeActions($1) })
      },
      for: ServerCapability("codeActionProvider"), CodeActions.kinds),
    reads(CodeActionResolve.self, for: CodeActionResolve.capability) { try $0.resolve($1) },
    reads(InlayHints.self, for: ServerCapability("inlayHintProvider")) { try $0.inlayHints($1) },
    reads(CodeLensRequest.self, for: ServerCapability("codeLensProvider", "resolveProvider", .bool(false))) {
      try $0.codeLenses($1)
    },
    LanguageRoute(
      .waits(ExecuteCommand.self, about: { _, _ in .nothing }) { try $0.execute($1) }, for: ExecuteCommand.capability),
    reads(TextContent.self, for: TextContent.capability) { try $0.textContent($1) },
    reads(WillRenameFiles.self, for: WillRenameFiles.capability) { try $0.willRenameFiles($1) },
    reads(WillCreateFiles.self, for: WillCreateFiles.capability) { $0.willCreateFiles($1) },
    LanguageRoute(
      .listens(DidRenameFiles.self) { $0.filesChanged($1.files.flatMap { [$0.old, $0.new] }) },
      for: DidRenameFiles.capability),
    LanguageRoute(
      .listens(DidDeleteFiles.self) { $0.filesChanged($1.files.map(\.uri)) }, for: DidDeleteFiles.capability),
    LanguageRoute(.listens(DidChangeWatchedFiles.self) { $0.filesChanged($1.changes.map(\.uri)) }),
    LanguageRoute(
      .listens(DidChangeWorkspaceFolders.self) { $0.didChangeWorkspaceFolders($1) },
      for: DidChangeWorkspaceFolders.capability),
    LanguageRoute(.tells(PartialResult.self)),
    LanguageRoute(.tells(WorkDoneProgress.self)),
    LanguageRoute(.asks(CreateProgress.self)),
    LanguageRoute(.asks(RegisterCapability.self)),
    LanguageRoute(.asks(UnregisterCapability.self)),
    LanguageRoute(.tells(PublishDiagnostics.self)),
    LanguageRoute(.asks(ApplyEdit.self)),
    LanguageRoute(.asks(ConfigurationRequest.self)),
    LanguageRoute(.asks(ShowDocument.self)),
    LanguageRoute(.asks(ShowMessageRequest.self)),
    LanguageRoute(.asks(RefreshDiagnostics.self)),
    LanguageRoute(.asks(RefreshCodeLens.self)),
    LanguageRoute(.asks(RefreshInlayHints.self)),
    LanguageRoute(.tells(LogTrace.self)),
    LanguageRoute(.tells(LogMessageNotification.self)),
    LanguageRoute(.tells(ShowMessage.self)),
  ]

  /// A question about a document as it is when that comes, answered away from the loop's thread.
  private static func reads<Type: RequestType>(
    _ type: Type.Type, for capability: ServerCapability,
    _ body: @escaping @Sendable (isolated LanguageSession, Type.Params) throws -> Answer<Type.Result>
  ) -> LanguageRoute where Type.Params: AboutDocument {
    LanguageRoute(
      .reads(type, about: { _, _ in .nothing }) { session, params in session.kept(try session.answer(params, body)) },
      for: capability)
  }

  /// A question about what is in no document, or in many.
  private static func reads<Type: RequestType>(
    _ type: Type.Type, for capability: ServerCapability,
    _ body: @escaping @Sendable (isolated LanguageSession, Type.Params) throws -> Answer<Type.Result>
  ) -> LanguageRoute {
    LanguageRoute(
      .reads(type, about: { _, _ in .nothing }) { session, params in session.kept(try body(session, params)) },
      for: capability)
  }
}
