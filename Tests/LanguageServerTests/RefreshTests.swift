import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("What a client shows that asks for it itself", .timeLimit(.minutes(10)))
struct RefreshTests {
  private static let able = """
    {"workspace":{"diagnostics":{"refreshSupport":true},"codeLens":{"refreshSupport":true},\
    "inlayHint":{"refreshSupport":true}},"textDocument":{"diagnostic":{}}}
    """
  private static let all: Set<String> = [
    "workspace/diagnostic/refresh", "workspace/codeLens/refresh", "workspace/inlayHint/refresh",
  ]

  /// Returns once the client was asked to ask again for all of these; one call takes all that was asked up to then.
  private func refreshed(_ client: SessionClient, by methods: Set<String> = all) async throws {
    var left = methods
    while !left.isEmpty { if let method = try await client.read()["method"]?.string { left.remove(method) } }
  }

  /// Whether a document has no diagnostics.
  private func isGood(_ session: EditorSession, _ uri: String) async throws -> Bool {
    try await session.client.request("textDocument/diagnostic", EditorSession.document(uri))["items"]?.json == "[]"
  }

  @Test("is asked for again when a title is typed that links in other documents name")
  func title() async throws {
    let session = try await MemoSession(Self.able, holding: [("a", "# One\n"), ("b", "[[Two]]\n")])
    try await session.open("a", "# One\n")
    try await session.open("b", "[[Two]]\n")
    #expect(try await !isGood(session.editor, MemoSession.uri("b")))
    session.editor.change(MemoSession.uri("a"), ##"{"text":"# Two\n"}"##)
    try await refreshed(session.client)
    #expect(try await isGood(session.editor, MemoSession.uri("b")))
  }

  @Test("as code lenses is asked for again, and nothing else, when a link is typed")
  func link() async throws {
    let session = try await MemoSession(Self.able, holding: [("a", "# One\n"), ("b", "x\n")])
    try await session.open("a", "# One\n")
    try await session.open("b", "x\n")
    // Answered once both documents have their memos.
    let settled = #"{"command":"memo.backlinks","arguments":[{"id":"a"}]}"#
    #expect(try await session.client.request("workspace/executeCommand", settled).json == "[]")
    session.editor.change(MemoSession.uri("b"), #"{"text":"x\n[[One]]\n"}"#)
    let asked = try await session.client.read()
    #expect(asked["method"]?.string == "workspace/codeLens/refresh")
    #expect(asked["params"] == nil, "JSON-RPC has structures for params, or none")
    let lenses = try await session.client.request("textDocument/codeLens", EditorSession.document(MemoSession.uri("a")))
    #expect(lenses.elements.map { $0["command"]?["title"]?.string } == ["1 memo links here"])
  }

  @Test("is asked for again when others make a memo, and once settings are known")
  func others() async throws {
    let session = try await MemoSession(Self.able, holding: [("b", "[[Missed]]\n")])
    try await session.open("b", "[[Missed]]\n")
    _ = try await session.other.createMemo(id: nil, text: "# Missed\n", properties: JSONObject())
    _ = try await session.other.flush(nil)
    try await refreshed(session.client)
    #expect(try await isGood(session.editor, MemoSession.uri("b")))
    session.client.send(
      notification("workspace/didChangeConfiguration", #"{"settings":{"memo":{"codeLens":false}}}"#))
    try await refreshed(session.client)
  }

  @Test(
    "as diagnostics is asked for again if what others change is, or now may be, what an open document links to",
    arguments: [
      ("z", "# Z\nmore\n", false), ("z", "# Z\n[[A]]\n", false), ("z", "# Other\n", false),
      ("two", "# Two\nmore\n", true), ("two", "# Other\n", true), ("z", "# Four\n", true), ("z", "# Two\n", true),
      ("z", "---\naliases: [four]\n---\n# Z\n", true), ("z", "# A\n", true),
    ])
  func concerned(id: String, text: String, isAsked: Bool) async throws {
    let memos = [("a", "# A\n[[Two]] [[Four]]\n"), ("two", "# Two\n"), ("z", "# Z\n")]
    let session = try await MemoSession(Self.able, holding: memos)
    try await session.open("a", "# A\n[[Two]] [[Four]]\n")
    #expect(try await !isGood(session.editor, MemoSession.uri("a")))
    try await session.type(text, into: id)
    let expected = isAsked ? Self.all : Self.all.subtracting(["workspace/diagnostic/refresh"])
    var asked: Set<String> = []
    while !expected.isSubset(of: asked) {
      if let method = try await session.client.read()["method"]?.string { asked.insert(method) }
    }
    // All is asked for at once, in any order: nothing else comes before the next answer.
    let next = session.client.begin("textDocument/foldingRange", EditorSession.document(MemoSession.uri("a")))
    while true {
      let message = try await session.client.read()
      if let method = message["method"]?.string { asked.insert(method) }
      if message["method"] == nil, message["id"]?.integer == next { break }
    }
    #expect(asked == expected)
  }

  @Test(
    "as diagnostics is asked for again if a command makes what an open document links to, or brings it back",
    arguments: [
      ("daily", #"{"date":"2026-11-22"}"#, "2026-11-22"), ("new", #"{"template":"t","title":"Made"}"#, "Made"),
      ("new", #"{"title":"Titled"}"#, "Titled"), ("restore", #"{"id":"gone"}"#, "Gone"),
    ])
  func concernedByCommand(command: String, arguments: String, name: String) async throws {
    let memos = [("a", "[[\(name)]]\n"), ("t", "#template {{title}}\n"), ("gone", "# Gone\n")]
    let session = try await MemoSession(Self.able, holding: memos)
    _ = try await session.other.trashMemo(#require(MemoID("gone")), baseVersion: nil)
    _ = try await session.other.flush(nil)
    try await session.open("a", "[[\(name)]]\n")
    #expect(try await !isGood(session.editor, MemoSession.uri("a")))
    let params = #"{"command":"memo.\#(command)","arguments":[\#(arguments)]}"#
    let id = session.client.begin("workspace/executeCommand", params)
    var (isDone, isAsked) = (false, false)
    while !isDone || !isAsked {
      let message = try await session.client.read()
      // One that comes before the command has begun says nothing of it.
      if message["method"]?.string == "workspace/diagnostic/refresh" { isAsked = true }
      if message["method"] == nil, message["id"]?.integer == id { isDone = true }
    }
    #expect(try await isGood(session.editor, MemoSession.uri("a")))
  }

  @Test("as diagnostics is asked for again if a save brings a document's memo back from the trash")
  func concernedBySave() async throws {
    let session = try await MemoSession(Self.able, holding: [("a", "[[Gone]]\n"), ("gone", "# Gone\n")])
    try await session.open("a", "[[Gone]]\n")
    try await session.open("gone", "# Gone\n")
    let gone = EditorSession.document(MemoSession.uri("gone"))
    _ = try await session.client.request(
      "workspace/executeCommand", #"{"command":"memo.trash","arguments":[{"id":"gone"}]}"#)
    try await refreshed(session.client, by: ["workspace/diagnostic/refresh"])
    #expect(try await !isGood(session.editor, MemoSession.uri("a")))
    session.client.send(notification("textDocument/didSave", gone))
    try await refreshed(session.client, by: ["workspace/diagnostic/refresh"])
    #expect(try await isGood(session.editor, MemoSession.uri("a")))
  }

  @Test("as diagnostics is asked for again if others put what an open document links to in the trash, or bring it back")
  func concernedByTrash() async throws {
    let session = try await MemoSession(Self.able, holding: [("a", "# A\n[[Two]]\n"), ("two", "# Two\n")])
    try await session.open("a", "# A\n[[Two]]\n")
    #expect(try await isGood(session.editor, MemoSession.uri("a")))
    let two = try #require(MemoID("two"))
    _ = try await session.other.trashMemo(two, baseVersion: nil)
    _ = try await session.other.flush(nil)
    try await refreshed(session.client)
    #expect(try await !isGood(session.editor, MemoSession.uri("a")))
    _ = try await session.other.restoreMemo(two)
    _ = try await session.other.flush(nil)
    try await refreshed(session.client)
    #expect(try await isGood(session.editor, MemoSession.uri("a")))
  }

  @Test(
    "is asked for again when files are renamed or deleted",
    arguments: [("didRename", #"{"oldUri":"OLD","newUri":"NEW"}"#), ("didDelete", #"{"uri":"OLD"}"#)])
  func files(event: String, file: String) async throws {
    let session = try await EditorSession(Self.able)
    session.open("file:///none/a.md", "[x](b.md)")
    let named = file.replacing("OLD", with: "file:///none/b.md").replacing("NEW", with: "file:///none/c.md")
    session.client.send(notification("workspace/\(event)Files", #"{"files":[\#(named)]}"#))
    try await refreshed(session.client)
  }

  @Test("is asked for again when what was typed goes with a file that is closed")
  func closed() async throws {
    let session = try await FolderSession([("a.md", "# One\n"), ("b.md", "[[One]]\n")], Self.able)
    try await session.open("a.md")
    try await session.open("b.md")
    session.type("# Two\n", in: "a.md")
    try await refreshed(session.client)
    session.close("a.md")
    try await refreshed(session.client)
    #expect(try await isGood(session.editor, session.place.uri("b.md")))
    try await session.finish()
  }

  @Test("is that of the folder's memo from the first question on, which is asked right after didOpen")
  func atOnce() async throws {
    let text = "# A\n[[Bee]] [[Twin]]\n"
    let session = try await FolderSession(
      [("a.md", text), ("b/b.md", "# Bee\n[[a]]\n"), ("b/t.md", "# Twin\n"), ("c/u.md", "# Twin\n")], Self.able)
    let uri = session.place.uri("a.md")
    session.editor.open(uri, text)
    let range = #""range":{"start":{"line":0,"character":0},"end":{"line":2,"character":0}}"#
    let asked = [
      session.client.begin("textDocument/diagnostic", EditorSession.document(uri)),
      session.client.begin("textDocument/codeLens", EditorSession.document(uri)),
      session.client.begin("textDocument/inlayHint", EditorSession.document(uri, range)),
      session.client.begin("textDocument/documentLink", EditorSession.document(uri)),
      session.client.begin(
        "textDocument/definition", EditorSession.document(uri, #""position":{"line":1,"character":3}"#)),
    ]
    var answers: [Int: JSONValue] = [:]
    while answers.count < asked.count {
      let message = try await session.client.read()
      if message["method"] == nil, let id = message["id"]?.integer { answers[id] = message["result"] }
    }
    let (report, lenses, hints) = (answers[asked[0]], answers[asked[1]], answers[asked[2]])
    #expect(report?["items"]?.elements.compactMap { $0["code"]?.string } == ["ambiguous"])
    #expect(lenses?.elements.count == 1)
    #expect(hints?.elements.count == 1)
    let bee = session.place.uri("b/b.md")
    #expect(answers[asked[3]]?.elements.compactMap { $0["target"]?.string } == [bee])
    #expect(answers[asked[4]]?.elements.compactMap { $0["uri"]?.string } == [bee])
    try await session.finish()
  }

  @Test("of many files that are opened at once is each time that of its memo")
  func burst() async throws {
    let files = (0..<30).map { (name: "n\($0).md", text: "# N\($0)\n[[Bee]]\n") }
    let session = try await FolderSession(files + [("b/b.md", "# Bee\n")], Self.able)
    for (name, text) in files { session.editor.open(session.place.uri(name), text) }
    var left = Set(
      files.map { name, _ in
        session.client.begin("textDocument/diagnostic", EditorSession.document(session.place.uri(name)))
      })
    while !left.isEmpty {
      let message = try await session.client.read()
      guard message["method"] == nil, let id = message["id"]?.integer, left.remove(id) != nil else { continue }
      #expect(message["result"]?["items"]?.json == "[]")
    }
    try await session.finish()
  }
}
