import SessionSupport
import TestSupport
import Testing

@Suite("A file that is closed without a save, and opened again with what was typed", .timeLimit(.minutes(10)))
struct ReopenedFileTests {
  @Test(
    "keeps that, however late, as with an editor that takes it for another language",
    arguments: [(false, ""), (false, "more\n"), (true, ""), (true, "more\n")])
  func kept(isLate: Bool, more: String) async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    session.type("# A\ntyped\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\ntyped\n" })
    session.close("a.md")
    if isLate { #expect(try await eventually { try await session.memo("a.md") == "# A\n" }) }
    let text = "# A\ntyped\n" + more
    try await session.open("a.md", text)
    #expect(try await eventually { try await session.memo("a.md") == text })
    try session.save(text, in: "a.md")
    try await session.finish()
    #expect(session.file("a.md") == text)
  }
}
