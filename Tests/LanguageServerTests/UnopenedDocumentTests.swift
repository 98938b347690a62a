import Foundation
import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("What is asked about a document that is not open", .timeLimit(.minutes(10)), .serialized)
struct UnopenedDocumentTests {
  private static let text = "# One\n\nwords [[two]] #tag\n\n- [ ] a task\n\n## Part\n\n| a | b |\n|--|--|\n| 한 | x |\n"
  private static let link = #""position":{"line":2,"character":10}"#
  private static let all = #""range":{"start":{"line":0,"character":0},"end":{"line":10,"character":0}}"#
  private static let questions: [(method: String, more: String)] = [
    ("documentSymbol", ""), ("foldingRange", ""), ("documentLink", ""), ("definition", link), ("declaration", link),
    ("hover", link), ("documentHighlight", link), ("references", #"\#(link),"context":{"includeDeclaration":true}"#),
    ("completion", #""position":{"line":2,"character":8}"#), ("prepareRename", link),
    ("selectionRange", #""positions":[{"line":2,"character":10}]"#), ("linkedEditingRange", link),
    ("formatting", #""options":{"tabSize":2,"insertSpaces":true}"#),
    ("onTypeFormatting", #""position":{"line":5,"character":0},"ch":"\n","options":{"tabSize":2,"insertSpaces":true}"#),
    ("rangeFormatting", #"\#(all),"options":{"tabSize":2,"insertSpaces":true}"#), ("semanticTokens/range", all),
    ("codeAction", #"\#(all),"context":{"diagnostics":[],"only":["quickfix","source"]}"#), ("inlayHint", all),
    ("codeLens", ""),
    ("rename", #"\#(link),"newName":"three""#),
  ]

  private func answer(_ session: FolderSession, _ uri: String, _ question: (method: String, more: String)) async throws
    -> JSONValue
  {
    let params = EditorSession.document(uri, question.more)
    return try await session.answer(session.client.begin("textDocument/\(question.method)", params))
  }

  @Test("is answered as if it were open, of a file in an attached folder and of one in none")
  func files() async throws {
    let session = try await FolderSession([("one.md", Self.text), ("two.md", "# Two\n\n[[one]]\n")])
    for (name, text) in [("one.md", Self.text), ("two.md", "# Two\n\n[[one]]\n")] {
      try session.place.write(text, "../\(name)")
    }
    for uri in [session.place.uri("one.md"), session.place.outside("one.md")] {
      var unopened: [JSONValue] = []
      for question in Self.questions { unopened.append(try await answer(session, uri, question)) }
      session.editor.open(uri, Self.text)
      try await session.settle("one.md")
      for (question, before) in zip(Self.questions, unopened) {
        #expect(before["error"] == nil, "\(question.method): \(before.json)")
        let now = try await answer(session, uri, question)["result"]?.json
        // An edit names the version of what is open.
        #expect(
          before["result"]?.json == now?.replacing(#""version":1"#, with: #""version":null"#), "\(question.method)")
      }
    }
    try await session.finish()
  }

  @Test("can be carried out: of its actions those that need no open document are offered, and their edits are told")
  func actions() async throws {
    let able =
      #"{"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true}},"textDocument":{"codeAction":"#
      + #"{"codeActionLiteralSupport":{},"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}"#
    let session = try await FolderSession([("one.md", "# One\n\n## B\n\nwords\n")], able)
    let all = #""range":{"start":{"line":0,"character":0},"end":{"line":5,"character":0}},"context":{"diagnostics":[]}"#
    let found = try await answer(session, session.place.uri("one.md"), ("codeAction", all))["result"]
    #expect(found?.elements.compactMap { $0["title"]?.string } == ["Make a table of contents"])
    let resolved = try await session.answer(
      session.client.begin("codeAction/resolve", found?.elements.first?.json))["result"]
    #expect(resolved?["edit"]?["documentChanges"]?.elements.count == 1, "\(resolved?.json ?? "")")
    try await session.finish()
  }

  @Test("is answered by what a memo says, and by what it was")
  func memos() async throws {
    let session = try await MemoSession(holding: [("one", Self.text), ("two", "# Two\n")])
    let symbols = try await session.symbols("one")
    #expect(symbols.elements.compactMap { $0["name"]?.string } == ["# One", "## Part"])
    try await session.open("one", Self.text)
    session.editor.change(MemoSession.uri("one"), ##"{"text":"# Typed\n"}"##)
    // Under another title it is the same memo, with what is not saved.
    let other = EditorSession.document("memo:///one/Other.md")
    let typed = try await session.client.request("textDocument/documentSymbol", other)
    #expect(typed.elements.compactMap { $0["name"]?.string } == ["# Typed"])
    let id = try #require(MemoID("one"))
    let first = try #require(try await session.other.history(id).page(before: nil, limit: 9).entries.last)
    let past = EditorSession.document("memo-history:///one/\(first.revision)/One.md")
    let former = try await session.client.request("textDocument/documentSymbol", past)
    #expect(former.elements.compactMap { $0["name"]?.string } == ["# One", "## Part"])
    #expect(try await session.finish("one") == "# Typed\n")
  }

  @Test(
    "is refused where there is none, or none that is text",
    arguments: ["missing.md", "folder.md", "bytes.md"])
  func none(name: String) async throws {
    let session = try await FolderSession([("folder.md/one.md", "# One\n")])
    try Data([0xff, 0xfe, 0xff]).write(to: URL(filePath: "\(session.place.path)/bytes.md"))
    let error = try await answer(session, session.place.uri(name), ("documentSymbol", ""))["error"]
    #expect(error?["code"]?.integer == -32602)
    #expect(error?["message"]?.string?.contains("textDocument/didOpen") == true, "\(error?.json ?? "")")
    try await session.finish()
  }

  @Test("changes nothing: what others write into it goes on coming into its memo")
  func nothing() async throws {
    let session = try await FolderSession([("one.md", "# One\n")])
    _ = try await answer(session, session.place.uri("one.md"), ("documentSymbol", ""))
    try session.place.write("# Two\n", "one.md")
    let isTaken = await eventually { (try? await session.memo("one.md")) == "# Two\n" }
    #expect(isTaken)
    let symbols = try await answer(session, session.place.uri("one.md"), ("documentSymbol", ""))["result"]
    #expect(symbols?.elements.first?["name"]?.string == "# Two")
    try await session.finish()
  }
}
