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
}
