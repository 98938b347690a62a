import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Elements of HTML, and lines that look like definitions", .timeLimit(.minutes(10)))
struct HTMLTests {
  private static let other = ("other.md", "# Other\n## Sub\n<p id=\"spot\">here</p>\n")

  @Test(
    "lead where their paths do",
    arguments: [
      ("<a href=\"othe‸r.md\">x</a>", "other.md:0:0-0"), ("<a href='other.md#su‸b'>x</a>", "other.md:1:0-6"),
      ("<a title=\"y\" href=other#su‸b>x</a>", "other.md:1:0-6"), ("x <a href=\"#e‸nd\"> y\n# End", "here.md:1:0-5"),
      ("<a href=\"#na‸med\">\n\n<i id=\"named\">", "here.md:2:7-12"), ("[x](other.md#spo‸t)", "other.md:2:7-11"),
      ("[[#na‸med]] <i name='named'>", "here.md:0:20-25"), ("words\n[r]: othe‸r.md", "other.md:0:0-0"),
      ("words\n[r]: <other.md#su‸b> 'title'", "other.md:1:0-6"), ("words\n[r]: othe‸r.md and more", ""),
      ("`<a href=\"othe‸r.md\">`", ""), ("<!-- <a href=\"othe‸r.md\"> -->", ""), ("\\<a href=\"othe‸r.md\">", ""),
      ("<a href=\"othe‸r.md>", ""), ("```\n[r]: othe‸r.md\n```", ""),
    ])
  func definition(text: String, places: String) async throws {
    let workspace = try await Workspace(files: [Self.other, ("here.md", text)])
    #expect(Workspace.places(try await workspace.ask("textDocument/definition")) == places, "\(text)")
  }

  @Test(
    "are among what leads somewhere, and are led to",
    arguments: [
      ("<i id=\"na‸med\"> [x](#named)\n\n<a href=\"#named\">", "here.md:0:19-25 here.md:0:7-12 here.md:2:9-15"),
      ("[x](oth‸er.md) <a href=\"other.md\">\n[r]: other.md", "here.md:0:23-31 here.md:0:4-12 here.md:1:5-13"),
      ("[x](#gon‸e) <a href=\"#gone\">", "here.md:0:20-25 here.md:0:4-9"),
      ("[x](http://a.‸b) <a href=\"http://a.b\">", "here.md:0:25-35 here.md:0:4-14"),
      ("[x](no‸ne.png)\n\n[x]: ./none.png", "here.md:0:4-12 here.md:2:5-15"),
    ])
  func references(text: String, places: String) async throws {
    let workspace = try await Workspace(files: [("other.md", "\n"), ("here.md", text)])
    let found = try await workspace.ask("textDocument/references", #""context":{"includeDeclaration":true}"#)
    #expect(Workspace.places(found) == places, "\(text)")
  }

  @Test(
    "are renamed with what leads there",
    arguments: [
      ("<i id=\"na‸med\"> [x](#named)", "spot", "here.md:0:7-12=spot here.md:0:20-25=spot"),
      ("[x](#nam‸ed) <i id='named'>", "spot", "here.md:0:5-10=spot here.md:0:19-24=spot"),
      ("# A‸ b\n<a href=\"#a-b\">", "C d", "here.md:0:2-5=C d here.md:1:10-13=c-d"),
      ("[x](#gon‸e) <a href=\"#gone\">", "To come", "here.md:0:5-9=to-come here.md:0:21-25=to-come"),
      ("![x](no‸ne.png) <img src='none.png'>", "it's.png", "here.md:0:5-13=it's.png here.md:0:25-33=it%27s.png"),
      (
        "[x](http://a.‸b) <http://a.b>", "https://c.d/e_(f",
        "here.md:0:4-14=https://c.d/e_%28f here.md:0:17-27=https://c.d/e_%28f"
      ),
      ("words\n[r]: #a‸-b\n# A b", "C", "here.md:1:6-9=c here.md:2:2-5=C"),
    ])
  func renamed(text: String, name: String, edits: String) async throws {
    let workspace = try await Workspace(files: [("here.md", text)])
    let edit = try await workspace.ask("textDocument/rename", #""newName":"\#(name)""#)
    #expect(Workspace.edits(edit) == edits, "\(text)")
  }

  @Test(
    "are not called what could not stand there",
    arguments: [
      ("<i id=\"na‸med\">", "two words"), ("<i id=\"na‸med\">", "a\\\"b"), ("[x](http://a.‸b)", "no address"),
      ("[x](http://a.‸b)", "http://a b"), ("[x](#gon‸e)", "]"), ("![x](no‸ne.png)", ""),
    ])
  func refused(text: String, name: String) async throws {
    let workspace = try await Workspace(files: [("here.md", text)])
    let error = try await workspace.refusal("textDocument/rename", #""newName":"\#(name)""#)
    #expect(error["code"]?.integer == -32803, "\(text)")
  }

  @Test("that show a picture are told where there is none, as links to pictures are; others are not")
  func missing() async throws {
    let text =
      "<img src=\"p.png\"> <img src='no.png'>\n<img src=\"http://x.y/z.png\"> <img src=\"//x.y/z.png\"> "
      + "<a href=\"no.md\">x</a>\n<img src='p.png?raw=1'> `<img src='no.png'>`\n"
    let session = try await FolderSession([("a.md", text)])
    try session.place.write("png", "p.png")
    try await session.open("a.md")
    let outside = session.place.outside("b.md")
    session.editor.open(outside, text.replacing("\"p.", with: "\"notes/p.").replacing("'p.", with: "'notes/p."))
    for uri in [session.place.uri("a.md"), outside] {
      let answer = try await session.answer(
        session.client.begin("textDocument/diagnostic", EditorSession.document(uri)))
      let found = (answer["result"]?["items"]?.elements ?? []).map {
        "\($0["message"]?.string ?? "")@\(Workspace.range($0["range"]).prefix(2))"
      }
      #expect(found == ["nothing is called no.png@0:"])
    }
    try await session.finish()
  }

  @Test("show a picture where that is")
  func picture() async throws {
    let session = try await FolderSession([("a.md", "<img src=\"p.png\">\n")])
    try session.place.write("png", "p.png")
    try await session.open("a.md")
    let found = try await session.ask("textDocument/hover", "a.md", 0, 11)
    let uri = session.place.uri("p.png")
    #expect(found["contents"]?["value"]?.string == "[![](\(uri))](\(uri))")
    #expect(Workspace.range(found["range"]) == "0:10-15")
    try await session.finish()
  }

  @Test("of an attached folder lead to its notes, and follow what moves")
  func attached() async throws {
    let text = "# A\n\n<a href=\"s/b.md#spot\">[x](s/b.md)\n"
    let session = try await FolderSession([("a.md", text), ("s/b.md", "# B\n\n<i id=\"spot\">x</i>\n[y](#spot)\n")])
    try await session.open("a.md")
    let found = try await session.ask("textDocument/definition", "a.md", 2, 18)
    #expect(found.elements.first?["uri"]?.string == session.place.uri("s/b.md"))
    #expect(Workspace.range(found.elements.first?["range"]) == "2:7-11")
    let all = try await session.ask("textDocument/references", "a.md", 2, 18)
    #expect(all.elements.count == 2)
    let edits = try await session.edits(of: "a.md", moving: session.place.uri("s/b.md"), session.place.uri("c.md"))
    #expect(edits == ["2:9-15=c.md", "2:26-32=c.md"])
    try await session.finish()
  }

  @Test("of an attached folder follow a note that moves though no link leads to it")
  func attachedAlone() async throws {
    let session = try await FolderSession([("a.md", "<a href=\"b c.md\">x</a>\n"), ("b c.md", "# B\n")])
    try await session.open("b c.md")
    let (old, new) = (session.place.uri("b%20c.md"), session.place.uri("s/d.md"))
    #expect(try await session.edits(of: "a.md", moving: old, new) == ["0:9-15=s/d.md"])
    try await session.finish()
  }
}
