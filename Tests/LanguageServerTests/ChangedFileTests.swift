import SessionSupport
import TestSupport
import Testing

@Suite("A file that an editor had changed already when it opened it here", .serialized)
struct ChangedFileTests {
  private static let text = "# B\n\nline one\nline two\nline three\n"

  @Test(
    "says what the editor says, and nothing goes into a copy",
    arguments: [
      ("line two", "typed two"), ("line two\n", ""), ("line three\n", "line three\nadded\n"), ("# B", "# C"),
      (ChangedFileTests.text, "all anew\n"),
    ])
  func changed(old: String, new: String) async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    let typed = Self.text.replacing(old, with: new)
    try await session.open("B.md", typed)
    #expect(try await eventually { try await session.memo("B.md") == typed })
    #expect(try await session.memos() == 1)
    session.type(typed + "more\n", in: "B.md")
    #expect(try await eventually { try await session.memo("B.md") == typed + "more\n" })
    try await session.finish()
    #expect(session.file("B.md") == typed + "more\n")
    #expect(try await session.memos() == 1)
  }

  @Test("goes on from what it was closed with before its memo was found")
  func closedAtOnce() async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    let typed = Self.text.replacing("line two", with: "typed two")
    session.editor.open(session.place.uri("B.md"), Self.text)
    session.type(typed, in: "B.md")
    session.close("B.md")
    try await session.open("B.md", typed)
    #expect(try await eventually { try await session.memo("B.md") == typed })
    session.close("B.md")
    try await session.open("B.md", Self.text)
    #expect(try await eventually { try await session.memo("B.md") == Self.text })
    #expect(try await session.memos() == 1)
    try await session.finish()
  }

  @Test("leaves what was typed in the history, though it was closed before its memo was found")
  func typedAndClosed() async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    session.editor.open(session.place.uri("B.md"), Self.text)
    session.type(Self.text.replacing("line two", with: "typed two"), in: "B.md")
    session.close("B.md")
    // As it was, with what was typed, and as it is in its file.
    #expect(try await eventually { try await session.states("B.md") == 3 })
    #expect(try await session.memo("B.md") == Self.text)
    #expect(try await session.memos() == 1)
    try await session.finish()
    #expect(session.file("B.md") == Self.text)
  }

  @Test("has what others wrote since the editor had read it, though they wrote it into the file, too")
  func others() async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    try await session.change("B.md", Self.text + "from elsewhere\n")
    #expect(await eventually { session.file("B.md") == Self.text + "from elsewhere\n" })
    try await session.open("B.md", Self.text.replacing("line one", with: "typed one"))
    #expect(try await session.edit().edits == ["4:10-10=\nfrom elsewhere"])
    let both = Self.text.replacing("line one", with: "typed one") + "from elsewhere\n"
    #expect(try await eventually { try await session.memo("B.md") == both })
    try await session.finish()
  }

  @Test("takes nothing out of what others wrote, where no state of the memo is what the editor can have begun with")
  func unlikeAll() async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    try await session.change("B.md", "from elsewhere alone\n")
    #expect(await eventually { session.file("B.md") == "from elsewhere alone\n" })
    try await session.open("B.md", "typed alone\n")
    try await session.finish()
    // Both stay: one of them in a memo of its own.
    #expect(try await session.memos() == 2)
    #expect(try await session.memo("B.md") == "typed alone\n")
  }

  @Test("says what it said already when it was opened, though its memo had not taken that in yet")
  func written() async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    let new = Self.text.replacing("# B", with: "# C")
    try session.place.write(new, "B.md")
    try await session.open("B.md", new)
    #expect(try await eventually { try await session.memo("B.md") == new })
    try await session.finish()
    #expect(session.file("B.md") == new)
    #expect(try await session.memos() == 1)
  }

  @Test("keeps a word that the memo had once and that went before the editor read the file")
  func hadOnce() async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    let read = Self.text.replacing("line two\n", with: "")
    try await session.change("B.md", read)
    #expect(await eventually { session.file("B.md") == read })
    // Far from the word: next to it both changes would be one conflict, in which the editor's words stay.
    let typed = Self.text.replacing("# B", with: "# C")
    try await session.open("B.md", typed)
    #expect(try await eventually { try await session.memo("B.md") == typed })
    try await session.finish()
    #expect(session.file("B.md") == typed)
    #expect(try await session.memos() == 1)
  }

  @Test("keeps what was typed behind a save, though it is found only then whose file it is")
  func savedAtOnce() async throws {
    let session = try await FolderSession([("B.md", Self.text)])
    session.editor.open(session.place.uri("B.md"), Self.text)
    session.type(Self.text + "saved\n", in: "B.md")
    try session.save(Self.text + "saved\n", in: "B.md")
    var typed = Self.text + "saved\n"
    for number in 0..<40 {
      typed += "\(number)\n"
      session.type(typed, in: "B.md")
    }
    try await session.settle("B.md")
    #expect(try await eventually { try await session.memo("B.md") == typed })
    try await session.finish()
    #expect(session.file("B.md") == typed)
    #expect(try await session.memos() == 1)
  }
}
