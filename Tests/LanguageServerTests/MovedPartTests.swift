import JSON
import MemoEngine
import MemoMarkup
import MemoText
import SessionSupport
import TestSupport
import Testing

@testable import LanguageServer

@Suite("Headings and blocks that are moved to a new note", .timeLimit(.minutes(10)))
struct MovedPartTests {
  private static let able =
    #"{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}}}"#
  private static let range = #"{"start":{"line":4,"character":0},"end":{"line":7,"character":0}}"#
  private static let old =
    "# Old\n\n[[#Moved]] [x](#moved) [[#^b]] [[#Stay]]\n\n## Moved\n\nwords [[#Stay]] [[Old#Moved]] ^b\n\n## Stay\n"

  /// The action that moves the heading's section.
  private func action(_ uri: String, _ ask: (String, String) async throws -> JSONValue?) async throws -> JSONValue? {
    let more = #""range":\#(Self.range),"context":{"diagnostics":[]}"#
    let found = try await ask("textDocument/codeAction", EditorSession.document(uri, more))
    return found?.elements.first { $0["title"]?.string?.hasPrefix("Move to a new") == true }
  }

  @Test("are led to there by links of the note and of others, if they are files")
  func files() async throws {
    let session = try await EditorSession(Self.able)
    session.open("file:///none/Old.md", Self.old)
    session.open(
      "file:///none/b.md", "[[Old#Moved]] [x](Old.md#moved) [y](Old.md#stay) [z][r]\n\n[r]: <Old.md#moved>\n")
    let found = try await action("file:///none/Old.md") { try await session.client.request($0, $1) }
    let edits = Workspace.edits(found?["edit"] ?? .null).split(separator: " ").sorted()
    let expected = [
      "+Moved.md", "Moved.md:0:0-0=##", "Moved\n\nwords", "[[Old#Stay]]", "[[#Moved]]", "^b\n",
      "Old.md:2:2-8=Moved#Moved", "Old.md:2:15-21=Moved.md#moved", "Old.md:2:25-28=Moved#^b",
      "Old.md:4:0-6:32=[Moved](Moved.md)",
      "b.md:0:2-11=Moved#Moved", "b.md:0:18-30=Moved.md#moved", "b.md:2:6-18=Moved.md#moved",
    ]
    #expect(edits.map(String.init) == expected.sorted())
    #expect(try await session.finish() == 0)
  }

  @Test("are led to there in an attached folder")
  func attached() async throws {
    let session = try await FolderSession([
      ("Old.md", Self.old), ("s/b.md", "[[Old#Moved]] [x](../Old.md#moved) [y](../Old.md#stay)\n"),
    ])
    try await session.open("Old.md")
    let found = try await action(session.place.uri("Old.md")) { method, params in
      try await session.answer(session.client.begin(method, params))["result"]
    }
    _ = try await session.answer(session.client.begin("workspace/executeCommand", found?["command"]?.json))
    _ = try await session.edit()
    #expect(
      await eventually {
        session.file("s/b.md") == "[[Moved#Moved]] [x](../Moved.md#moved) [y](../Old.md#stay)\n"
      })
    #expect(await eventually { session.file("Moved.md") == "## Moved\n\nwords [[Old#Stay]] [[#Moved]] ^b\n" })
    try await session.finish()
    let left = "# Old\n\n[[Moved#Moved]] [x](Moved.md#moved) [[Moved#^b]] [[#Stay]]\n\n[[Moved]]\n\n## Stay\n"
    #expect(try await session.memo("Old.md") == left)
  }

  @Test("are led to there among memos, by the new one's identifier")
  func memos() async throws {
    let session = try await MemoSession(holding: [("old", Self.old), ("b", "[[Old#Moved]] [x](Old#moved) [[Old]]\n")])
    try await session.open("old", Self.old)
    let found = try await action(MemoSession.uri("old")) { try await session.client.request($0, $1) }
    let (made, asked) = try await session.run(found?["command"])
    session.answer(asked.id, isApplied: true)
    let id = made["id"]?.string ?? ""
    let moved = Self.old.replacing("## Moved\n\nwords [[#Stay]] [[Old#Moved]] ^b", with: "[[\(id)|Moved]]")
      .replacing("[[#Moved]] [x](#moved) [[#^b]]", with: "[[\(id)#Moved]] [x](memo:\(id)#moved) [[\(id)#^b]]")
    #expect(try await session.finish("old") == moved)
    #expect(try await session.text("b") == "[[\(id)#Moved]] [x](memo:\(id)#moved) [[Old]]\n")
    #expect(try await session.text(id) == "## Moved\n\nwords [[old#Stay]] [[#Moved]] ^b\n")
  }

  @Test("keep their slugs, or are led to by new ones")
  func slugs() async throws {
    let text = "[a](#foo) [b](#foo-1)\n\n\n\n## Foo\n\n\n\n## Foo\n"
    let session = try await EditorSession(Self.able)
    session.open("file:///none/Old.md", text)
    let found = try await action("file:///none/Old.md") { try await session.client.request($0, $1) }
    #expect(
      Workspace.edits(found?["edit"] ?? .null)
        == "+Foo.md Foo.md:0:0-0=## Foo\n Old.md:0:4-8=Foo.md#foo Old.md:0:15-20=foo Old.md:4:0-6=[Foo](Foo.md)")
    #expect(try await session.finish() == 0)
  }

  @Test(
    "are not moved where a link in their place would be none, or take apart what stands around it",
    arguments: [
      ("```\ncode\n```\n", 4, 8, true), ("```\ncode\n```\n", 0, 12, false), ("    code\n", 4, 8, true),
      ("<div>\nx\n</div>\n", 6, 7, true), ("- a\n  - b\n  - c\n", 4, 9, true), ("- a\n  - b\n  - c\n", 6, 9, true),
      ("- a\n  - b\n  - c\n", 8, 9, false), ("- a\n  - b\n", 0, 9, false), ("- a\n  - b\n", 2, 9, false),
      ("- one\n- two\n", 6, 11, false), ("| a |\n|---|\n| c |\n", 14, 15, false),
      ("| a |\n|---|\n| c |\n", 12, 17, true), ("| a |\n|---|\n| c |\n", 0, 17, false),
      ("words\n\n- a\n  - b\n", 0, 16, false),
    ])
  func cut(text: String, from: Int, to: Int, isCut: Bool) {
    let whole = Rope(text)
    #expect(Block.all(of: whole).areCut(by: from..<to, in: whole) == isCut, "\(text.debugDescription) \(from)-\(to)")
  }
}
