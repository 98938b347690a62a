import SessionSupport
import TestSupport
import Testing

@Suite("What is typed before a file's memo is found", .timeLimit(.minutes(10)))
struct EarlyTypingTests {
  @Test("is no words of another, which would become a copy")
  func typedAtOnce() async throws {
    let session = try await FolderSession([("a.md", "# A\n\nold\n")])
    session.editor.open(session.place.uri("a.md"), "# A\n\nold\n")
    session.type("# A\n\nwords\n", in: "a.md")
    try await session.settle("a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\n\nwords\n" })
    #expect(try await session.memos() == 1)
    try session.save("# A\n\nwords\n", in: "a.md")
    try await session.finish()
    #expect(try await session.memos() == 1)
  }

  @Test("is in the memo before anything is answered that came after it")
  func answered() async throws {
    for method in ["textDocument/documentSymbol", "textDocument/foldingRange"] {
      let session = try await FolderSession([("a.md", "# A\n\nold\n")])
      session.editor.open(session.place.uri("a.md"), "# A\n\nold\n")
      session.type("# A\n\nXYZ\n", in: "a.md")
      let params = EditorSession.document(session.place.uri("a.md"))
      _ = try await session.answer(session.client.begin(method, params))
      #expect(session.place.journaled.contains("XYZ"), "\(method)")
      try await session.finish()
    }
  }

  @Test("and saved is no words of another, either")
  func savedAtOnce() async throws {
    let session = try await FolderSession([("a.md", "one\ntwo\nthree\n")])
    session.editor.open(session.place.uri("a.md"), "one\ntwo\nthree\n")
    session.type("one\nTWO\nthree\n", in: "a.md")
    try session.save("one\nTWO\nthree\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "one\nTWO\nthree\n" })
    try await session.finish()
    #expect(session.file("a.md") == "one\nTWO\nthree\n")
    #expect(try await session.memos() == 1)
  }

  @Test("over a new file's first save is no words of another, either")
  func typedBehindTheFirstSave() async throws {
    let session = try await FolderSession()
    session.editor.open(session.place.uri("new.md"), "one\n")
    session.type("two\n", in: "new.md")
    try session.save("two\n", in: "new.md")
    session.type("three\n", in: "new.md")
    #expect(try await eventually { try await session.memo("new.md") == "three\n" })
    #expect(try await session.memos() == 1)
    try session.save("three\n", in: "new.md")
    try await session.finish()
    #expect(try await session.memos() == 1)
  }
}
