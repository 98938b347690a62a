import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("A memo that is open as its file and by itself", .serialized)
struct TwoDocumentTests {
  @Test("is in the file once that is closed, whatever was typed in which", arguments: ["file", "memo", "neither"])
  func fileFirst(typedIn place: String) async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    let memo = "memo:///\(try #require(try await session.id("a.md")))/A.md"
    try await session.open("a.md")
    session.editor.open(memo, "# A\n")
    try await session.settle("a.md")
    let typed = "# A\ntyped\n"
    if place == "file" { session.type(typed, in: "a.md") }
    if place == "memo" { session.editor.change(memo, #"{"text":\#(quoted(typed))}"#) }
    session.close("a.md")
    if place != "neither" { #expect(await eventually { session.file("a.md") == typed }) }
    // From now on the file is nobody's: it follows what is typed in the other document.
    let more = typed + "more\n"
    session.editor.change(memo, version: "3", #"{"text":\#(quoted(more))}"#)
    #expect(await eventually { session.file("a.md") == more })
    session.client.send(notification("textDocument/didClose", EditorSession.document(memo)))
    try await session.finish()
    #expect(try await session.memo("a.md") == more && session.file("a.md") == more)
  }
}
