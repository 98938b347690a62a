import Foundation
import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("In an attached folder", .timeLimit(.minutes(10)))
struct FolderRenamingTests {
  private static let named = [
    (name: "a.md", text: "# A\n\nwords\n"), (name: "b.md", text: "[[A]]\n"),
    (name: "s/c.md", text: "\u{FEFF}[x](../a.md)\n"),
  ]

  /// What a rename answers: edits of files as name:range=text, and the new names.
  private func told(_ answer: JSONValue, in session: FolderSession) -> [String] {
    (answer["documentChanges"]?.elements ?? []).flatMap { change -> [String] in
      let name = { (uri: JSONValue?) in uri?.string?.replacing(session.place.uri(""), with: "") ?? "?" }
      if change["kind"] != nil { return ["\(name(change["oldUri"]))→\(name(change["newUri"]))"] }
      let document = change["textDocument"]
      return (change["edits"]?.elements ?? []).map {
        let place = "\(name(document?["uri"]))@\(document?["version"]?.json ?? "?")"
        return "\(place):\(Workspace.range($0["range"]))=\($0["newText"]?.string ?? "?")"
      }
    }
  }

  @Test("a renaming is the client's to make, or to drop: the answer has all edits, also of files that are not open")
  func renaming() async throws {
    let session = try await FolderSession(Self.named)
    try await session.open("b.md")
    let answer = try await session.ask("textDocument/rename", "b.md", 0, 3, #""newName":"New""#)
    #expect(
      told(answer, in: session)
        == ["a.md@null:0:2-3=New", "b.md@1:0:2-3=New", "s/c.md@null:0:7-8=New", "a.md→New.md"])
    try await session.settle("b.md")
    #expect(session.askedAgain == 0)
    try await session.finish()
    for (name, text) in Self.named {
      #expect(try await session.memo(name) == text)
      #expect(session.file(name) == text)
    }
  }

  @Test("a renaming that the client has made is in the memos, each of which is the same as before")
  func renamed() async throws {
    let session = try await FolderSession(Self.named)
    let id = try await session.id("a.md")
    try await session.open("b.md")
    _ = try await session.ask("textDocument/rename", "b.md", 0, 3, #""newName":"New""#)
    // It opens what it has not open, writes the file that it renames, and leaves the others to the person.
    try await session.open("a.md")
    session.type("# New\n\nwords\n", in: "a.md")
    session.type("[[New]]\n", in: "b.md")
    try session.save("# New\n\nwords\n", in: "a.md")
    try FileManager.default.moveItem(atPath: "\(session.place.path)/a.md", toPath: "\(session.place.path)/New.md")
    session.close("a.md")
    try await session.open("New.md")
    try session.place.write("\u{FEFF}[x](../New.md)\n", "s/c.md")
    try session.save("[[New]]\n", in: "b.md")
    #expect(try await eventually { try await session.id("New.md") == id })
    #expect(try await eventually { try await session.memo("s/c.md") == "\u{FEFF}[x](../New.md)\n" })
    try await session.finish()
    #expect(try await session.memos() == 3)
    #expect(try await session.memo("New.md") == "# New\n\nwords\n")
    #expect(session.file("b.md") == "[[New]]\n")
    #expect(try await session.memo("b.md") == "[[New]]\n")
  }

  @Test("a renaming's edits are of what the files say, which memos are ahead of; in the same line it is made at once")
  func renamedBehind() async throws {
    let session = try await FolderSession([("a.md", "# A\n"), ("b.md", "[[A]]\n")])
    try await session.open("b.md")
    session.type("above\n[[A]]\n", in: "b.md")
    #expect(try await eventually { try await session.memo("b.md") == "above\n[[A]]\n" })
    let other = try await FolderSession(in: session.place)
    try await other.open("a.md")
    let answer = try await other.ask("textDocument/rename", "a.md", 0, 2, #""newName":"C""#)
    #expect(told(answer, in: other) == ["a.md@1:0:2-3=C", "b.md@null:0:2-3=C", "a.md→C.md"])
    session.type("see [[A]]\n", in: "b.md")
    #expect(try await eventually { try await session.memo("b.md") == "see [[A]]\n" })
    let made = try await other.ask("textDocument/rename", "a.md", 0, 2, #""newName":"C""#)
    #expect(told(made, in: other) == ["a.md@1:0:2-3=C", "a.md→C.md"])
    #expect(try await eventually { try await session.memo("b.md") == "see [[C]]\n" })
    other.type("# C\n", in: "a.md")
    try await other.finish()
    try await session.finish()
  }

  @Test(
    "attributes of HTML follow a file whose name is encoded in part, as a renaming writes it",
    arguments: [
      ("Über x", "Über%20x.md"), ("N & v", "N%20%26%20v.md"), ("N (v)", "N%20%28v%29.md"), ("새 이름", "새%20이름.md"),
      ("q, r", "q,%20r.md"),
    ])
  func encodedInPart(name: String, written: String) async throws {
    let session = try await FolderSession([
      ("\(name).md", "no heading\n"), ("b.md", "[[\(name)]]\n"), ("c.md", "<a href=\"\(written)\">h</a>\n"),
    ])
    try await session.open("b.md")
    let answer = try await session.ask("textDocument/rename", "b.md", 0, 3, #""newName":"Last""#)
    #expect(told(answer, in: session).contains { $0.hasPrefix("c.md@null:0:9-") && $0.contains("=Last") })
    try await session.finish()
  }

  @Test("a renaming of a tag that memos have besides their words is made at once")
  func renamedTag() async throws {
    let session = try await FolderSession([("a.md", "#work\n"), ("b.md", "words\n")])
    guard let id = try await session.id("b.md") else { throw Mismatch("no memo") }
    var properties = JSONObject()
    properties["tags"] = .array([.string("work")])
    _ = try await session.other.updateMemo(
      id, baseVersion: nil, changes: [], properties: properties, encoding: .utf8)
    _ = try await session.other.flush(nil)
    try await session.open("a.md")
    let answer = try await session.ask("textDocument/rename", "a.md", 0, 2, #""newName":"job""#)
    #expect(told(answer, in: session) == ["a.md@1:0:1-5=job"])
    await session.other.pullExternalChanges()
    #expect(try await session.other.snapshot(id)?.metadata.properties["tags"]?.json == #"["job"]"#)
    session.type("#job\n", in: "a.md")
    try await session.finish()
  }
}
