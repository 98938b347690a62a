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
          + #""source.organizeLinkDefinitions","source.removeUnusedLinkDefinitions"]}"#
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
}
