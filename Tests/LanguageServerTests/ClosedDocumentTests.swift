import Foundation
import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("A file of an attached folder that is closed without a save while somebody else writes", .serialized)
struct ClosedDocumentTests {
  @Test("where somebody else has changed it meanwhile nothing goes, and the file has all")
  func shared() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    session.type("# A\ntyped\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\ntyped\n" })
    try await session.change("a.md", "# A\ntyped\nfrom elsewhere\n")
    let asked = try await session.edit()
    #expect(asked.version == 2 && asked.edits == ["1:5-5=\nfrom elsewhere"])
    #expect(session.file("a.md") == "# A\n")
    session.close("a.md")
    #expect(await eventually { session.file("a.md") == "# A\ntyped\nfrom elsewhere\n" })
    #expect(try await session.memo("a.md") == "# A\ntyped\nfrom elsewhere\n")
    try await session.finish()
  }

  @Test(
    "others' words stay, in the memo and no copy, though the client saves without taking them",
    arguments: [true, false])
  func savedWithout(isOutside: Bool) async throws {
    let session = try await FolderSession([("a.md", "# A\nx\n")], "{}")
    try await session.open("a.md")
    if isOutside {
      try session.place.write("# A\nx\nof others\n", "a.md")
    } else {
      try await session.change("a.md", "# A\nx\nof others\n")
    }
    #expect(try await eventually { try await session.memo("a.md") == "# A\nx\nof others\n" })
    session.type("# A\ntyped x\n", in: "a.md")
    try session.save("# A\ntyped x\n", in: "a.md")
    session.close("a.md")
    #expect(await eventually { session.file("a.md") == "# A\ntyped x\nof others\n" })
    try await session.finish()
    #expect(try await session.memo("a.md") == "# A\ntyped x\nof others\n")
    #expect(try await session.memos() == 1)
  }

  @Test("nothing goes where somebody else has changed the same line of the file, which is in a copy")
  func conflict() async throws {
    let session = try await FolderSession([("a.md", "# A\nx\n")])
    try await session.open("a.md")
    session.type("# A\nx typed\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\nx typed\n" })
    try session.place.write("# A\nx of others\n", "a.md")
    #expect(await eventually { session.file("a 2.md") == "# A\nx of others\n" })
    session.close("a.md")
    #expect(await eventually { session.file("a.md") == "# A\nx typed\n" })
    try await session.finish()
    #expect(try await session.memo("a.md") == "# A\nx typed\n")
    #expect(try await session.memo("a 2.md") == "# A\nx of others\n")
  }

  @Test("what is typed into what somebody else wrote in the file goes, where the client has read that itself")
  func readAgain() async throws {
    let session = try await FolderSession([("a.md", "# A\n")], "{}")
    try await session.open("a.md")
    try session.place.write("# A\nof others\n", "a.md")
    session.type("# A\nof others\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\nof others\n" })
    session.type("# A\nof others\ntyped\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\nof others\ntyped\n" })
    session.close("a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\nof others\n" })
    try await session.finish()
    #expect(session.file("a.md") == "# A\nof others\n")
  }

  @Test("nothing goes where the document has what somebody else wrote into the memo, either")
  func sharedInDocument() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    try await session.change("a.md", "# A\nfrom elsewhere\n")
    _ = try await session.edit()
    session.type("# A\nfrom elsewhere\ntyped\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\nfrom elsewhere\ntyped\n" })
    session.close("a.md")
    #expect(await eventually { session.file("a.md") == "# A\nfrom elsewhere\ntyped\n" })
    try await session.finish()
    #expect(try await session.memo("a.md") == "# A\nfrom elsewhere\ntyped\n")
  }
}
