import Foundation
import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("Links that are written into files of an attached folder lead there in any copy of them", .serialized)
struct FolderLinkTests {
  private static let twins = [("x/Dup.md", "# Dup\n"), ("y/Dup.md", "# Dup\n")]

  /// The actions about a place whose titles begin so.
  private func actions(
    _ session: FolderSession, _ name: String, _ line: Int, _ from: Int, _ to: Int, _ title: String
  ) async throws -> [JSONValue] {
    let range = #"{"start":{"line":\#(line),"character":\#(from)},"end":{"line":\#(line),"character":\#(to)}}"#
    let params = EditorSession.document(
      session.place.uri(name), #""range":\#(range),"context":{"diagnostics":[]}"#)
    let answer = try await session.answer(session.client.begin("textDocument/codeAction", params))
    return (answer["result"]?.elements ?? []).filter { $0["title"]?.string?.hasPrefix(title) == true }
  }

  private func diagnostics(_ session: FolderSession, _ name: String) async throws -> [String] {
    let answer = try await session.answer(
      session.client.begin("textDocument/diagnostic", EditorSession.document(session.place.uri(name))))
    return (answer["result"]?["items"]?.elements ?? []).map { $0["message"]?.string ?? "" }
  }

  @Test(
    "what they lead to is named as the client has it that reaches the folder, or a part, through a symbolic link",
    arguments: [("", "a.md", ["link/s/b.md", "link/s/c.md"]), ("/s", "b.md", ["link/c.md", "notes/a.md"])])
  func symbolicLink(part: String, name: String, targets: [String]) async throws {
    let session = try await FolderSession([
      ("a.md", "[x](s/b.md) [[c]]\n"), ("s/b.md", "[x](c.md) [[a]]\n"), ("s/c.md", "# C\n"),
    ])
    symlink(session.place.path + part, String(session.place.outside("link").dropFirst("file://".count)))
    let uri = session.place.outside("link/\(name)")
    session.editor.open(uri, session.file(part.isEmpty ? name : "s/\(name)") ?? "")
    for (character, target) in zip([5, 14], targets) {
      let position = #""position":{"line":0,"character":\#(character)}"#
      let id = session.client.begin("textDocument/definition", EditorSession.document(uri, position))
      let found = try await session.answer(id)["result"]?.elements.first?["uri"]?.string
      #expect(found == session.place.outside(target), "\(character)")
    }
    try await session.finish()
  }

  @Test(
    "completion names a memo by its path where its title is another's, too, or can't be in a link",
    arguments: [
      ("a.md", "[[Du‸", FolderLinkTests.twins, ["x/Dup|Dup]]", "y/Dup|Dup]]"]),
      ("a.md", "| a |\n|---|\n| [[Du‸", FolderLinkTests.twins, [#"x/Dup\|Dup]]"#, #"y/Dup\|Dup]]"#]),
      ("a.md", "[[Du‸\n| a |\n|---|\n", FolderLinkTests.twins, ["x/Dup|Dup]]", "y/Dup|Dup]]"]),
      ("a.md", "[[Du‸p|words]]", FolderLinkTests.twins, ["x/Dup", "y/Dup"]),
      ("a.md", "[[Du‸#part]]", FolderLinkTests.twins, ["x/Dup", "y/Dup"]),
      ("a.md", "| a |\n|---|\n| [[Du‸p\\|words]] |", FolderLinkTests.twins, ["x/Dup", "y/Dup"]),
      ("a.md", "[[Pi‸", [("p.md", "# Pipe | x [y]\n")], ["p|Pipe  x y]]"]),
      ("s/a.md", "[[Fo‸", [("i.md", "# Foo\n"), ("s/i.md", "# Foo\n")], ["/i|Foo]]", "s/i|Foo]]"]),
    ])
  func completed(name: String, text: String, others: [(String, String)], inserted: [String]) async throws {
    let plain = text.replacing("‸", with: "")
    let session = try await FolderSession(others.map { (name: $0.0, text: $0.1) } + [(name: name, text: plain)])
    try await session.open(name)
    let before = text.prefix { $0 != "‸" }.split(separator: "\n", omittingEmptySubsequences: false)
    let found = try await session.ask(
      "textDocument/completion", name, before.count - 1, before.last?.utf16.count ?? 0)
    let edits = (found["items"]?.elements ?? []).compactMap { $0["textEdit"] }
    #expect(edits.compactMap { $0["newText"]?.string }.sorted() == inserted)
    let end = (before.last?.utf16.count ?? 0) + (text.contains("‸p") ? 1 : 0)
    #expect(edits.allSatisfy { Workspace.range($0["range"]).hasSuffix("-\(end)") })
    try await session.finish()
  }

  @Test(
    "an ambiguous link is told with the paths of what it may mean, and changed to one",
    arguments: [
      ("a.md", "[[Dup]]", "Make the link mean Dup (y/Dup.md)", "a.md:0:2-5=y/Dup a.md:0:5-5=|Dup"),
      ("a.md", "see [x](Dup)", "Make the link mean Dup (y/Dup.md)", "a.md:0:8-11=y/Dup.md"),
      ("s/a.md", "see [x](Dup)", "Make the link mean Dup (x/Dup.md)", "a.md:0:8-11=../x/Dup.md"),
    ])
  func ambiguous(name: String, text: String, title: String, edits: String) async throws {
    let session = try await FolderSession(Self.twins.map { (name: $0.0, text: $0.1) } + [(name: name, text: text)])
    try await session.open(name)
    #expect(try await diagnostics(session, name) == ["this may mean 2: Dup (x/Dup.md), Dup (y/Dup.md)"])
    let end = text.hasPrefix("[") ? 3 : 9
    let action = try await actions(session, name, 0, end, end, title).first
    #expect(Workspace.edits(action?["edit"] ?? .null) == edits)
    try await session.finish()
  }

  @Test("no column is counted for a byte order mark of what leads to a place, or of what it leads to")
  func byteOrderMark() async throws {
    let session = try await FolderSession([
      ("P.md", "# P\n\n#t [x](B.md#bee)\n"), ("L.md", "\u{FEFF}[[P]] x #t\n"), ("B.md", "\u{FEFF}# Bee\n"),
    ])
    try await session.open("P.md")
    func places(_ method: String, _ line: Int, _ character: Int) async throws -> [String] {
      let context = #""context":{"includeDeclaration":false}"#
      return try await session.ask("textDocument/\(method)", "P.md", line, character, context).elements.map {
        "\($0["uri"]?.string?.suffix(4) ?? "")@\(Workspace.range($0["range"]))"
      }
    }
    #expect(try await places("references", 0, 2) == ["L.md@0:0-5"])
    #expect(try await places("references", 2, 1).sorted() == ["L.md@0:8-10", "P.md@2:0-2"])
    #expect(try await places("definition", 2, 13) == ["B.md@0:0-5"])
    try await session.finish()
  }

  @Test("a renaming of the title changes what HTML says of the file, too")
  func attributes() async throws {
    let html = #"<a href="Plan.md#x">x</a> <img src="Plan"> [[Plan]] <a href="Other.md">"#
    let session = try await FolderSession([
      ("Plan.md", "# Plan\n"), ("a.md", html), ("s/b.md", html.replacing("\"Plan", with: "\"../Plan")),
    ])
    try await session.open("Plan.md")
    try await session.open("a.md")
    let result = try await session.ask("textDocument/rename", "Plan.md", 0, 3, #""newName":"New one""#)
    let joined = #"a.md:0:9-49=New%20one.md#x">x</a> <img src="New%20one"> [[New one"#
    #expect(Workspace.edits(result).contains(joined), "\(Workspace.edits(result))")
    let below = joined.replacing("a.md:0:9-49", with: "b.md:0:12-55").replacing("src=\"", with: "src=\"../")
    #expect(Workspace.edits(result).contains(below), "\(Workspace.edits(result))")
    try await session.finish()
  }

  @Test("in a table's cell the bar before a link's words is escaped")
  func cell() async throws {
    let text = "| a |\n|---|\n| [[Dup]] |\n"
    let session = try await FolderSession(Self.twins.map { (name: $0.0, text: $0.1) } + [(name: "a.md", text: text)])
    try await session.open("a.md")
    let action = try await actions(session, "a.md", 2, 4, 4, "Make the link mean Dup (x/Dup.md)").first
    #expect(Workspace.edits(action?["edit"] ?? .null) == #"a.md:2:4-7=x/Dup a.md:2:7-7=\|Dup"#)
    try await session.finish()
  }

  @Test(
    "what is moved to a new memo is linked by its title, or by its file's path where that leads elsewhere",
    arguments: [
      ("some words\n", 0, 0, 10, "[[some words]]"), ("see dup here\n", 0, 4, 7, "[[/dup|dup]]"),
      ("| a |\n|---|\n| dup |\n", 2, 2, 5, #"[[/dup\|dup]]"#),
    ])
  func extracted(text: String, line: Int, from: Int, to: Int, link: String) async throws {
    let session = try await FolderSession([(name: "s/a.md", text: text), (name: "s/dup.md", text: "words\n")])
    try await session.open("s/a.md")
    let command = try await actions(session, "s/a.md", line, from, to, "Move to a new memo").first?["command"]
    _ = try await session.answer(session.client.begin("workspace/executeCommand", command?.json))
    #expect(try await session.edit().edits == ["\(line):\(from)-\(to)=\(link)"])
    try await session.finish()
  }

  @Test("links to what the folder ignores, and between what it ignores, are not broken")
  func ignored() async throws {
    let session = try await FolderSession([("a.md", "[j](ign/J.md) [[ign/J]] [[ign/J.md]] [[ign/K]]\n")])
    try session.place.write("ign/\n", ".gitignore")
    try session.place.write("# J\n", "ign/J.md")
    let text = "[[J]] [j](J.md) [[./J]] [[J.md]] [k](./J) [[K]]\n"
    try await session.open("ign/I.md", text)
    #expect(try await diagnostics(session, "ign/I.md") == ["nothing is called K"])
    let found = try await session.ask("textDocument/definition", "ign/I.md", 0, 3)
    #expect(found.elements.map { $0["uri"]?.string } == [session.place.uri("ign/J.md")])
    try await session.open("a.md")
    #expect(try await diagnostics(session, "a.md") == ["nothing is called ign/K"])
    try await session.finish()
  }

  @Test("a picture or another file that is not there is missed, as it is in a folder that is not attached")
  func missing() async throws {
    let text = "![i](no.png) [d](no.pdf) [[no.png]] ![x](pic.png) [[pic.png]] [u](http://x.y/z.png) [s](sub/)\n"
    let session = try await FolderSession([("a.md", text)])
    try session.place.write("", "pic.png")
    try session.place.write("", "sub/x.png")
    try await session.open("a.md")
    let messages = ["no.png", "no.pdf", "no.png"].map { "nothing is called \($0)" }
    #expect(try await diagnostics(session, "a.md") == messages)
    try await session.finish()
  }

  @Test("a file's URL leads to its memo")
  func url() async throws {
    let session = try await FolderSession([("a.md", ""), ("b c.md", "# B\n")])
    let root = "file://\(session.place.path)"
    try await session.open("a.md", "[x](\(root)/b%20c.md) [y](\(root)/no.md)\n")
    #expect(try await diagnostics(session, "a.md") == ["nothing is called \(root)/no.md"])
    let found = try await session.ask("textDocument/definition", "a.md", 0, 8)
    #expect(found.elements.map { $0["uri"]?.string } == ["\(root)/b%20c.md"])
    try await session.finish()
  }

  private static let nested = [
    (
      name: "p/q/C.md",
      text: "# C\n\n[up](../U.md) ![i](./pic.png) [s](#s)\n\n## S\n\n[top](#c) [[#C]] [r]\n\n"
        + "[r]: ../U.md\n"
    ),
    (name: "p/U.md", text: "# U\n"),
  ]

  @Test(
    "what is put in the place of a link to it leads where it did, and is put nowhere where only a part would stand",
    arguments: [
      (
        "![[q/C]]\n", 0, 3,
        "# C\n\n[up](./p/U.md) ![i](./p/q/pic.png) [s](#s)\n\n## S\n\n[top](#c) [[#C]] [r]\n\n[r]: ./p/U.md"
      ),
      (
        "![[q/C]]\n\n# S\n", 0, 3,
        "# C\n\n[up](./p/U.md) ![i](./p/q/pic.png) [s](p/q/C.md#s)\n\n## S\n\n[top](#c) [[#C]] [r]\n\n[r]: ./p/U.md"
      ),
      ("> ![[q/C#S]]\n", 0, 5, "## S\n>\n> [top](p/q/C.md#c) [[p/q/C#C]] [r]\n>\n> [r]: ./p/U.md"),
      ("- item ![[q/C]]\n", 0, 10, nil), ("| a |\n|---|\n| ![[q/C]] |\n", 2, 6, nil), ("x ![[q/C]]\n", 0, 5, nil),
      ("x ![[U]] y\n", 0, 5, "# U"),
    ])
  func inlined(text: String, line: Int, character: Int, words: String?) async throws {
    let session = try await FolderSession(Self.nested + [(name: "a.md", text: text)])
    try session.place.write("", "p/q/pic.png")
    try await session.open("a.md")
    let action = try await actions(session, "a.md", line, character, character, "Put the text here").first
    let edits = action?["edit"]?["documentChanges"]?.elements.first?["edits"]?.elements
    #expect(edits?.first?["newText"]?.string == words)
    try await session.finish()
  }

  @Test("what is moved to a new memo leads where it did")
  func moved() async throws {
    let text = "words [up](../U.md) ![](./pic.png) [h](#tail) [[#Tail]] [r][ref]\n\n## Tail\n\n[ref]: ../U.md\n"
    let session = try await FolderSession([(name: "p/q/a.md", text: text), (name: "p/U.md", text: "# U\n")])
    try session.place.write("", "p/q/pic.png")
    try await session.open("p/q/a.md")
    let command = try await actions(session, "p/q/a.md", 0, 0, 65, "Move to a new memo").first?["command"]
    let made = try await session.answer(session.client.begin("workspace/executeCommand", command?.json))
    let id = try #require(made["result"]?["id"]?.string.flatMap(MemoID.init))
    await session.other.pullExternalChanges()
    let moved =
      "words [up](./p/U.md) ![](./p/q/pic.png) [h](p/q/a.md#tail) [[p/q/a#Tail]] [r][ref]\n\n[ref]: ./p/U.md\n"
    #expect(try await session.other.snapshot(id)?.text.string.hasSuffix(moved) == true)
    try await session.finish()
  }

  @Test("of a copy with the other words, where two write in one place, the person is told who has the note open")
  func copyTold() async throws {
    let session = try await FolderSession([("Plan.md", "# Plan\n\nwords\n")])
    try await session.open("Plan.md")
    session.type("# Plan\n\nmine\n", in: "Plan.md")
    try await session.change("Plan.md", "# Plan\n\nothers\n")
    let told = try await session.client.note("window/showMessage")
    #expect(told?["type"]?.integer == 2)
    #expect(told?["message"]?.string?.contains("Plan was changed in one place by two at once") == true)
    #expect(told?["message"]?.string?.hasSuffix("is in Plan 2.md") == true, "\(told?.json ?? "")")
    try await session.finish()
  }
}
