import SessionSupport
import TestSupport
import Testing

@Suite("A new file that another program rewrites before the folder has seen it", .timeLimit(.minutes(10)))
struct RewrittenFileTests {
  /// All files have been looked at, and are looked at so seldom that nobody sees what is there first.
  private func session() async throws -> FolderSession {
    try await FolderSession([("other.md", "other\n")], polling: .seconds(2))
  }

  @Test(
    "says what that program wrote, in the editor as well, if the editor had read it",
    arguments: [
      ("one\ntwo\nmore\n", "1:3-3=\nmore"), ("one\n", "1:0-2:0="), ("one\nTWO\n", "1:0-3=TWO"),
    ])
  func read(text: String, edit: String) async throws {
    let session = try await session()
    try session.place.write("one\ntwo\n", "new.md")
    try await session.open("new.md")
    try session.place.write(text, "new.md")
    #expect(try await session.edit().edits == [edit])
    #expect(try await session.memo("new.md") == text)
    try await session.finish()
    #expect(session.file("new.md") == text)
    #expect(try await session.memos() == 2)
  }

  @Test("says what that program wrote if the editor had written it, too")
  func written() async throws {
    let session = try await session()
    try await session.open("new.md", "")
    session.type("one\ntwo\n", in: "new.md")
    try session.save("one\ntwo\n", in: "new.md")
    try await session.settle("new.md")
    try session.place.write("one\nTWO\n", "new.md")
    #expect(try await session.edit().edits == ["1:0-3=TWO"])
    try await session.finish()
    #expect(session.file("new.md") == "one\nTWO\n")
    #expect(try await session.memos() == 2)
  }

  @Test("has what is typed meanwhile, too, and one of the two goes into a copy where both changed the same line")
  func typed() async throws {
    for (typed, both, copies) in [("ONE\ntwo\n", "ONE\nTWO\n", 0), ("one\n2\n", "one\n2\n", 1)] {
      let session = try await session()
      try session.place.write("one\ntwo\n", "new.md")
      try await session.open("new.md")
      session.type(typed, in: "new.md")
      try session.place.write("one\nTWO\n", "new.md")
      #expect(try await eventually { try await session.memo("new.md") == both }, "\(typed)")
      #expect(try await eventually { try await session.memos() == 2 + copies }, "\(typed)")
      try await session.finish()
      #expect(session.file("new.md") == both)
      if copies > 0 { #expect(session.file("new 2.md") == "one\nTWO\n") }
    }
  }
}
