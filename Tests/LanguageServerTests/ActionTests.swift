import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("What can be done", .timeLimit(.minutes(10)))
struct ActionTests {
  private static let able =
    #"{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename"]}},"#
    + #""textDocument":{"diagnostic":{}}}"#
  private static let memos = [("plan", "# Plan\nwords\n"), ("a", "# Twin\n"), ("b", "# Twin\n")]

  /// The actions whose titles begin so.
  private func actions(_ session: EditorSession, _ uri: String, _ range: String, _ title: String = "") async throws
    -> [JSONValue]
  {
    let more = #""range":\#(range),"context":{"diagnostics":[]}"#
    let found = try await session.client.request("textDocument/codeAction", EditorSession.document(uri, more))
    return found.elements.filter { $0["title"]?.string?.hasPrefix(title) == true }
  }

  private func range(_ line: Int, _ from: Int, _ to: Int) -> String {
    #"{"start":{"line":\#(line),"character":\#(from)},"end":{"line":\#(line),"character":\#(to)}}"#
  }

  @Test(
    "about a memo's links, tasks and words",
    arguments: [
      ("[[Nowhere]]", 3, 3, "Create the memo", "", #"[{"title":"Nowhere","uri":"memo:///here/Any.md"}]"#),
      ("[[Twin]]", 3, 3, "Make the link mean Twin (a)", "Any.md:0:2-6=a Any.md:0:6-6=|Twin", nil),
      ("- [ ] x", 6, 6, "Mark the task as done", "Any.md:0:3-4=x", nil),
      ("- [x] x", 0, 0, "Mark the task as open", "Any.md:0:3-4= ", nil),
      ("see plan now", 4, 8, "Link to Plan", "Any.md:0:4-8=[[plan]]", nil),
      ("![[Plan]]", 3, 3, "Put the text here", "Any.md:0:0-9=# Plan\nwords", nil),
    ])
  func memo(
    text: String, from: Int, to: Int, title: String, edits: String, arguments: String?
  ) async throws {
    let session = try await MemoSession(Self.able, holding: Self.memos)
    try await session.open("here", text)
    let action = try await actions(session.editor, MemoSession.uri("here"), range(0, from, to), title).first
    #expect(action != nil, "\(text)")
    #expect(Workspace.edits(action?["edit"] ?? .null) == edits)
    #expect(action?["command"]?["arguments"]?.json == arguments)
  }

  @Test("for one problem of a whole text is what surely mends that, as Kate does all of it, and tells what it mends")
  func forProblem() async throws {
    let text = "- [ ] x\n\n[[Nowhere]] [[Gone]] [[Twin]]\n"
    let session = try await MemoSession(Self.able, holding: Self.memos)
    try await session.open("here", text)
    func mended(_ problems: [String], in range: String) async throws -> [String] {
      let told = problems.map { #"{"range":\#($0),"message":"m"}"# }.joined(separator: ",")
      let params = EditorSession.document(
        MemoSession.uri("here"), #""range":\#(range),"context":{"diagnostics":[\#(told)]}"#)
      return try await session.client.request("textDocument/codeAction", params).elements.map {
        "\($0["title"]?.string ?? "?") \($0["diagnostics"]?.elements.count ?? 0)"
      }
    }
    let whole = #"{"start":{"line":0,"character":0},"end":{"line":3,"character":0}}"#
    #expect(try await mended([range(2, 2, 9)], in: whole) == ["Create the memo Nowhere 1"])
    #expect(try await mended([range(2, 14, 18), range(2, 2, 9)], in: whole).count == 2)
    #expect(try await mended([range(2, 23, 27)], in: whole) == [])
    #expect(try await mended([range(0, 0, 1)], in: whole) == [])
    #expect(try await mended([], in: whole).count > 4)
    let line = try await mended([range(2, 2, 9)], in: range(2, 4, 4))
    #expect(line.first == "Create the memo Nowhere 1")
  }

  @Test(
    "for a whole text with problems is all that is asked for, of a kind or by a person",
    arguments: [
      (#""only":["source.removeUnusedLinkDefinitions"]"#, ["Remove unused link definitions"]),
      (#""only":["source.updateTableOfContents"]"#, []),
      (
        #""only":["source"]"#,
        [
          "Make a table of contents", "Remove unused link definitions",
        ]
      ),
      (#""only":["source.organizeLinkDefinitions"],"triggerKind":2"#, []),
      (
        #""triggerKind":1"#,
        [
          "Create the memo Nowhere", "Mark the task as done", "Make a table of contents",
          "Remove unused link definitions",
        ]
      ),
    ])
  func whole(context: String, titles: [String]) async throws {
    let text = "# A\n\n- [ ] [[Nowhere]]\n\n## B\n\n[d]: http://x.y\n"
    let session = try await MemoSession(Self.able, holding: Self.memos)
    try await session.open("here", text)
    let problem = #"{"range":\#(range(2, 8, 15)),"message":"m"}"#
    let whole = #"{"start":{"line":0,"character":0},"end":{"line":7,"character":0}}"#
    let params = EditorSession.document(
      MemoSession.uri("here"), #""range":\#(whole),"context":{"diagnostics":[\#(problem)],\#(context)}"#)
    let found = try await session.client.request("textDocument/codeAction", params).elements
    #expect(found.compactMap { $0["title"]?.string } == titles)
  }

  @Test("as an editor saves is an old table of contents, brought up to date, and none that is not there")
  func contents() async throws {
    let session = try await EditorSession(Self.able)
    for (text, titles) in [
      ("# A\n\n<!-- toc -->\n<!-- /toc -->\n\n## B\n", ["Bring the table of contents up to date"]),
      ("# A\n\n<!-- toc -->\n- [B](#b)\n<!-- /toc -->\n\n## B\n", []), ("# A\n\n## B\n", []),
    ] {
      session.open("file:///none/a.md", text)
      let more = #""range":\#(range(0, 0, 0)),"context":{"diagnostics":[],"only":["source.updateTableOfContents"]}"#
      let found = try await session.client.request(
        "textDocument/codeAction", EditorSession.document("file:///none/a.md", more))
      #expect(found.elements.compactMap { $0["title"]?.string } == titles, "\(text.debugDescription)")
    }
  }

  @Test("for a link by a definition is there, too, where its problem is told")
  func atDefinition() async throws {
    let session = try await MemoSession(Self.able, holding: Self.memos)
    try await session.open("here", "[a][d] [b][d]\n\n[d]: gone\n")
    let problem = #"{"range":\#(range(2, 5, 9)),"message":"m"}"#
    let whole = #"{"start":{"line":0,"character":0},"end":{"line":3,"character":0}}"#
    for place in [range(2, 5, 9), range(2, 6, 6), range(0, 2, 2), whole] {
      let params = EditorSession.document(
        MemoSession.uri("here"), #""range":\#(place),"context":{"diagnostics":[\#(problem)],"only":["quickfix"]}"#)
      let found = try await session.client.request("textDocument/codeAction", params).elements
      #expect(found.map { $0["title"]?.string } == ["Create the memo gone"], "\(place)")
      #expect(found.first?["diagnostics"]?.elements.count == 1, "\(place)")
    }
  }

  @Test(
    "puts an embedded memo's lines where the link stood, in the quotation or the item that it is in",
    arguments: [
      ("- ![[Plan]]", "# Plan|  words||  more"), ("> ![[Plan]]", "# Plan|> words|>|> more"),
      ("> - ![[Plan]]", "# Plan|>   words|>|>   more"), ("12. ![[Plan]]", "# Plan|    words||    more"),
      ("- 1) ![[Plan]]  ", "# Plan|     words||     more"), ("-\t![[Plan]]", "# Plan| \twords|| \tmore"),
      ("- a\n  ![[Plan]]", "# Plan|  words||  more"), ("- [ ] ![[Plan]]", nil), ("- a ![[Plan]]", nil),
      ("- ![[Plan]] a", nil), ("a\n2. ![[Plan]]", nil), ("- [ ] ![[Plan#^b]]", "more"), ("-![[Plan]]", nil),
    ])
  func inlined(text: String, words: String?) async throws {
    let session = try await MemoSession(Self.able, holding: [("plan", "# Plan\nwords\n\nmore ^b\n")])
    try await session.open("here", text)
    let lines = text.split(separator: "\n")
    let place = (lines.last ?? "").prefix { $0 != "!" }.utf16.count + 3
    let action = try await actions(
      session.editor, MemoSession.uri("here"), range(lines.count - 1, place, place), "Put the text here"
    ).first
    let edit = action?["edit"]?["documentChanges"]?.elements.first?["edits"]?.elements.first
    #expect(edit?["newText"]?.string?.replacing("\n", with: "|") == words.map { $0.replacing("more", with: "more ^b") })
  }

  @Test("puts no byte order mark of a file into another")
  func inlinedMark() async throws {
    let session = try await FolderSession([("a.md", "![[b]]\n"), ("b.md", "\u{FEFF}# B\nwords\n")], Self.able)
    try await session.open("a.md")
    let action = try await actions(session.editor, session.place.uri("a.md"), range(0, 3, 3), "Put the text").first
    let edit = action?["edit"]?["documentChanges"]?.elements.first?["edits"]?.elements.first
    #expect(edit?["newText"]?.string == "# B\nwords")
    try await session.finish()
  }

  @Test(
    "puts text nowhere that has a label which means something else there, and ends lines only where Markdown does",
    arguments: [
      ("[m][d]\n\n![[b]]\n\n[d]: one", "w [y][D]\n\n[D]: two\n", nil),
      ("[m][d]\n\n![[b]]\n\n[d]: one", "w [y][D]\n\n[D]: one\n", "w [y][D]\n\n[D]: one"),
      ("x[^1]\n\n![[b]]\n\n[^1]: a\n", "w[^1]\n\n[^1]: b\n", nil),
      ("x\n\n![[b#S]]\n", "## S\nw[^1]\n## T\n[^1]: n [z]\n\n[z]: u\n", "## S\nw[^1]\n\n[z]: u\n[^1]: n [z]"),
      ("x\n\n- ![[b]]\n", "a\u{2028}b\u{0B}c\u{0C}d\ne\n", "a\u{2028}b\u{0B}c\u{0C}d\n  e"),
    ])
  func inlinedWords(text: String, other: String, words: String?) async throws {
    let session = try await EditorSession(Self.able)
    session.open("file:///none/a.md", text)
    session.open("file:///none/b.md", other)
    let action = try await actions(session, "file:///none/a.md", range(2, 5, 5), "Put the text here").first
    let edit = action?["edit"]?["documentChanges"]?.elements.first?["edits"]?.elements.first
    #expect(edit?["newText"]?.string == words)
    #expect(try await session.finish() == 0)
  }

  @Test(
    "changes a link to what a memo is called now by its title, if that leads there and nowhere else",
    arguments: [
      ("Other", "Any.md:0:2-8=Other"), ("Twin", "Any.md:0:2-8=r Any.md:0:8-8=|Twin"),
      ("C# notes", "Any.md:0:2-8=r Any.md:0:8-8=|C# notes"),
    ])
  func renamed(title: String, edits: String) async throws {
    let session = try await MemoSession(Self.able, holding: [("r", "# Former\n"), ("a", "# Twin\n")])
    try await session.type("# \(title)\n", into: "r")
    try await session.open("here", "[[Former]]")
    let action = try await actions(session.editor, MemoSession.uri("here"), range(0, 3, 3), "Change the link").first
    #expect(Workspace.edits(action?["edit"] ?? .null) == edits)
  }

  @Test(
    "makes the file that a path misses in a folder, where that leads, or the memo whose file it is",
    arguments: [
      ("[x](none.md)", true, "+none.md", nil), ("[x](sub/new.md)", true, "+sub/new.md", nil),
      ("[[sub/new]]", true, "+sub/new.md", nil), ("[x](none.md)", false, "", "none"),
      ("[x](sub/new.md)", false, nil, nil), ("[x](../out.md)", true, nil, nil), ("[[New]]", true, "", "New"),
      ("![x](pic.png)", true, nil, nil), ("![x](./new)", true, nil, nil), ("[x](./doc.pdf)", true, nil, nil),
      ("[[pic.png]]", true, nil, nil), ("[[node.js]]", true, "", "node.js"), ("[x](./v1.2)", true, "+v1.2.md", nil),
    ])
  func path(text: String, makesFiles: Bool, file: String?, memo: String?) async throws {
    let session = try await FolderSession([("a.md", text)], makesFiles ? Self.able : "{}")
    try await session.open("a.md")
    let action = try await actions(session.editor, session.place.uri("a.md"), range(0, 5, 5), "Create").first
    if makesFiles, file?.isEmpty == false { #expect(action?["command"]?["command"]?.string == "memo.show") }
    let made = (action?["edit"]?["documentChanges"]?.elements ?? []).compactMap { change in
      change["kind"] == nil ? nil : "+\(change["uri"]?.string?.dropFirst(session.place.uri("").count) ?? "")"
    }
    #expect(action.map { _ in made.joined() } == file)
    #expect(action?["command"]?["arguments"]?.elements.first?["title"]?.string == memo)
    try await session.finish()
  }

  @Test("makes the memo that a link misses, after which nothing is wrong with it")
  func create() async throws {
    let session = try await MemoSession(Self.able, holding: [])
    try await session.open("here", "[[Nowhere]]")
    let action = try await actions(session.editor, MemoSession.uri("here"), range(0, 3, 3), "Create").first
    let made = try await session.client.request("workspace/executeCommand", action?["command"]?.json)
    #expect(made["title"]?.string == "Nowhere")
    let report = try await session.client.request(
      "textDocument/diagnostic", EditorSession.document(MemoSession.uri("here")))
    #expect(report["items"]?.json == "[]")
    #expect(try await session.finish(made["id"]?.string ?? "") == "# Nowhere\n\n")
  }

  @Test("is told only of the kinds that are wanted")
  func kinds() async throws {
    let session = try await EditorSession(Self.able)
    session.open("file:///none/a.md", "# A\n\n## B\n- [ ] x\n")
    let more = #""range":\#(range(3, 0, 0)),"context":{"diagnostics":[],"only":["refactor"]}"#
    let found = try await session.client.request(
      "textDocument/codeAction", EditorSession.document("file:///none/a.md", more))
    #expect(found.elements.compactMap { $0["kind"]?.string } == ["refactor.rewrite"])
    #expect(try await session.finish() == 0)
  }

  @Test("to a memo by a command: each says what it is called with")
  func commands() async throws {
    let session = try await MemoSession(Self.able, holding: [("m", "# One\n"), ("o", "[[One]]\n")])
    func run(_ command: String, _ arguments: String = "{}") async throws -> JSONValue {
      try await session.client.request(
        "workspace/executeCommand", #"{"command":"memo.\#(command)","arguments":[\#(arguments)]}"#)
    }
    let uri = #"{"uri":"memo:///m/Any.md"}"#
    #expect(try await run("backlinks", uri).elements.compactMap { $0["title"]?.string } == ["[[One]]"])
    #expect(try await run("search", #"{"query":"one"}"#).elements.count == 2)
    #expect(try await run("daily", #"{"date":"2026-11-22"}"#)["id"]?.string == "daily-2026-11-22")
    try await session.type("# Two\n", into: "m")
    let history = try await run("history", #"{"id":"m"}"#)
    // A number that large is another one in many clients.
    #expect(history.elements.allSatisfy { ($0["revision"]?.string.flatMap(Int.init) ?? 0) > 0 })
    let first = try await run("restore", #"{"id":"m","revision":\#(history.elements.last?["revision"]?.json ?? "")}"#)
    #expect(first["title"]?.string == "One")
    #expect(history.elements.compactMap { $0["title"]?.string } == ["Two", "One"])
    #expect(history.elements.first?["uri"]?.string?.hasPrefix("memo-history:///m/") == true)
    _ = try await run("pin", uri)
    _ = try await run("trash", uri)
    _ = try await run("restore", uri)
    _ = try await run("new", #"{"title":"Three"}"#)
    for (command, arguments) in [
      ("history", "{}"), ("search", "{}"), ("daily", #"{"date":"x"}"#), ("nothing", "{}"), ("new", #"{"title":"a]"}"#),
      ("restore", #"{"id":"m","revision":"x"}"#), ("restore", #"{"id":"m","revision":true}"#),
    ] {
      let error = try await session.client.refusal(
        "workspace/executeCommand", #"{"command":"memo.\#(command)","arguments":[\#(arguments)]}"#)
      let message = error["message"]?.string ?? ""
      #expect(message.contains(command == "new" ? "a name must be one line" : "") && !message.isEmpty, "\(command)")
    }
  }

  @Test("that does not say which memo it is about has the person choose", arguments: ["Twin (b)", "One", nil])
  func asked(choice: String?) async throws {
    let memos = [("a", "# Twin\n"), ("b", "# Twin\n"), ("m", "# One\n")]
    let session = try await MemoSession(#"{"window":{"showMessage":{}}}"#, holding: memos)
    let id = session.client.begin("workspace/executeCommand", #"{"command":"memo.pin","arguments":[{}]}"#)
    let request = try await session.client.read()
    #expect(request["method"]?.string == "window/showMessageRequest")
    let choices = request["params"]?["actions"]?.elements.compactMap { $0["title"]?.string } ?? []
    #expect(Set(choices) == ["Twin (a)", "Twin (b)", "One"])
    let answer = choice.map { #"{"title":\#(quoted($0))}"# } ?? "null"
    session.client.send(#"{"jsonrpc":"2.0","id":\#(request["id"]?.json ?? ""),"result":\#(answer)}"#)
    let done = try await session.client.answer(to: id)
    #expect(done["result"]?["id"]?.string == (choice == "One" ? "m" : choice == nil ? nil : "b"))
    #expect(done["error"] == nil, "Nothing chosen is nothing done.")
  }

  @Test("keeps links to files that are renamed, each written as it was")
  func moved() async throws {
    let session = try await EditorSession(Self.able, #""workspaceFolders":[{"uri":"file:///none","name":"n"}]"#)
    session.open("file:///none/a.md", "[x](old.md) [x](./old#f) [x](/old.md) [[old]] [x](other.md)")
    session.open("file:///none/old.md", "# Old\n[x](a.md) [y](/sub/../a.md)")
    let files = #"{"files":[{"oldUri":"file:///none/old.md","newUri":"file:///none/sub/new.md"}]}"#
    let edit = try await session.client.request("workspace/willRenameFiles", files)
    #expect(
      Workspace.edits(edit)
        == "a.md:0:4-10=sub/new.md a.md:0:16-21=./sub/new a.md:0:29-36=/sub/new.md a.md:0:40-43=new "
        + "old.md:1:4-8=../a.md"
    )
  }

  @Test("leaves links by title, and those to what stays, where a file or a folder gets another name")
  func renamedInPlace() async throws {
    let session = try await EditorSession(Self.able, #""workspaceFolders":[{"uri":"file:///none","name":"n"}]"#)
    session.open("file:///none/a.md", "[[Alpha]] [x](old.md)")
    session.open("file:///none/old.md", "# Alpha\n[x](sub/) [y](a.md) [z](./)")
    func moved(_ old: String, _ new: String) async throws -> String {
      let files = #"{"files":[{"oldUri":"file:///none/\#(old)","newUri":"file:///none/\#(new)"}]}"#
      return Workspace.edits(try await session.client.request("workspace/willRenameFiles", files))
    }
    #expect(try await moved("old.md", "new.md") == "a.md:0:14-20=new.md")
    #expect(try await moved("sub", "other") == "old.md:1:4-8=other/")
  }

  @Test("after an ambiguous link, and above a memo, is told more, unless settings say otherwise")
  func hints() async throws {
    let session = try await MemoSession(Self.able, holding: Self.memos + [("l", "[[Plan]]\n")])
    try await session.open("here", "[[Twin]]")
    let hints = try await session.client.request(
      "textDocument/inlayHint", EditorSession.document(MemoSession.uri("here"), #""range":\#(range(0, 0, 8))"#))
    #expect(hints.json == #"[{"position":{"line":0,"character":8},"label":"Twin (a), Twin (b)","paddingLeft":true}]"#)
    try await session.open("plan", "# Plan\nwords\n")
    let lenses = try await session.client.request(
      "textDocument/codeLens", EditorSession.document(MemoSession.uri("plan")))
    #expect(lenses.elements.compactMap { $0["command"]?["title"]?.string } == ["1 memo links here"])
  }

  @Test("with an earlier state of a memo is to look at it")
  func past() async throws {
    let able = #"{"workspace":{"textDocumentContent":{}},"textDocument":{"diagnostic":{}}}"#
    let session = try await MemoSession(able, holding: [("m", "# One\n")])
    #expect(session.editor.capabilities["workspace"]?["textDocumentContent"]?.json == #"{"schemes":["memo-history"]}"#)
    try await session.type("# Two\n", into: "m")
    let history = try await session.client.request(
      "workspace/executeCommand", #"{"command":"memo.history","arguments":[{"id":"m"}]}"#)
    let uri = history.elements.last?["uri"]?.json ?? ""
    let content = try await session.client.request("workspace/textDocumentContent", #"{"uri":\#(uri)}"#)
    #expect(content["text"]?.string == "# One\n")
    let error = try await session.client.refusal(
      "workspace/textDocumentContent", #"{"uri":"memo-history:///m/999/One.md"}"#)
    #expect(error["message"]?.string == "the memo never was in that state, or it is not kept any more")
  }

  @Test("of an earlier state are none: its links lead as the memo's do, and nothing lists it")
  func pastLinks() async throws {
    let text = "# One\n[[Other]] [[Missed]] #tag\n- [ ] task\n"
    let session = try await MemoSession(
      #"{"workspace":{"textDocumentContent":{}},"textDocument":{"diagnostic":{}}}"#,
      holding: [("m", text), ("o", "# Other\n")])
    let uri = "memo-history:///m/1/One.md"
    session.editor.open(uri, text)
    func ask(_ method: String, _ more: String) async throws -> JSONValue {
      try await session.client.request("textDocument/\(method)", EditorSession.document(uri, more))
    }
    let link = #""position":{"line":1,"character":4}"#
    let found = try await ask("definition", link)
    #expect(found.elements.map { $0["uri"]?.string } == ["memo:///o/Other.md"])
    let wrong = try await ask("diagnostic", "")
    #expect(wrong["items"]?.elements.compactMap { $0["code"]?.string } == ["broken"])
    #expect(try await ask("prepareRename", link).json == "null")
    let all = #""range":{"start":{"line":0,"character":0},"end":{"line":3,"character":0}},"context":{"diagnostics":[]}"#
    #expect(try await ask("codeAction", all).json == "[]")
    let error = try await session.client.refusal(
      "textDocument/rename", EditorSession.document(uri, #"\#(link),"newName":"New""#))
    #expect(error["code"]?.integer == -32803)
    let listed = try await session.client.request("workspace/symbol", #"{"query":"One"}"#)
    #expect(listed.elements.compactMap { $0["location"]?["uri"]?.string } == ["memo:///m/One.md"])
  }
}
