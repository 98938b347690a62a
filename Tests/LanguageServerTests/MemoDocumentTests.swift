import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("A memo's document", .timeLimit(.minutes(10)))
struct MemoDocumentTests {
  private let insertion = #"{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"x"}"#

  /// The new texts of edits.
  private func texts(_ edits: [JSONValue]) -> [String] { edits.compactMap { $0["newText"]?.string } }

  @Test("is in the memo as soon as it is typed, in the units that were agreed on")
  func typed() async throws {
    let session = try await MemoSession(holding: [("m", "한글 note\n")])
    try await session.open("m", "한글 note\n")
    session.editor.change(
      MemoSession.uri("m"), #"{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":3}},"text":"😀"}"#,
      #"{"range":{"start":{"line":0,"character":4},"end":{"line":0,"character":4}},"text":"!"}"#)
    #expect(try await session.finish("m") == "한글😀!note\n")
  }

  @Test("is kept when the client dies without a word")
  func dies() async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    try await session.open("m", "a\n")
    session.editor.change(MemoSession.uri("m"), insertion)
    session.client.closeInput()
    _ = try await session.client.rest()
    #expect(try await session.client.status() == 1)
    #expect(try await session.text("m") == "xa\n")
  }

  @Test("that comes without words is given the memo's")
  func empty() async throws {
    let session = try await MemoSession(holding: [("m", "stored words\n")])
    session.editor.open(MemoSession.uri("m"), "")
    let asked = try await session.asked()
    #expect(texts(asked.edits) == ["stored words\n"])
    #expect(asked.version == 1)
    session.answer(asked.id, isApplied: true)
    session.editor.change(MemoSession.uri("m"), #"{"text":"stored words\n"}"#)
    #expect(try await session.finish("m") == "stored words\n")
  }

  @Test("that belongs to no memo yet makes one, once it says something")
  func fresh() async throws {
    let session = try await MemoSession()
    try await session.open("new", "")
    session.editor.change(MemoSession.uri("new"), #"{"text":"words\n"}"#)
    #expect(try await session.finish("new") == "words\n")
  }

  @Test("is told what another changes as an edit of its version, whose echo is no change")
  func echo() async throws {
    let session = try await MemoSession(holding: [("m", "a\nb\n")])
    try await session.open("m", "a\nb\n")
    try await session.type("a\nB!\n", into: "m")
    let asked = try await session.asked()
    #expect(asked.version == 1)
    session.answer(asked.id, isApplied: true)
    session.editor.change(MemoSession.uri("m"), version: "2", #"{"text":"a\nB!\n"}"#)
    session.editor.change(MemoSession.uri("m"), version: "3", insertion)
    #expect(try await session.finish("m") == "xa\nB!\n")
  }

  @Test("is offered the edit again for the version that the client has gone on to")
  func refused() async throws {
    let session = try await MemoSession(holding: [("m", "a\nb\n")])
    try await session.open("m", "a\nb\n")
    try await session.type("a\nB!\n", into: "m")
    let first = try await session.asked()
    session.editor.change(MemoSession.uri("m"), version: "5", insertion)
    session.answer(first.id, isApplied: false)
    let second = try await session.asked()
    #expect(second.version == 5)
    session.answer(second.id, isApplied: true)
    session.editor.change(MemoSession.uri("m"), version: "6", #"{"text":"xa\nB!\n"}"#)
    #expect(try await session.finish("m") == "xa\nB!\n")
  }

  @Test("is offered what came while the client refused something older")
  func newer() async throws {
    let session = try await MemoSession(holding: [("m", "a\nb\n")])
    try await session.open("m", "a\nb\n")
    try await session.type("a\nfirst\n", into: "m")
    let first = try await session.asked()
    try await session.type("a\nsecond\n", into: "m")
    // A second document shows when the session has it.
    session.editor.open("memo:///m/Second.md", "")
    while case let next = try await session.asked(), texts(next.edits) != ["a\nsecond\n"] {
      session.answer(next.id, isApplied: false)
    }
    session.answer(first.id, isApplied: false)
    #expect(texts(try await session.asked().edits) == ["second"])
    #expect(try await session.finish("m") == "a\nsecond\n")
  }

  @Test("keeps the words of both where the client refuses for good")
  func stubborn() async throws {
    let session = try await MemoSession(holding: [("m", "a\nb\n")])
    try await session.open("m", "a\nb\n")
    try await session.type("a\nB!\n", into: "m")
    session.answer(try await session.asked().id, isApplied: false)
    session.editor.change(MemoSession.uri("m"), version: "2", insertion)
    session.answer(try await session.asked().id, isApplied: false)
    #expect(try await session.finish("m") == "xa\nB!\n")
  }

  @Test("keeps another's words where the client says that it has made an edit, and has not")
  func dropped() async throws {
    let session = try await MemoSession(holding: [("m", "a\nb\n")])
    try await session.open("m", "a\nb\n")
    try await session.type("a\nB and much more\n", into: "m")
    session.answer(try await session.asked().id, isApplied: true)
    session.editor.change(MemoSession.uri("m"), version: "2", insertion)
    let again = try await session.asked()
    #expect(again.version == 2)
    session.answer(again.id, isApplied: true)
    session.editor.change(MemoSession.uri("m"), version: "3", #"{"text":"xa\nB and much more\n"}"#)
    #expect(try await session.finish("m") == "xa\nB and much more\n")
  }

  @Test("takes an answer that comes behind the echo for nothing but that edit's")
  func lateAnswers() async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    try await session.open("m", "a\n")
    try await session.type("a\nb\n", into: "m")
    let first = try await session.asked()
    try await session.type("a\nb\nc\n", into: "m")
    // A second document shows when the session has it.
    session.editor.open("memo:///m/Second.md", "")
    while case let next = try await session.asked(), texts(next.edits) != ["a\nb\nc\n"] {
      session.answer(next.id, isApplied: false)
    }
    session.editor.change(MemoSession.uri("m"), version: "2", #"{"text":"a\nb\n"}"#)
    let second = try await session.asked()
    #expect(second.version == 2)
    session.answer(first.id, isApplied: true)
    session.editor.change(MemoSession.uri("m"), version: "3", #"{"text":"xa\nb\n"}"#)
    _ = session.client.begin("textDocument/documentSymbol", EditorSession.document(MemoSession.uri("m")))
    // Until the client has answered the second edit there is no third: it might make both, or one over the other.
    while case let message = try await session.client.read(), message["method"] != nil {
      #expect(message["params"]?["edit"]?.json.contains("memo:///m/Any.md") != true, "\(message.json)")
    }
    session.answer(second.id, isApplied: false)
    while case let next = try await session.asked(), next.version != 3 {
      session.answer(next.id, isApplied: false)
    }
    session.editor.change(MemoSession.uri("m"), version: "4", #"{"text":"xa\nb\nc\n"}"#)
    #expect(try await session.finish("m") == "xa\nb\nc\n")
  }

  @Test("takes an echo with another's older words for no change of their line")
  func olderWords() async throws {
    let session = try await MemoSession(holding: [("m", "a\nb\n")])
    try await session.open("m", "a\nb\n")
    try await session.type("a\nfirst\n", into: "m")
    let asked = try await session.asked()
    session.answer(asked.id, isApplied: true)
    try await session.type("a\nsecond\n", into: "m")
    // A second document shows when the session has it.
    session.editor.open("memo:///m/Second.md", "")
    while case let next = try await session.asked(), texts(next.edits) != ["a\nsecond\n"] {
      session.answer(next.id, isApplied: false)
    }
    session.editor.change(MemoSession.uri("m"), version: "2", #"{"text":"a\nfirst\n"}"#)
    #expect(try await session.finish("m") == "a\nsecond\n")
  }

  @Test("with an earlier state of the memo is given what came since")
  func earlier() async throws {
    let session = try await MemoSession(holding: [("m", "one\n")])
    try await session.type("one\ntwo\n", into: "m")
    session.editor.open(MemoSession.uri("m"), "one\n")
    let asked = try await session.asked()
    #expect(texts(asked.edits) == ["\ntwo"])
    session.answer(asked.id, isApplied: false)
    #expect(try await session.finish("m") == "one\ntwo\n")
  }

  @Test("with words of its own has them merged into the memo")
  func edited() async throws {
    let session = try await MemoSession(holding: [("m", "one\ntwo\nthree\n")])
    try await session.type("one\ntwo\nthree\nfour\n", into: "m")
    session.editor.open(MemoSession.uri("m"), "one changed\ntwo\nthree\n")
    session.answer(try await session.asked().id, isApplied: false)
    #expect(try await session.finish("m") == "one changed\ntwo\nthree\nfour\n")
  }

  @Test("that an editor has kept from a server that died has once what that server had saved of it")
  func kept() async throws {
    let session = try await MemoSession(holding: [("m", "alpha\nbeta\n")])
    try await session.type("alpha\nother's\nmine\nbeta\n", into: "m")
    try await session.open("m", "alpha\nmine\nmore\nbeta\n")
    #expect(try await session.finish("m") == "alpha\nother's\nmine\nmore\nbeta\n")
  }

  @Test("of a memo in the trash brings it back when it is saved, with what was typed")
  func trashed() async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    let id = try #require(MemoID("m"))
    _ = try await session.other.trashMemo(id, baseVersion: nil)
    _ = try await session.other.flush(nil)
    try await session.open("m", "a\n")
    session.editor.change(MemoSession.uri("m"), insertion)
    session.client.send(notification("textDocument/didSave", EditorSession.document(MemoSession.uri("m"))))
    #expect(try await session.finish("m") == "xa\n")
    #expect(try await session.other.memo(id).metadata.isTrashed == false)
  }

  @Test("of a memo in the trash keeps what was typed when somebody else brings that back")
  func broughtBack() async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    let id = try #require(MemoID("m"))
    _ = try await session.other.trashMemo(id, baseVersion: nil)
    _ = try await session.other.flush(nil)
    try await session.open("m", "a\n")
    session.editor.change(MemoSession.uri("m"), insertion)
    try await session.symbols("m")
    _ = try await session.other.restoreMemo(id)
    _ = try await session.other.flush(nil)
    #expect(try await session.finish("m") == "xa\n")
  }

  @Test("of a memo in the trash leaves what was typed in a memo of its own", arguments: [true, false])
  func typedIntoTrash(isClosed: Bool) async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    let id = try #require(MemoID("m"))
    _ = try await session.other.trashMemo(id, baseVersion: nil)
    _ = try await session.other.flush(nil)
    try await session.open("m", "a\n")
    session.editor.change(MemoSession.uri("m"), insertion)
    if isClosed {
      session.client.send(notification("textDocument/didClose", EditorSession.document(MemoSession.uri("m"))))
    }
    #expect(try await session.finish("m") == "a\n")
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)
    let others = try await session.other.list().page(query).memos.map(\.summary.displayTitle)
    #expect(others == ["xa"])
  }

  @Test("that is opened, changed and closed at once is in the memo")
  func atOnce() async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    session.editor.open(MemoSession.uri("m"), "a\n")
    session.editor.change(MemoSession.uri("m"), insertion)
    session.client.send(notification("textDocument/didClose", EditorSession.document(MemoSession.uri("m"))))
    #expect(try await session.finish("m") == "xa\n")
  }

  @Test("with the beginning of what was typed takes nothing out of the memo, and nothing comes twice")
  func beginning() async throws {
    let session = try await MemoSession(holding: [("m", "one\ntwo three\n")])
    session.editor.open(MemoSession.uri("m"), "one\ntwo\n")
    session.answer(try await session.asked().id, isApplied: false)
    #expect(try await session.finish("m") == "one\ntwo three\n")
  }

  @Test(
    "is the memo's, whatever form its URI has", arguments: ["memo://m/x.md", "memo:///m", "memo:m", "memo:/m/%EA"])
  func forms(uri: String) async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    session.editor.open(uri, "a\n")
    _ = try await session.client.request("textDocument/documentSymbol", EditorSession.document(uri))
    session.editor.change(uri, insertion)
    #expect(try await session.finish("m") == "xa\n")
  }

  @Test("is the memo's whose identifier differs in capitals alone, where there is no other", arguments: [false, true])
  func capitals(isThere: Bool) async throws {
    let session = try await MemoSession(holding: [("abc", "a\n")] + (isThere ? [("ABC", "a\n")] : []))
    try await session.open("ABC", "a\n")
    session.editor.change(MemoSession.uri("ABC"), insertion)
    let pinned = try await session.client.request(
      "workspace/executeCommand", #"{"command":"memo.pin","arguments":[{"uri":"\#(MemoSession.uri("ABC"))"}]}"#)
    #expect(pinned["id"]?.string == (isThere ? "ABC" : "abc"))
    #expect(try await session.finish(isThere ? "ABC" : "abc") == "xa\n")
  }

  @Test("says the same as another document of the same memo")
  func twice() async throws {
    let session = try await MemoSession(holding: [("m", "a\n")])
    try await session.open("m", "a\n")
    session.editor.open("memo:///m/Second.md", "a\n")
    _ = try await session.client.request("textDocument/documentSymbol", EditorSession.document("memo:///m/Second.md"))
    session.editor.change(MemoSession.uri("m"), insertion)
    let asked = try await session.asked()
    #expect(texts(asked.edits) == ["x"])
    session.answer(asked.id, isApplied: false)
    #expect(try await session.finish("m") == "xa\n")
  }
}
