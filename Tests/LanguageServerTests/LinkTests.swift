import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("The links of a document that is in no folder", .timeLimit(.minutes(10)))
struct LinkTests {
  private static let uri = "file:///notes/a%20b.md"

  private func session(_ text: String) async throws -> EditorSession {
    let session = try await EditorSession()
    session.open(Self.uri, text)
    return session
  }

  /// Where something stands, as line:from-to.
  private func place(_ range: JSONValue?) -> String {
    let (start, end) = (range?["start"], range?["end"])
    return "\(start?["line"]?.integer ?? -1):\(start?["character"]?.integer ?? -1)-\(end?["character"]?.integer ?? -1)"
  }

  @Test(
    "lead to what they name: URLs, paths beside it, its own headings, the definitions that they have",
    arguments: [
      ("a", ""), ("[x](http://example/%A5%C8)", "0:4-25 http://example/%A5%C8"),
      ("a <http://b.c> d", "0:3-13 http://b.c"), ("[x](<#a b c>)\n# a b c", "0:5-11 file:///notes/a%20b.md#L2"),
      ("[x](#nowhere)", ""), ("[x](other.md#한)", "0:4-14 file:///notes/other.md#%ED%95%9C"),
      ("[x](<c d.md>)", "0:5-11 file:///notes/c%20d.md"), ("[x](.././up.md)", "0:4-14 file:///up.md"),
      ("![x](/root.png)", "0:5-14 file:///root.png"), ("[[wiki]] `[x](y)`", ""),
      (
        "[[#S|l]] [[#^b]] [[#no]]\n\n## S\n\nw ^b",
        "0:2-4 file:///notes/a%20b.md#L3, 0:11-14 file:///notes/a%20b.md#L5"
      ),
      (
        "[ref]\n[rEf][]\n[ref][ReF]\n\n[REF]: http://example.com 't'",
        "0:1-4 file:///notes/a%20b.md#L5,8, 1:1-4 file:///notes/a%20b.md#L5,8, 2:6-9 file:///notes/a%20b.md#L5,8, "
          + "4:7-25 http://example.com"
      ),
    ])
  func lead(text: String, links: String) async throws {
    let session = try await session(text)
    let found = try await session.client.request("textDocument/documentLink", EditorSession.document(Self.uri))
    let told = found.elements.map { "\(place($0["range"])) \($0["target"]?.string ?? "?")" }.joined(separator: ", ")
    #expect(told == links, "\(text.debugDescription)")
    #expect(try await session.finish() == 0)
  }

  @Test("are resolved with what the note is called that they lead to")
  func resolved() async throws {
    let text = "[[p]] [x](https://a.b)"
    let session = try await MemoSession(holding: [("p", "# Plan B\n\n## Part\n"), ("m", text)])
    try await session.open("m", text)
    let links = try await session.client.request(
      "textDocument/documentLink", EditorSession.document(MemoSession.uri("m")))
    var resolved: [JSONValue] = []
    for link in links.elements { resolved.append(try await session.client.request("documentLink/resolve", link.json)) }
    #expect(resolved.map { $0["tooltip"]?.string } == ["Plan B", nil])
    #expect(resolved.map { $0["target"]?.json } == links.elements.map { $0["target"]?.json })
    let part = #"{"range":\#(links.elements[0]["range"]?.json ?? ""),"target":"memo:///p/x.md#part"}"#
    #expect(try await session.client.request("documentLink/resolve", part)["tooltip"]?.string == "Plan B")
  }

  @Test("lead nowhere by paths from a memo that has no file")
  func pathless() async throws {
    let text = "[x](pic.png) [y](/top.png) [z](http://a.b) [[p]]"
    let session = try await MemoSession(holding: [("p", "# P\n"), ("m", text)])
    try await session.open("m", text)
    let found = try await session.client.request(
      "textDocument/documentLink", EditorSession.document(MemoSession.uri("m")))
    #expect(found.elements.map { $0["target"]?.string } == ["http://a.b", "memo:///p/p.md"])
  }

  @Test("lead by names to documents that the client has open")
  func named() async throws {
    let session = try await session("[[other]] [[The other#A b]] [[gone]]\n[[Second]]")
    session.open("file:///notes/other.md", "---\naliases: second\n---\n# The other\n## A b\n")
    let found = try await session.client.request("textDocument/documentLink", EditorSession.document(Self.uri))
    let told = found.elements.map { "\(place($0["range"])) \($0["target"]?.string ?? "?")" }.joined(separator: ", ")
    #expect(
      told == "0:2-7 file:///notes/other.md, 0:12-25 file:///notes/other.md#A%20b, 1:2-8 file:///notes/other.md")
    #expect(try await session.finish() == 0)
  }

  @Test("begin below the client's folder with a path that begins with a slash")
  func root() async throws {
    let client = try EditorSession.fresh()
    let folders = #"{"workspaceFolders":[{"uri":"file:///notes","name":"n"}],"capabilities":{}}"#
    _ = try await client.request("initialize", folders)
    let item = #"{"uri":"file:///notes/deep/a.md","languageId":"markdown","version":1,"text":"[x](/b.md)"}"#
    client.send(notification("textDocument/didOpen", #"{"textDocument":\#(item)}"#))
    let params = EditorSession.document("file:///notes/deep/a.md")
    let found = try await client.request("textDocument/documentLink", params)
    #expect(found.elements.first?["target"]?.string == "file:///notes/b.md")
  }

  @Test(
    "are shown with all that mean the same",
    arguments: [
      (
        "# A b C\n\n[l](#a-b-c)\n[l](#a-B-c 't')\n[l](<a b.md#a-b-c>)\n\n[r]: #a-B-c", 2, 6,
        "0:0-7!, 2:4-10, 3:4-10, 4:11-17, 6:5-11"
      ),
      ("# A b C\n\n[l](#a-b-c)", 0, 3, "0:0-7!, 2:4-10"),
      ("[l](o.md)\n[l](./o.md)\n[l](o#x)\n\n[r]: o.md", 1, 6, "0:4-8, 1:4-10, 2:4-5, 4:5-9"),
      ("[l](o#x)\n[l](o.md#X)\n[l](o#y)", 0, 6, "0:5-7, 1:8-10"),
      ("[t][d]\n[d]\n[d][]\n[D][d]\n\n[d]: u", 0, 4, "0:4-5, 1:1-2, 2:1-2, 3:4-5, 5:1-2!"),
      ("[t][d]\n\n[d]: u", 2, 1, "0:4-5, 2:1-2!"),
      ("[l](http://b.c)\n<http://b.c>\n[l](http://b.c/d)", 1, 4, "0:4-14, 1:1-11"),
      ("#Tag #tag #tagged\n[[Note]] [[note|x]] [[Other]]", 0, 1, "0:0-4, 0:5-9"),
      ("#Tag #tag #tagged\n[[Note]] [[note|x]] [[Other]]", 1, 3, "1:2-6, 1:11-15"),
      ("a[^1] b[^1]\n\n[^1]: n", 0, 3, "0:2-4, 0:8-10, 2:1-3!"), ("---\ntags: [a]\n---\n#a", 1, 8, "1:7-8, 3:0-2"),
      ("plain words", 0, 3, ""),
    ])
  func highlights(text: String, line: Int, character: Int, places: String) async throws {
    let session = try await session(text)
    let params = EditorSession.document(Self.uri, #""position":{"line":\#(line),"character":\#(character)}"#)
    let found = try await session.client.request("textDocument/documentHighlight", params)
    let told = found.elements.map { place($0["range"]) + ($0["kind"]?.integer == 3 ? "!" : "") }
    #expect(told.joined(separator: ", ") == places, "\(text.debugDescription)")
    #expect(try await session.finish() == 0)
  }

  @Test("are looked for up to the end where more was asked for", arguments: [1, 7, Int.max])
  func behindEnd(line: Int) async throws {
    let session = try await session("a\n[x](http://u.v)")
    let end = #"{"line":\#(line),"character":99}"#
    let range = #""range":{"start":{"line":0,"character":0},"end":\#(end)}"#
    for (method, more) in [
      ("documentHighlight", #""position":\#(end)"#), ("hover", #""position":\#(end)"#), ("inlayHint", range),
      ("rangeFormatting", #"\#(range),"options":{}"#), ("codeAction", #"\#(range),"context":{"diagnostics":[]}"#),
    ] {
      _ = try await session.client.request("textDocument/\(method)", EditorSession.document(Self.uri, more))
    }
    #expect(try await session.finish() == 0)
  }

  @Test(
    "are not looked for at a place that the document does not have",
    arguments: [
      #"{"line":0,"character":-1}"#, #"{"line":-1,"character":0}"#, #"{"line":9223372036854775808,"character":0}"#,
      #"{"line":"0"}"#, "7", "null",
    ])
  func nowhere(position: String) async throws {
    let session = try await session("a")
    let params = EditorSession.document(Self.uri, #""position":\#(position)"#)
    let error = try await session.client.refusal("textDocument/documentHighlight", params)
    #expect(error["code"]?.integer == -32602)
    #expect(try await session.finish() == 0)
  }
}
