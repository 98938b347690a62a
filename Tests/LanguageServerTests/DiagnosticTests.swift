import Foundation
import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("What is wrong in a document", .timeLimit(.minutes(10)))
struct DiagnosticTests {
  private static let memos = [
    ("plan", "# Plan\n\n## Next\n"), ("a", "# Twin\n"), ("b", "# Twin\n"), ("m", "# *Marked*\n"),
  ]
  private static let pulling =
    #"{"workspace":{"diagnostics":{"refreshSupport":true}},"textDocument":{"diagnostic":{}}}"#

  private func told(_ items: [JSONValue]) -> String {
    items.map { "\($0["code"]?.string ?? "?")@\(Workspace.range($0["range"]))" }.joined(separator: " ")
  }

  @Test(
    "is told by its code and place",
    arguments: [
      ("[[Plan]] [x](Plan) [u](http://x.y)", ""), ("[[Nowhere]]", "broken@0:2-9"), ("[[Twin]]", "ambiguous@0:2-6"),
      ("[[Plan#Gone]]", "fragment@0:6-11"), ("[[Plan#next]]", ""), ("# A\n\n# A\n", "duplicate-heading@2:0-3"),
      ("# A\n\n## A\n", "duplicate-heading@2:0-4"), ("[x]: http://y.z", "unused-definition@0:0-15"),
      ("# Plan\n", "duplicate-title@0:0-6"), ("\n# *Marked*\n", "duplicate-title@1:0-10"),
      ("[x](picture.png)", ""), ("`[[Nowhere]]`", ""), ("[[#Here]]\n\n# Here\n", ""), ("[[#Gone]]", "fragment@0:2-7"),
      ("<a id=\"my\"></a><b name='Other'>\n\n[x](#my) [[#my]] [y](#Other)", ""),
      ("<a id=\"myself\"></a> `<a id=\"my\">`\n\n[x](#my)", "fragment@2:4-7"),
      ("[x](#L1) [x](#1) [x](#L1,2-L5,3) [x](Plan#L7)", ""), ("[[#L1]]", "fragment@0:2-5"),
      ("[x](#L1-) [x](#LL1)", "fragment@0:4-8 fragment@0:14-18"),
      ("[x][gone] ![x][gone]", "broken@0:4-8 broken@0:15-19"),
      ("a[i][j] f()[i][j] [1][2] [x][^1] `[x][y]` \\[x][y] [[Plan]][y] - [ ] [x]", ""),
      ("---\na: \"[x][y]\"\n---\n", ""),
      ("[a][d] [b][d] [c][e]\n\n[d]: gone\n[e]: gone", "broken@2:5-9 broken@3:5-9"),
      ("[a][d] [b][d]\n\n[d]: Plan#Gone", "fragment@2:9-14"), ("[x](Plan)[y]", ""),
      ("words\n[y]: Plan\n\n[x][y]", "broken@3:4-5"), ("[x][Y]\n\n[y]: Plan", ""),
    ])
  func memos(text: String, codes: String) async throws {
    let session = try await MemoSession(Self.pulling, holding: Self.memos + [("here", text)])
    try await session.open("here", text)
    let report = try await session.client.request(
      "textDocument/diagnostic", EditorSession.document(MemoSession.uri("here")))
    #expect(told(report["items"]?.elements ?? []) == codes, "\(text.debugDescription): \(report.json)")
    #expect(report["items"]?.elements.allSatisfy { $0["source"]?.string == "memo-ls" } == true)
    let again = try await session.client.request(
      "textDocument/diagnostic",
      EditorSession.document(MemoSession.uri("here"), #""previousResultId":\#(report["resultId"]?.json ?? "0")"#))
    #expect(again["kind"]?.string == "unchanged")
  }

  @Test(
    "is told of what leads nowhere though no link uses it, if it can only be meant so",
    arguments: [
      ("words\n[d]: /no.md", "broken@1:5-11"), ("words\n[d]: #no", "fragment@1:5-8"), ("words\n[d]: soon", ""),
      ("words\n[d]: b.md#no", "fragment@1:9-12"), ("words\n[d]: b.md#b\n[e]: #L3\n[f]: http://x.y/z", ""),
      ("[d]: ./no.md", "unused-definition@0:0-12 broken@0:5-12"),
      ("[x][d]\n\n[d]: ./no.md", "broken@2:5-12"), ("[//]: # (a comment)\n[b]: <> (another)", ""),
    ])
  func lone(text: String, codes: String) async throws {
    let session = try await EditorSession(Self.pulling, #""rootUri":"file:///none""#)
    session.open("file:///none/b.md", "# B\n")
    session.open("file:///none/a.md", text)
    let report = try await session.client.request(
      "textDocument/diagnostic", EditorSession.document("file:///none/a.md"))
    #expect(told(report["items"]?.elements ?? []) == codes, "\(text.debugDescription): \(report.json)")
  }

  @Test("is told neither of addresses, nor of paths in what is saved nowhere yet")
  func addresses() async throws {
    let session = try await EditorSession(Self.pulling, #""rootUri":"file:///none""#)
    for (uri, text) in [("file:///none/a.md", "[x](//x.com/a)"), ("untitled:Untitled-1", "[x](b.md)")] {
      session.open(uri, text)
      let report = try await session.client.request("textDocument/diagnostic", EditorSession.document(uri))
      #expect(report["items"]?.json == "[]", "\(uri)")
    }
  }

  @Test("in what is saved nowhere yet is told by the notes of the folder that the client works in")
  func unsaved() async throws {
    let folder = try TemporaryFolder()
    for (name, text) in [("sub/b.md", "# B\n"), ("t.md", "# Title\n"), ("p.png", "")] {
      let url = URL(filePath: "\(folder.path)/\(name)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let text = "[[b]] [[sub/b#No]] [[Title]] ![[p.png]] [[no]] [x](no.md) ![](no.png) [[#no]]"
    let alone = try await EditorSession(Self.pulling)
    let session = try await EditorSession(Self.pulling, #""rootUri":\#(quoted("file://\(folder.path)"))"#)
    for (session, codes) in [
      (session, "fragment@0:13-16 broken@0:42-44 fragment@0:72-75"), (alone, "fragment@0:72-75"),
    ] {
      session.open("untitled:Untitled-1", text)
      let report = try await session.client.request(
        "textDocument/diagnostic", EditorSession.document("untitled:Untitled-1"))
      #expect(told(report["items"]?.elements ?? []) == codes)
    }
    let place = #""position":{"line":0,"character":2}"#
    let found = try await session.client.request(
      "textDocument/definition", EditorSession.document("untitled:Untitled-1", place))
    #expect(found.elements.first?["uri"]?.string == "file://\(folder.path)/sub/b.md")
  }

  @Test("in what is saved nowhere yet is told by the notes of an attached folder, too")
  func unsavedBesideMemos() async throws {
    let session = try await FolderSession([("sub/b.md", "# B\n"), ("t.md", "# Title\n")])
    try session.place.write("", "p.png")
    let (uri, text) = ("untitled:Untitled-1", "[[b]] [[sub/b#No]] [[Title]] ![[p.png]] [[no]] [x](no.md) [[#no]] [[Ti")
    session.editor.open(uri, text)
    let report = try await session.answer(
      session.client.begin("textDocument/diagnostic", EditorSession.document(uri)))
    #expect(told(report["result"]?["items"]?.elements ?? []) == "fragment@0:13-16 broken@0:42-44 fragment@0:60-63")
    for (method, character, told) in [("definition", 2, session.place.uri("sub/b.md")), ("completion", 70, "Title")] {
      let place = #""position":{"line":0,"character":\#(character)}"#
      let found = try await session.answer(
        session.client.begin("textDocument/\(method)", EditorSession.document(uri, place)))["result"]
      #expect(found?.elements.first?["uri"]?.string ?? found?["items"]?.elements.first?["label"]?.string == told)
    }
    try await session.finish()
  }

  @Test("follows what is written into a file beside the document, though its time is put back")
  func besideChanged() async throws {
    let folder = try TemporaryFolder()
    let (old, other) = (Date(timeIntervalSince1970: 1_000_000), "\(folder.path)/b.md")
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: other))
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: other)
    }
    let session = try await EditorSession(Self.pulling, #""rootUri":\#(quoted("file://\(folder.path)"))"#)
    session.open("file://\(folder.path)/a.md", "[x](b.md#one)")
    for (text, codes) in [("# One\n", ""), ("# Two\n", "fragment@0:8-12"), ("# One\n", "")] {
      try write(text)
      let report = try await session.client.request(
        "textDocument/diagnostic", EditorSession.document("file://\(folder.path)/a.md"))
      #expect(told(report["items"]?.elements ?? []) == codes)
    }
  }

  @Test("of a second definition of a label says that links use the first")
  func secondDefinition() async throws {
    let session = try await EditorSession(Self.pulling)
    session.open("file:///none/a.md", "[x][d]\n\n[d]: one\n[D]: two\n")
    let report = try await session.client.request(
      "textDocument/diagnostic", EditorSession.document("file:///none/a.md"))
    let words = (report["items"]?.elements ?? []).compactMap { $0["message"]?.string }
    #expect(words.last == "a definition above has the same label, so links use that")
  }

  @Test("of a link into the trash, or by a title that was typed over, says what became of it")
  func past() async throws {
    let session = try await MemoSession(Self.pulling, holding: [("t", "# Gone\n"), ("r", "# Former\n")])
    let gone = try #require(MemoID("t"))
    _ = try await session.other.trashMemo(gone, baseVersion: nil)
    try await session.type("# Called so now\n", into: "r")
    try await session.open("here", "[[Gone]] [[Former]]")
    let report = try await session.client.request(
      "textDocument/diagnostic", EditorSession.document(MemoSession.uri("here")))
    #expect(told(report["items"]?.elements ?? []) == "trashed@0:2-6 renamed@0:11-17")
    #expect(report["items"]?.elements.last?["message"]?.string == "Former is called Called so now now")
  }

  @Test("is pushed to a client that doesn't ask, and again when a memo is made that was missed")
  func pushed() async throws {
    let session = try await MemoSession(holding: [])
    try await session.open("here", "[[Missed]]")
    var told = try await session.client.note("textDocument/publishDiagnostics")
    #expect(told?["diagnostics"]?.elements.first?["code"]?.string == "broken")
    #expect(told?["version"]?.integer == 1)
    _ = try await session.other.createMemo(id: nil, text: "# Missed\n", properties: JSONObject())
    _ = try await session.other.flush(nil)
    told = try await session.client.note("textDocument/publishDiagnostics")
    #expect(told?["diagnostics"]?.elements.isEmpty == true)
  }

  @Test("is looked for again in what links there when a title is typed")
  func typed() async throws {
    let session = try await MemoSession(holding: [("m", "# One\n")])
    try await session.open("m", "# One\n")
    try await session.open("here", "[[Two]]")
    try await waitUntil("here", hasProblems: true, in: session)
    session.editor.change(MemoSession.uri("m"), ##"{"text":"# Two\n"}"##)
    try await waitUntil("here", hasProblems: false, in: session)
  }

  /// Reads what is published until a document has problems, or none.
  private func waitUntil(_ id: String, hasProblems: Bool, in session: MemoSession) async throws {
    var told: JSONValue?
    repeat {
      told = try await session.client.note("textDocument/publishDiagnostics")
    } while told?["uri"]?.string != MemoSession.uri(id) || told?["diagnostics"]?.elements.isEmpty == hasProblems
  }

  @Test("is none where all links are good, whatever is opened and typed while they are looked up")
  func undisturbed() async throws {
    let names = (0..<3000).map { "n\($0)" }
    let text = names.map { "[[\($0)]]\n" }.joined()
    let plan = "---\naliases: [\(names.joined(separator: ", "))]\n---\n# Plan\n"
    let session = try await MemoSession(holding: [("plan", plan), ("a", text)])
    // By the time its symbols are told its links are being looked up.
    try await session.open("a", text)
    session.editor.open(MemoSession.uri("b"), "b")
    session.editor.change(MemoSession.uri("b"), #"{"text":"more"}"#)
    var told: JSONValue?
    repeat {
      told = try await session.client.note("textDocument/publishDiagnostics")
    } while told?["uri"]?.string != MemoSession.uri("a")
    #expect(told?["diagnostics"]?.elements.count == 0)
  }

  @Test(
    "is looked for again once a file is there that was missed, when it is opened or saved", arguments: [true, false])
  func filesSeen(isOpened: Bool) async throws {
    let folder = try TemporaryFolder()
    let session = try await EditorSession("{}", #""rootUri":\#(quoted("file://\(folder.path)"))"#)
    func uri(_ name: String) -> String { "file://\(folder.path)/\(name)" }
    session.open(uri("a.md"), "[[missed]] [x](missed.md)")
    let told = try await session.client.note("textDocument/publishDiagnostics")
    #expect(self.told(told?["diagnostics"]?.elements ?? []) == "broken@0:2-8 broken@0:15-24")
    try Data("# M\n".utf8).write(to: URL(filePath: "\(folder.path)/missed.md"))
    if isOpened {
      session.open(uri("missed.md"), "# M\n")
    } else {
      session.client.send(notification("textDocument/didSave", EditorSession.document(uri("missed.md"))))
    }
    var now: JSONValue?
    repeat {
      now = try await session.client.note("textDocument/publishDiagnostics")
    } while now?["uri"]?.string != uri("a.md")
    #expect(now?["diagnostics"]?.elements.isEmpty == true)
  }

  @Test("is as grave as settings say, however they are written and told")
  func writtenSettings() async throws {
    func severities(_ first: String, _ later: String?) async throws -> Int? {
      let session = try await EditorSession("{}", #""initializationOptions":\#(first)"#)
      if let later {
        session.client.send(notification("workspace/didChangeConfiguration", #"{"settings":\#(later)}"#))
      }
      session.open("file:///none/a.md", "[[gone]]")
      let told = try await session.client.note("textDocument/publishDiagnostics")
      return told?["diagnostics"]?.elements.first?["severity"]?.integer
    }
    let error = [
      #"{"memo":{"diagnostics":{"broken":"error"}}}"#, #"{"memo":{"diagnostics.broken":"error"}}"#,
      #"{"memo.diagnostics":{"broken":"error"}}"#, #"{"memo.diagnostics.broken":"error"}"#,
    ]
    for written in error {
      #expect(try await severities(written, nil) == 1, "\(written)")
      #expect(try await severities("{}", written) == 1, "\(written)")
      #expect(try await severities(written, #"{"memo":{}}"#) == 1, "what is not told is as it was at the beginning")
    }
    #expect(try await severities(error[0], #"{"memo":{"diagnostics.broken":"hint"}}"#) == 4)
    #expect(try await severities(error[0], #"{"memo":{"diagnostics.broken":null,"diagnostics":"loud"}}"#) == 1)
    #expect(try await severities(#"{"diagnostics":{"broken":"error"},"memo":1}"#, "null") == 2)
  }

  @Test("is none where a file's name ends in the other way in which those of Markdown files do")
  func markdownExtension() async throws {
    let folder = try TemporaryFolder()
    try Data("# N\n".utf8).write(to: URL(filePath: "\(folder.path)/n.markdown"))
    let session = try await EditorSession("{}", #""rootUri":\#(quoted("file://\(folder.path)"))"#)
    session.open("file://\(folder.path)/a.md", "[[n]] [n](n) [n](n.markdown) [[n#N]] [[m]]")
    let told = try await session.client.note("textDocument/publishDiagnostics")
    #expect(self.told(told?["diagnostics"]?.elements ?? []) == "broken@0:39-40")
  }

  @Test("goes with the document")
  func closed() async throws {
    let session = try await EditorSession()
    session.open("file:///none/a.md", "[x](gone.md)")
    let told = try await session.client.note("textDocument/publishDiagnostics")
    #expect(told?["diagnostics"]?.elements.first?["code"]?.string == "broken")
    session.client.send(notification("textDocument/didClose", EditorSession.document("file:///none/a.md")))
    #expect(try await session.client.note("textDocument/publishDiagnostics")?["diagnostics"]?.json == "[]")
  }

  @Test("of other severities is told once the settings change, of which some clients tell only if they are asked to")
  func registered() async throws {
    let able = #"{"workspace":{"didChangeConfiguration":{"dynamicRegistration":true}}}"#
    let session = try await EditorSession(able)
    let asked = try await session.client.read()
    #expect(asked["method"]?.string == "client/registerCapability")
    let wanted = #"{"id":"settings","method":"workspace/didChangeConfiguration","registerOptions":{"section":"memo"}}"#
    #expect(asked["params"]?.json == #"{"registrations":[\#(wanted)]}"#)
  }

  @Test("is as severe as the settings say, which are asked for where that can be")
  func settings() async throws {
    let able = #"{"workspace":{"configuration":true},"textDocument":{"diagnostic":{}}}"#
    let session = try await EditorSession(able)
    let asked = try await session.client.read()
    #expect(asked["method"]?.string == "workspace/configuration")
    #expect(asked["params"]?.json == #"{"items":[{"section":"memo"}]}"#)
    let settings = #"[{"diagnostics":{"broken":"error","unused-definition":"ignore","fragment":"loud"}}]"#
    session.client.send(#"{"jsonrpc":"2.0","id":\#(asked["id"]?.json ?? "0"),"result":\#(settings)}"#)
    session.open("file:///none/a.md", "[x](gone.md) [y](#z)\n\n[d]: u.md")
    var items: [String] = []
    // It takes a while until an answer is taken in.
    repeat {
      let report = try await session.client.request(
        "textDocument/diagnostic", EditorSession.document("file:///none/a.md"))
      items = (report["items"]?.elements ?? []).map { "\($0["code"]?.string ?? "") \($0["severity"]?.integer ?? 0)" }
    } while items.contains("broken 2")
    #expect(items == ["broken 1", "fragment 2", "broken 1"])
  }

  @Test("is told of a title that another note has, too, and that links by it may lead to that one where they do")
  func titleOfAnother() async throws {
    let session = try await FolderSession([("A.md", "words\n"), ("x/A.md", "words\n")], Self.pulling)
    try await session.open("x/A.md")
    let report = try await session.ask("textDocument/diagnostic", "x/A.md", 0, 0)
    let messages = report["items"]?.elements.map { $0["message"]?.string }
    #expect(messages == ["another memo has the same title, and links by it may lead to that one"])
    try await session.finish()
  }
}
