import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("Commands in an editor that knows nothing of memos", .timeLimit(.minutes(10)))
struct LookupTests {
  private static let able = #"{"window":{"showDocument":{"support":true},"showMessage":{}}}"#
  private static let showing =
    #"{"window":{"showDocument":{"support":true},"showMessage":{}},"workspace":{"textDocumentContent":{}}}"#

  private func begin(_ session: MemoSession, _ command: String, _ arguments: String) -> Int {
    session.client.begin(
      "workspace/executeCommand", #"{"command":"memo.\#(command)","arguments":[\#(arguments)]}"#)
  }

  /// Answers the next question to the person with the choice at this place; returns all choices.
  private func choose(_ index: Int, in session: MemoSession) async throws -> [String] {
    let asked = try await session.client.read()
    try require(asked["method"]?.string == "window/showMessageRequest", asked.json)
    let choices = asked["params"]?["actions"]?.elements.compactMap { $0["title"]?.string } ?? []
    let result = choices.indices.contains(index) ? #"{"title":\#(quoted(choices[index]))}"# : "null"
    session.client.send(#"{"jsonrpc":"2.0","id":\#(asked["id"]?.json ?? ""),"result":\#(result)}"#)
    return choices
  }

  /// What the client is told to show next.
  private func shown(in session: MemoSession) async throws -> JSONValue? {
    let asked = try await session.client.read()
    try require(asked["method"]?.string == "window/showDocument", asked.json)
    session.client.send(#"{"jsonrpc":"2.0","id":\#(asked["id"]?.json ?? ""),"result":{"success":true}}"#)
    return asked["params"]
  }

  @Test("let the person choose a memo that links here, and show the link")
  func backlinks() async throws {
    let session = try await MemoSession(Self.able, holding: [("p", "# Plan\n"), ("o", "# Other\nsee [[Plan]]\n")])
    let id = begin(session, "backlinks", #"{"id":"p"}"#)
    #expect(try await choose(0, in: session) == ["Other"])
    let shown = try await shown(in: session)
    #expect(shown?["uri"]?.string == "memo:///o/Other.md")
    #expect(Workspace.range(shown?["selection"]) == "1:4-12")
    #expect(try await session.client.answer(to: id)["result"]?.elements.map { $0["id"]?.string } == ["o"])
  }

  @Test("find the open and the neighbouring files that link to a file that is no memo")
  func fileBacklinks() async throws {
    let session = try await EditorSession()
    session.open("file:///none/b.md", "# B\n[self](b.md)\n")
    session.open("file:///none/a.md", "see\n[x](b.md#b) [[b]]\n")
    session.open("file:///none/c.md", "[x](a.md)\n")
    let found = try await session.client.request(
      "workspace/executeCommand", #"{"command":"memo.backlinks","arguments":[{"uri":"file:///none/b.md"}]}"#)
    #expect(found.json == #"[{"title":"see","uri":"file:///none/a.md"}]"#)
    let shown = try await session.client.note("window/showMessage")
    #expect(shown?["message"]?.string == "files that link here:\nsee: /none/a.md:2")
  }

  @Test("show the state of a memo that the person chooses, where the client can show one")
  func history() async throws {
    let session = try await MemoSession(Self.showing, holding: [("m", "# One\n")])
    try await session.type("# Two\n", into: "m")
    let id = begin(session, "history", #"{"id":"m"}"#)
    #expect(try await choose(1, in: session).count == 2)
    let uri = try await shown(in: session)?["uri"]?.string
    let states = try await session.client.answer(to: id)["result"]?.elements ?? []
    #expect(states.count == 2 && uri == states[1]["uri"]?.string)
  }

  @Test("bring that state back in any other client, which can be undone", arguments: [1, 9])
  func broughtBack(choice: Int) async throws {
    let session = try await MemoSession(Self.able, holding: [("m", "# One\n")])
    try await session.type("# Two\n", into: "m")
    let id = begin(session, "history", #"{"id":"m"}"#)
    _ = try await choose(choice, in: session)
    _ = try await session.client.answer(to: id)
    #expect(try await session.finish("m") == (choice == 1 ? "# One\n" : "# Two\n"))
  }

  @Test(
    "that name what is no memo are refused with the reason, and nobody is asked about others",
    arguments: [
      (#""uri":"file:///none/plain.md""#, "plain.md is no memo; a file is one once it is saved in an attached folder"),
      (#""uri":"untitled:New""#, "New is no memo; a file is one once it is saved in an attached folder"),
      (#""id":"no memo's""#, "id can be no memo's: those are 1 to 128 of A-Z a-z 0-9 . _ -"),
      (#""id":"none""#, "there is no memo none"),
    ])
  func misnamed(arguments: String, reason: String) async throws {
    let session = try await MemoSession(Self.able, holding: [("m", "# One\n")])
    for command in ["trash", "restore", "pin", "history"] {
      let answer = try await session.client.answer(to: begin(session, command, "{\(arguments)}"))
      #expect(answer["error"]?["message"]?.string == reason, "\(command)")
    }
  }

  @Test("make no memo without a title", arguments: ["", "{}", #"{"title":5}"#, #"{"titel":"x"}"#, #""x""#])
  func untitled(arguments: String) async throws {
    let session = try await MemoSession(Self.able)
    let answer = try await session.client.answer(to: begin(session, "new", arguments))
    #expect(answer["error"]?["message"]?.string == "the command needs title: what the memo is to be called")
  }

  @Test("let the person choose what is to come back from the trash, and nothing else")
  func trash() async throws {
    let session = try await MemoSession(Self.able, holding: [("a", "# Here\n"), ("b", "# Gone\n")])
    let gone = try #require(MemoID("b"))
    _ = try await session.other.trashMemo(gone, baseVersion: nil)
    _ = try await session.other.flush(nil)
    let id = begin(session, "restore", "{}")
    #expect(try await choose(0, in: session) == ["Gone"])
    #expect(try await session.client.answer(to: id)["result"]?["id"]?.string == "b")
    #expect(try await session.finish("b") == "# Gone\n")
  }

  @Test(
    "do nothing where the person chooses nothing, and say so where there is nothing to choose",
    arguments: [true, false])
  func nothingChosen(isTrashed: Bool) async throws {
    let session = try await MemoSession(Self.able, holding: [("a", "# Here\n")])
    if isTrashed {
      _ = try await session.other.trashMemo(try #require(MemoID("a")), baseVersion: nil)
      _ = try await session.other.flush(nil)
    }
    let id = begin(session, "restore", "{}")
    if isTrashed { _ = try await choose(9, in: session) }
    let answer = try await session.client.answer(to: id)
    #expect(answer["result"]?.json == (isTrashed ? "null" : nil))
    #expect(answer["error"]?["message"]?.string == (isTrashed ? nil : "there is nothing in the trash"))
  }

  @Test("tell of the states of a memo that was made a moment ago")
  func early() async throws {
    let session = try await MemoSession(Self.able, holding: [])
    let id = begin(session, "new", #"{"title":"One"}"#)
    _ = try await shown(in: session)
    let made = try await session.client.answer(to: id)["result"]?["id"]?.json ?? ""
    let asking = begin(session, "history", #"{"id":\#(made)}"#)
    #expect(try await choose(9, in: session).count == 1)
    _ = try await session.client.answer(to: asking)
  }

  @Test("show the place in a memo where its template says that the person goes on")
  func cursor() async throws {
    let session = try await MemoSession(Self.able, holding: [("t", "#template\n# {{title}}\n\n한 {{cursor}} more\n")])
    let id = begin(session, "new", #"{"template":"t","title":"Trip"}"#)
    #expect(Workspace.range(try await shown(in: session)?["selection"]) == "2:2-2")
    _ = try await session.client.answer(to: id)
  }

  @Test("say of words that are to be moved from no memo that it is none")
  func movedFromNoMemo() async throws {
    let session = try await EditorSession()
    session.open("file:///none/a.md", "words\n")
    let range = #"{"start":{"line":0,"character":0},"end":{"line":0,"character":5}}"#
    let error = try await session.client.refusal(
      "workspace/executeCommand",
      #"{"command":"memo.new","arguments":[{"uri":"file:///none/a.md","range":\#(range)}]}"#)
    #expect(error["message"]?.string?.hasPrefix("a.md is no memo") == true, "\(error.json)")
  }

  @Test("undo what was typed last, and make a memo from a template")
  func undone() async throws {
    let memos = [("m", "# One\n"), ("t", "#template {{title}}\n\nSteps:\n")]
    let session = try await MemoSession(holding: memos)
    try await session.open("m", "# One\n")
    session.editor.change(MemoSession.uri("m"), ##"{"text":"# Two\n"}"##)
    let undo = #"{"command":"memo.undo","arguments":[{"id":"m"}]}"#
    let (result, asked) = try await session.run(JSONValue(try JSONDocument(Array(undo.utf8)).root))
    #expect(result["title"]?.string == "One" && !asked.edits.isEmpty)
    session.answer(asked.id, isApplied: true)
    let new = #"{"command":"memo.new","arguments":[{"template":"t","title":"Trip"}]}"#
    let made = try await session.client.request("workspace/executeCommand", new)
    #expect(try await session.finish(made["id"]?.string ?? "") == "Trip\n\nSteps:\n")
  }
}
