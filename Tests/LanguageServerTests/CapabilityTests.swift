import JSON
import SessionSupport
import TestSupport
import Testing

@testable import LanguageServer

@Suite("A client that can do less", .timeLimit(.minutes(10)))
struct CapabilityTests {
  @Test(
    "is told no options that it says nothing of",
    arguments: [
      (#"{"codeAction":{}}"#, "true", "true"),
      (
        #"{"rename":{"prepareSupport":true},"codeAction":{"codeActionLiteralSupport":{}}}"#,
        #"{"prepareProvider":true}"#,
        #"{"codeActionKinds":["quickfix","refactor.extract","refactor.inline","refactor.rewrite","source","#
          + #""source.updateTableOfContents","source.keepFolder","source.organizeLinkDefinitions","#
          + #""source.removeUnusedLinkDefinitions"]}"#
      ),
    ])
  func options(capabilities: String, rename: String, actions: String) async throws {
    let session = try await EditorSession(#"{"textDocument":\#(capabilities)}"#)
    #expect(session.capabilities["renameProvider"]?.json == rename)
    #expect(session.capabilities["codeActionProvider"]?.json == actions)
  }

  @Test("and knows no code actions is offered those that are commands, as commands")
  func commands() async throws {
    let session = try await MemoSession(#"{"textDocument":{"codeAction":{}}}"#, holding: [("m", "[[Gone]]\n- [ ] x\n")])
    try await session.open("m", "[[Gone]]\n- [ ] x\n")
    let range = #""range":{"start":{"line":0,"character":3},"end":{"line":1,"character":7}},"context":{}"#
    let found = try await session.client.request(
      "textDocument/codeAction", EditorSession.document(MemoSession.uri("m"), range))
    let commands = found.elements.map { $0["command"]?.string ?? "?" }
    #expect(commands.contains("memo.new") && !commands.contains("?"))
    let isLiteral = found.elements.contains { $0["kind"] != nil || $0["edit"] != nil }
    #expect(!isLiteral)
  }

  @Test(
    "and shows words as they are written is told so",
    arguments: [
      (#"{}"#, "markdown", "markdown"),
      (
        #"{"hover":{"contentFormat":["plaintext"]},"#
          + #""completion":{"completionItem":{"documentationFormat":["markdown"]}}}"#, "plaintext", "markdown"
      ),
      (
        #"{"hover":{"contentFormat":["html","markdown","plaintext"]},"#
          + #""completion":{"completionItem":{"documentationFormat":["plaintext","markdown"]}}}"#,
        "markdown", "plaintext"
      ),
    ])
  func formats(capabilities: String, hover: String, documentation: String) async throws {
    let memos = [("plan", "# Plan\n"), ("here", "[[Pl‸an]]")]
    let workspace = try await Workspace(memos: memos, #"{"textDocument":\#(capabilities)}"#)
    #expect(try await workspace.ask("textDocument/hover")["contents"]?["kind"]?.string == hover)
    let item = try await workspace.ask("textDocument/completion")["items"]?.elements.first
    let resolved = try await workspace.session.client.request("completionItem/resolve", item?.json)
    #expect(resolved["documentation"]?["kind"]?.string == documentation)
  }

  @Test(
    "or more says so in options that are written in either way",
    arguments: [
      (#"{"memo":{"documents":true}}"#, true), (#"{"memo.documents":true}"#, true), (#"{"memo.documents":0}"#, false),
      ("{}", false),
    ])
  func dotted(options: String, shows: Bool) throws {
    let params = try JSONDocument(Array(#"{"initializationOptions":\#(options)}"#.utf8)).root
    #expect(ClientCapabilities(json: params).showsMemos == shows)
  }

  @Test("and one that can do everything is told all that the server can do, and nothing else")
  func whole() async throws {
    let able = """
      {"workspace":{"applyEdit":true,"textDocumentContent":{},"workspaceEdit":{"documentChanges":true,\
      "resourceOperations":["create","rename"]}},"textDocument":{"rename":{"prepareSupport":true},"diagnostic":{},\
      "codeAction":{"codeActionLiteralSupport":{},"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}
      """
    let session = try await EditorSession(able)
    let all = """
      {"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":true}},\
      "documentSymbolProvider":true,"foldingRangeProvider":true,"documentLinkProvider":{"resolveProvider":true},\
      "documentHighlightProvider":true,"definitionProvider":true,"declarationProvider":true,\
      "referencesProvider":true,"hoverProvider":true,"workspaceSymbolProvider":true,\
      "completionProvider":{"triggerCharacters":["[","#","^","(","/",":"],"resolveProvider":true},\
      "renameProvider":{"prepareProvider":true},"diagnosticProvider":{"interFileDependencies":true,\
      "workspaceDiagnostics":false},"selectionRangeProvider":true,"linkedEditingRangeProvider":true,\
      "documentFormattingProvider":true,"documentRangeFormattingProvider":true,\
      "documentOnTypeFormattingProvider":{"firstTriggerCharacter":"\\n"},\
      "semanticTokensProvider":{"legend":{"tokenTypes":["class","decorator","keyword"],"tokenModifiers":[]},\
      "full":{"delta":true},"range":true},"codeActionProvider":{"codeActionKinds":["quickfix","refactor.extract",\
      "refactor.inline","refactor.rewrite","source","source.updateTableOfContents","source.keepFolder",\
      "source.organizeLinkDefinitions","source.removeUnusedLinkDefinitions"],"resolveProvider":true},\
      "inlayHintProvider":true,"codeLensProvider":{"resolveProvider":false},\
      "executeCommandProvider":{"commands":["memo.daily","memo.new","memo.show","memo.search","memo.history",\
      "memo.undo","memo.trash","memo.restore","memo.pin","memo.backlinks","memo.keepFolder"]},\
      "workspace":{"textDocumentContent":{"schemes":["memo-history"]},\
      "fileOperations":{"willRename":{"filters":[{"pattern":{"glob":"**/*","matches":"file"}},\
      {"pattern":{"glob":"**","matches":"folder"}}]},"willCreate":{"filters":[{"scheme":"file",\
      "pattern":{"glob":"**/*.{md,markdown,txt}","matches":"file","options":{"ignoreCase":true}}}]},\
      "didRename":{"filters":[{"pattern":{"glob":"**/*","matches":"file"}},{"pattern":{"glob":"**",\
      "matches":"folder"}}]},"didDelete":{"filters":[{"pattern":{"glob":"**/*","matches":"file"}},\
      {"pattern":{"glob":"**","matches":"folder"}}]}},"workspaceFolders":{"supported":true,\
      "changeNotifications":true}}}
      """
    #expect(session.capabilities.json == all)
  }
}
