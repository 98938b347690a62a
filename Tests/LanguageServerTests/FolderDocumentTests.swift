import Foundation
import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("Documents that are files of an attached folder", .serialized)
struct FolderDocumentTests {
  @Test("what is typed is in the memo at once, and in the file once the client saves it: no copy, no further step")
  func saved() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    session.type("# A\ntyped\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\ntyped\n" })
    #expect(session.file("a.md") == "# A\n")
    try session.save("# A\ntyped\n", in: "a.md")
    let states = try await session.states("a.md")
    // What is written later is taken in later.
    try session.place.write("# B\n", "b.md")
    #expect(try await eventually { try await session.memo("b.md") == "# B\n" })
    #expect(try await session.states("a.md") == states)
    session.close("a.md")
    try await session.finish()
    #expect(try await session.memo("a.md") == "# A\ntyped\n" && session.file("a.md") == "# A\ntyped\n")
    #expect(try await session.states("a.md") == states)
  }

  @Test("what was not saved of a file that is closed goes again, as a step that can be undone")
  func givenUp() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    session.type("# A\ntyped\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\ntyped\n" })
    session.close("a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\n" })
    #expect(session.file("a.md") == "# A\n")
    let id = try #require(try await session.id("a.md"))
    _ = try await session.other.move(id, .undo, baseVersion: nil)
    _ = try await session.other.flush(nil)
    #expect(try await session.memo("a.md") == "# A\ntyped\n")
    #expect(await eventually { session.file("a.md") == "# A\ntyped\n" })
    try await session.finish()
  }

  @Test("where a renaming is refused, edits come as before")
  func notRenamed() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    await #expect(throws: (any Error).self) {
      try await session.ask("textDocument/rename", "a.md", 0, 2, #""newName":"[]""#)
    }
    try await session.change("a.md", "# A\nmore\n")
    #expect(try await session.edit().edits == ["0:3-3=\nmore"])
    try await session.finish()
  }

  @Test(
    "a file that is opened again with the same text was not given up; with another it was", arguments: [true, false])
  func reopened(isSame: Bool) async throws {
    let session = try await FolderSession([("a.md", "# A\n"), ("b.md", "# B\n")])
    try await session.open("a.md")
    session.type("# A\ntyped\n", in: "a.md")
    session.close("a.md")
    try await session.open("a.md", isSame ? "# A\ntyped\n" : "# A\n")
    let expected = isSame ? "# A\ntyped\n" : "# A\n"
    // What was closed later goes later.
    try await session.open("b.md")
    session.type("# B\ntyped\n", in: "b.md")
    #expect(try await eventually { try await session.memo("b.md") == "# B\ntyped\n" })
    session.close("b.md")
    #expect(try await eventually { try await session.memo("b.md") == "# B\n" })
    #expect(try await session.memo("a.md") == expected && session.file("a.md") == "# A\n")
    session.type(expected + "more\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == expected + "more\n" })
    try await session.finish()
    // Nobody closed it.
    #expect(session.file("a.md") == expected + "more\n")
  }

  @Test("a session that ends keeps all that was typed; what was closed before was given up", arguments: [true, false])
  func ended(isShutDown: Bool) async throws {
    let session = try await FolderSession([("a.md", "# A\n"), ("b.md", "# B\n")])
    for name in ["a.md", "b.md"] {
      try await session.open(name)
      session.type("typed\n", in: name)
    }
    session.close("b.md")
    if isShutDown {
      try await session.finish()
    } else {
      session.client.closeInput()
      _ = try await session.client.rest()
      _ = try await session.client.status()
    }
    #expect(session.file("a.md") == "typed\n" && session.file("b.md") == "# B\n")
    #expect(try await session.memo("a.md") == "typed\n")
    #expect(try await session.memo("b.md") == "# B\n")
  }

  @Test("what others write into an open file is merged, and told to the client")
  func outside() async throws {
    let session = try await FolderSession([("a.md", "one\ntwo\n")])
    try await session.open("a.md")
    session.type("one\ntwo\ntyped\n", in: "a.md")
    try await session.settle("a.md")
    try session.place.write("written\none\ntwo\n", "a.md")
    let asked = try await session.edit()
    #expect(asked.version == 2 && asked.edits == ["0:0-0=written\n"])
    #expect(try await session.memo("a.md") == "written\none\ntwo\ntyped\n")
    #expect(session.file("a.md") == "written\none\ntwo\n")
    try await session.finish()
    #expect(session.file("a.md") == "written\none\ntwo\ntyped\n")
  }

  @Test("a byte order mark stays in the file and is told to no client that has none")
  func mark() async throws {
    let session = try await FolderSession([("a.md", "\u{FEFF}# A\n")])
    try await session.open("a.md", "# A\n")
    session.type("# A\ntyped\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "\u{FEFF}# A\ntyped\n" })
    try session.save("\u{FEFF}# A\ntyped\n", in: "a.md")
    session.type("# A\ntyped on\n", in: "a.md")
    session.close("a.md")
    try await session.finish()
    #expect(session.file("a.md") == "\u{FEFF}# A\ntyped\n")
    #expect(try await session.memo("a.md") == "\u{FEFF}# A\ntyped\n")
  }

  @Test("a new file is a memo once it is saved, with what is typed from then on")
  func new() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("new/b.md", "")
    session.type("# B\n", in: "new/b.md")
    try session.save("# B\n", in: "new/b.md")
    session.type("# B\ntyped\n", in: "new/b.md")
    #expect(try await eventually { try await session.memo("new/b.md") == "# B\ntyped\n" })
    #expect(session.file("new/b.md") == "# B\n")
    try await session.finish()
    #expect(session.file("new/b.md") == "# B\ntyped\n")
  }

  @Test("links of a file that is yet to be made lead where they will then, and are completed accordingly")
  func comingLinks() async throws {
    let session = try await FolderSession([("sub/Other.md", "words\n\n## Part\n"), ("Top.md", "top\n")])
    let text = "# New\n[[Other]] [[Other#Part]] [[Top]] [x](../Top.md) [[#New]] [[None]]\n[[Oth"
    try await session.open("new/b.md", text)
    let report = try await session.answer(
      session.client.begin("textDocument/diagnostic", EditorSession.document(session.place.uri("new/b.md"))))
    let found = (report["result"]?["items"]?.elements ?? []).map { $0["message"]?.string ?? "" }
    #expect(found.filter { $0.contains("called") } == ["nothing is called None"])
    let definition = try await session.ask("textDocument/definition", "new/b.md", 1, 3)
    #expect(definition.elements.map { $0["uri"]?.string } == [session.place.uri("sub/Other.md")])
    let own = try await session.ask("textDocument/definition", "new/b.md", 1, 55)
    #expect(own.elements.map { $0["uri"]?.string } == [session.place.uri("new/b.md")])
    let completion = try await session.ask("textDocument/completion", "new/b.md", 2, 5)
    #expect(completion["items"]?.elements.map { $0["label"]?.string } == ["Other"])
    try await session.finish()
  }

  @Test("a save brings a memo back from the trash")
  func trashed() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try await session.open("a.md")
    let id = try #require(try await session.id("a.md"))
    _ = try await session.other.trashMemo(id, baseVersion: nil)
    _ = try await session.other.flush(nil)
    session.type("# A\nback\n", in: "a.md")
    try session.save("# A\nback\n", in: "a.md")
    #expect(try await eventually { try await session.memo("a.md") == "# A\nback\n" })
    #expect(try await session.id("a.md") == id)
    try await session.finish()
    #expect(session.file("a.md") == "# A\nback\n")
  }

  @Test("a file that went to the trash comes back by its name")
  func restored() async throws {
    let session = try await FolderSession([("a.md", "# A\n"), ("b.md", "# B\n")])
    func run(_ command: String) async throws -> JSONValue {
      let params = #"{"command":"memo.\#(command)","arguments":[{"uri":\#(quoted(session.place.uri("a.md")))}]}"#
      return try await session.answer(session.client.begin("workspace/executeCommand", params))
    }
    let id = try await run("trash")["result"]?["id"]?.string
    #expect(await eventually { session.file("a.md") == nil })
    #expect(try await run("trash")["error"] != nil)
    #expect(try await run("restore")["result"]?["id"]?.string == id && id != nil)
    #expect(await eventually { session.file("a.md") == "# A\n" })
    try await session.finish()
  }

  @Test("a file that two clients have open is theirs until the last closes it")
  func two() async throws {
    let one = try await FolderSession([("a.md", "# A\n")])
    let two = try await FolderSession(in: one.place)
    try await one.open("a.md")
    try await two.open("a.md")
    one.type("# A\ntyped\n", in: "a.md")
    #expect(try await two.edit().edits == ["0:3-3=\ntyped"])
    two.type("# A\ntyped\n", in: "a.md")
    one.close("a.md")
    try await one.finish()
    #expect(try await two.memo("a.md") == "# A\ntyped\n" && two.file("a.md") == "# A\n")
    try await two.finish()
    #expect(two.file("a.md") == "# A\ntyped\n")
  }

  @Test("a file that is opened while its memo is ahead of it is not believed, but told what came since")
  func behind() async throws {
    let one = try await FolderSession([("a.md", "# A\n")])
    try await one.open("a.md")
    one.type("# A\ntyped\n", in: "a.md")
    #expect(try await eventually { try await one.memo("a.md") == "# A\ntyped\n" })
    let two = try await FolderSession(in: one.place)
    try await two.open("a.md")
    #expect(try await two.edit().edits == ["0:3-3=\ntyped"])
    two.close("a.md")
    try await two.finish()
    #expect(try await one.memo("a.md") == "# A\ntyped\n")
    try await one.finish()
    #expect(one.file("a.md") == "# A\ntyped\n")
  }

  @Test("what is no note of the folder is served alone")
  func alone() async throws {
    let session = try await FolderSession([("a.md", "# A\n")])
    try session.place.write("*.tmp.md\n", ".memo-ls/ignore")
    try await session.open("x.tmp.md", "words\n")
    try session.save("words\n", in: "x.tmp.md")
    session.editor.open("file:///elsewhere/y.md", "[gone](z.md)\n")
    let links = try await session.answer(
      session.client.begin("textDocument/documentLink", EditorSession.document("file:///elsewhere/y.md")))
    #expect(links["result"]?.elements.first?["target"]?.string == "file:///elsewhere/z.md")
    try await session.finish()
    #expect(try await session.memo("x.tmp.md") == nil)
    #expect(try await session.memo("a.md") == "# A\n")
  }

  @Test("paths in a memo that is not opened as its file start from that")
  func asMemo() async throws {
    let session = try await FolderSession([("sub/a.md", "[x](pic.png)\n")])
    let id = try #require(try await session.id("sub/a.md"))
    session.editor.open("memo:///\(id)/a.md", "[x](pic.png)\n")
    let links = try await session.answer(
      session.client.begin("textDocument/documentLink", EditorSession.document("memo:///\(id)/a.md")))
    #expect(links["result"]?.elements.map { $0["target"]?.string } == [session.place.uri("sub/pic.png")])
    try await session.finish()
  }

  @Test(
    "destinations are completed as the paths of files, which other programs follow, too",
    arguments: [
      ("[x](", "The other→../b%20%28c%29.md), a.md→a.md)"),
      ("[x](../b%20%28c%29.md#", "#the-other→the-other), #a-b→a-b), #a-b-1→a-b-1)"),
      ("[[The", "The other→The other]]"),
    ])
  func completed(text: String, items: String) async throws {
    let session = try await FolderSession([("sub/a.md", ""), ("b (c).md", "# The other\n## A b\n## A b\n")])
    try await session.open("sub/a.md", text)
    let found = try await session.ask("textDocument/completion", "sub/a.md", 0, text.utf16.count)
    let told = (found["items"]?.elements ?? []).map {
      "\($0["label"]?.string ?? "?")→\($0["textEdit"]?["newText"]?.string ?? "?")"
    }
    #expect(told.joined(separator: ", ") == items, "\(text)")
    try await session.finish()
  }

  @Test(
    "a path is completed by what is in the folder that was typed, below the document's own or the root",
    arguments: [
      ("[x](Projects/ho", "house (1).md→../Projects/house%20%281%29.md)"),
      ("[x](../Projects/HO", "house (1).md→../Projects/house%20%281%29.md)"),
      ("[x](../Projects/house%20", "house (1).md→../Projects/house%20%281%29.md)"),
      ("[x](/Projects/p", "plan.png→/Projects/plan.png)"), ("[x](deep/", "er/→deep/er/"),
      ("[x](deep/er/", "b.md→deep/er/b.md)"), ("[x](none/", ""), ("[x](../sub/", "a.md→a.md), deep/→deep/"),
    ])
  func paths(text: String, items: String) async throws {
    let session = try await FolderSession([
      ("sub/a.md", ""), ("Projects/house (1).md", "# My home\n"), ("sub/deep/er/b.md", ""),
    ])
    try session.place.write("", "Projects/plan.png")
    try await session.open("sub/a.md", text)
    let found = try await session.ask("textDocument/completion", "sub/a.md", 0, text.utf16.count)
    let told = (found["items"]?.elements ?? []).map {
      "\($0["label"]?.string ?? "?")→\($0["textEdit"]?["newText"]?.string ?? "?")"
    }
    #expect(told.joined(separator: ", ") == items, "\(text)")
    for item in found["items"]?.elements ?? [] {
      // Clients drop what does not begin with what was typed.
      let filter = item["filterText"]?.string ?? item["label"]?.string ?? ""
      #expect(filter.lowercased().hasPrefix(text.dropFirst(4).lowercased()))
    }
    try await session.finish()
  }

  @Test("answers name files, those that are open by the client's own URI")
  func named() async throws {
    let session = try await FolderSession([("a.md", "# A\n[[B b]] [c](sub/c.md)\n"), ("sub/B b.md", "x [[a]]\n")])
    try await session.open("a.md")
    let found = try await session.ask("textDocument/definition", "a.md", 1, 3)
    #expect(found.elements.map { $0["uri"]?.string } == [session.place.uri("sub/B%20b.md")])
    let references = try await session.ask("textDocument/references", "a.md", 0, 2)
    #expect(references.elements.map { $0["uri"]?.string } == [session.place.uri("sub/B%20b.md")])
    let symbols = try await session.answer(session.client.begin("workspace/symbol", #"{"query":"B b"}"#))
    #expect(symbols["result"]?.elements.first?["location"]?["uri"]?.string == session.place.uri("sub/B%20b.md"))
    let links = try await session.answer(
      session.client.begin("textDocument/documentLink", EditorSession.document(session.place.uri("a.md"))))
    #expect(links["result"]?.elements.first?["target"]?.string == session.place.uri("sub/B%20b.md"))
    try await session.finish()
  }
}
