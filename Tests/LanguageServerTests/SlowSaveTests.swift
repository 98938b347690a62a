import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("A client that is typed in while it writes a file", .serialized, .timeLimit(.minutes(10)))
struct SlowSaveTests {
  @Test(
    "has written what the document said a moment ago, which is no other's change: there is no copy",
    arguments: [nil, "# A\n\nold\n", "# A\n\nnew\n"])
  func typedOn(told: String?) async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    session.type("# A\n\nold\n", in: "a.md")
    try await session.settle("a.md")
    try session.place.write("# A\n\nold\n", "a.md")
    session.type("# A\n\nnew\n", in: "a.md")
    let text = told.map { #""text":\#(quoted($0))"# } ?? ""
    session.client.send(
      notification("textDocument/didSave", EditorSession.document(session.place.uri("a.md"), text)))
    try await session.settle("a.md")
    try await session.finish()
    #expect(session.file("a.md") == "# A\n\nnew\n")
    #expect(try await session.memos() == 1)
  }

  @Test("has what another program makes of the file at once, and there is no copy", arguments: [true, false])
  func formatted(isBefore: Bool) async throws {
    let session = try await FolderSession([("a.md", "# A\n\nold\n")])
    try await session.open("a.md")
    session.type("# A\n\nnew   \n", in: "a.md")
    try await session.settle("a.md")
    try session.place.write("# A\n\nnew   \n", "a.md")
    if isBefore { try session.place.write("# A\n\nnew\n", "a.md") }
    let text = #""text":\#(quoted("# A\n\nnew   \n"))"#
    session.client.send(
      notification("textDocument/didSave", EditorSession.document(session.place.uri("a.md"), text)))
    if !isBefore { try session.place.write("# A\n\nnew\n", "a.md") }
    #expect(try await session.edit().edits == ["2:3-6="])
    #expect(try await session.memo("a.md") == "# A\n\nnew\n")
    #expect(try await session.memos() == 1)
    try await session.finish()
  }
}
