import JSON
import MemoText
import SessionSupport
import TestSupport
import Testing

@testable import LanguageServer

@Suite("A document that is open", .timeLimit(.minutes(10)))
struct DocumentTests {
  private static let uri = "file:///notes/a.md"

  /// The words of a document's headings, without marks.
  private func headings(_ session: EditorSession, _ uri: String = uri) async throws -> [String] {
    let symbols = try await session.client.request("textDocument/documentSymbol", EditorSession.document(uri))
    return symbols.elements.compactMap { $0["name"]?.string.map { String($0.drop { "# ".contains($0) }) } }
  }

  @Test("is what the client says: changes in their order, each of the text that the one before it left")
  func changes() async throws {
    let session = try await EditorSession()
    session.open(Self.uri, "# one\n")
    #expect(try await headings(session) == ["one"])
    session.change(
      Self.uri, #"{"range":\#(range(0, 2, 0, 5)),"text":"two"}"#,
      ##"{"range":\##(range(1, 0, 1, 0)),"text":"# three"}"##,
      #"{"range":\#(range(0, 2, 0, 3)),"rangeLength":-7,"text":"T"}"#)
    #expect(try await headings(session) == ["Two", "three"])
    session.change(Self.uri, ##"{"text":"# whole"}"##, #"{"range":\#(range(0, 7, 0, 7)),"text":"!"}"#)
    // Behind the end is the end.
    session.change(Self.uri, ##"{"range":\##(range(7, 3, 9, 0)),"text":"\n# end"}"##)
    #expect(try await headings(session) == ["whole!", "end"])
    session.change(Self.uri, ##"{"range":\##(range(0, 0, 9, 0)),"text":"# whole!"}"##)
    #expect(try await headings(session) == ["whole!"])
    session.client.send(notification("textDocument/didSave", EditorSession.document(Self.uri)))
    #expect(try await headings(session) == ["whole!"])
    session.open(Self.uri, "# again")
    #expect(try await headings(session) == ["again"])
    #expect(try await session.finish() == 0)
  }

  @Test("takes a range whose end is before its start the other way round, in changes and in questions")
  func reversedRange() async throws {
    let session = try await EditorSession()
    session.open(Self.uri, "# one\n# two\n- [ ] x\n")
    session.change(Self.uri, #"{"range":\#(range(0, 5, 0, 2)),"text":"1"}"#)
    #expect(try await headings(session) == ["1", "two"])
    session.change(Self.uri, #"{"range":\#(range(1, 2, 0, 2)),"text":"un"}"#)
    #expect(try await headings(session) == ["untwo"])
    let more = #""range":\#(range(1, 7, 0, 0)),"context":{"diagnostics":[]}"#
    let actions = try await session.client.request(
      "textDocument/codeAction", EditorSession.document(Self.uri, more))
    #expect(actions.elements.contains { $0["title"]?.string == "Mark the task as done" })
    #expect(try await session.finish() == 0)
  }

  @Test("is not there before it is opened, nor once it is closed")
  func closed() async throws {
    let session = try await EditorSession()
    session.change(Self.uri, ##"{"text":"# no"}"##)
    let ask = ("textDocument/documentSymbol", EditorSession.document(Self.uri))
    #expect(try await session.client.refusal(ask.0, ask.1)["code"]?.integer == -32602)
    session.open(Self.uri, "# one")
    #expect(try await headings(session) == ["one"])
    session.client.send(notification("textDocument/didClose", EditorSession.document(Self.uri)))
    #expect(try await session.client.refusal(ask.0, ask.1)["code"]?.integer == -32602)
    #expect(try await session.finish() == 0)
  }

  @Test("may have versions that jump, go back or are none")
  func versions() async throws {
    let session = try await EditorSession()
    session.open(Self.uri, "# 0", version: "-9223372036854775808")
    for version in ["5", "5", "3", "9223372036854775807", "9223372036854775808", "null", #""x""#, "1e300"] {
      session.change(Self.uri, version: version, #"{"range":\#(range(0, 2, 0, 2)),"text":"1"}"#)
    }
    #expect(try await headings(session) == ["111111110"])
    #expect(try await session.finish() == 0)
  }

  @Test("counts positions in the session's unit", arguments: PositionEncoding.allCases)
  func encodings(encoding: PositionEncoding) async throws {
    let session = try await EditorSession(#"{"general":{"positionEncodings":["\#(encoding.rawValue)"]}}"#)
    session.open(Self.uri, "# é𝄞한 x")
    let length = ["utf-8": 9, "utf-16": 4, "utf-32": 3][encoding.rawValue] ?? 0
    session.change(Self.uri, #"{"range":\#(range(0, 2 + length, 0, 3 + length)),"text":"-"}"#)
    #expect(try await headings(session) == ["é𝄞한-x"])
    #expect(try await session.finish() == 0)
  }

  @Test(
    "is not answered for once a change can't be followed, until the client sends all of it again",
    arguments: [
      #"{"range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":0}},"text":"x"}"#,
      #"{"range":{"start":{"line":9223372036854775808,"character":0},"end":{"line":0,"character":0}},"text":"x"}"#,
      #"{"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":3}},"text":"x"}"#,
      #"{"range":7,"text":"x"}"#, #"{"range":{},"text":"x"}"#, #"{"text":7}"#, "{}", "7",
    ])
  func lost(change: String) async throws {
    let session = try await EditorSession()
    session.open(Self.uri, "# 𝄞\n")
    session.open("file:///b.md", "# b")
    session.change(Self.uri, change)
    #expect(try await session.client.note("window/showMessage")?["message"]?.string?.contains("a.md") == true)
    let ask = ("textDocument/documentSymbol", EditorSession.document(Self.uri))
    #expect(try await session.client.refusal(ask.0, ask.1)["code"]?.integer == -32801)
    #expect(try await headings(session, "file:///b.md") == ["b"])
    // A change to a part of an unknown text is ignored.
    session.change(Self.uri, ##"{"range":\##(range(0, 0, 0, 0)),"text":"# "}"##)
    #expect(try await session.client.refusal(ask.0, ask.1)["code"]?.integer == -32801)
    session.change(Self.uri, ##"{"text":"# all"}"##)
    #expect(try await headings(session) == ["all"])
    #expect(try await session.finish() == 0)
  }

  @Test(
    "is not answered for once an unreadable message may have changed it, until all of it comes",
    arguments: [
      (#"{"method":"textDocument/didChange","uri":"file:///notes/a.md","text":"\ud83d"}"#, [true, false], -32700),
      (#"{"method":"textDocument/didChange","#, [true, true], -32700),
      (#"{"method":"textDocument/"#, [false, false], -32700),
    ])
  func unread(message: String, lost: [Bool], code: Int) async throws {
    let session = try await EditorSession(#"{"textDocument":{"diagnostic":{}}}"#)
    let uris = [Self.uri, "file:///b.md"]
    for uri in uris { session.open(uri, "# one") }
    session.client.send(message)
    #expect(try await session.client.answer()["error"]?["code"]?.integer == code)
    for (uri, isLost) in zip(uris, lost) {
      let answer = try await session.client.answer(
        to: session.client.begin("textDocument/documentSymbol", EditorSession.document(uri)))
      #expect(answer["error"]?["code"]?.integer == (isLost ? -32801 : nil), "\(uri)")
      // A document that was not lost has what was typed, not what was saved.
      session.client.send(notification("textDocument/didSave", EditorSession.document(uri, ##""text":"# two""##)))
      #expect(try await headings(session, uri) == [isLost ? "two" : "one"])
    }
    let told = lost.filter { $0 }.count
    for _ in 0..<told { #expect(try await session.client.note("window/showMessage") != nil) }
    #expect(try await session.finish() == 0)
  }

  @Test("that can't be read when it is opened is told of")
  func unreadAtOpening() async throws {
    let session = try await EditorSession()
    session.client.send(#"{"method":"textDocument/didOpen","params":{"text":"\ud83d"}}"#)
    let shown = try await session.client.note("window/showMessage")
    #expect(shown?["type"]?.integer == 1 && shown?["message"]?.string?.contains("could not read") == true)
  }

  @Test("may have been changed by any message that is too long to be read")
  func tooLong() async throws {
    var settings = SessionSettings()
    settings.maximumMessageBytes = 1000
    let session = try await EditorSession(
      #"{"textDocument":{"diagnostic":{}}}"#, client: EditorSession.fresh(settings))
    session.open(Self.uri, "# one")
    session.change(Self.uri, #"{"text":\#(quoted(String(repeating: "x", count: 1000)))}"#)
    _ = try await session.client.answer()
    let ask = ("textDocument/documentSymbol", EditorSession.document(Self.uri))
    #expect(try await session.client.refusal(ask.0, ask.1)["code"]?.integer == -32801)
  }

  @Test("may be any that is open where a change names none")
  func unnamed() async throws {
    let session = try await EditorSession()
    session.open(Self.uri, "# one")
    session.client.send(notification("textDocument/didChange", #"{"contentChanges":[{"text":"x"}]}"#))
    let ask = ("textDocument/documentSymbol", EditorSession.document(Self.uri))
    #expect(try await session.client.refusal(ask.0, ask.1)["code"]?.integer == -32801)
  }

  @Test("is the same however its client spells its name")
  func names() {
    let table: [(String, String, Bool)] = [
      ("file:///a%20b.md", "file:///a b.md", true), ("file:///%eb.md", "file:///%EB.md", true),
      ("file:///%ED%95%9C.md", "file:///한.md", true), ("FILE:///a.md", "file:///a.md", true),
      ("file://localhost/a.md", "file:///a.md", true), ("file:///a/./b/../c.md", "file:///a/c.md", true),
      ("file:///a//c.md", "file:///a/c.md", true), ("file:///C%3A/x.md", "file:///c:/x.md", true),
      ("file:///a%2Emd", "file:///a.md", true), ("file:///../a.md", "file:///a.md", true),
      ("file://host/a.md", "file:///a.md", false), ("file:///A.md", "file:///a.md", false),
      ("file:///\u{e9}.md", "file:///e\u{301}.md", false), ("file:///a.md", "memo:///a.md", false),
      ("file:///a%3Fb", "file:///a?b", false), ("file:///a%23b", "file:///a#b", false),
      ("untitled:Untitled-1", "untitled:Untitled-2", false), ("untitled:x", "untitled:x", true),
      ("file:///100%.md", "file:///100%25.md", true), ("file:///a%4", "file:///a%", false), ("", ":", false),
      ("%", "%25", true), ("memo:///a/b.md", "memo:///a/c.md", false),
    ]
    for (left, right, isSame) in table {
      #expect((DocumentURI(left) == DocumentURI(right)) == isSame, "\(left) \(right)")
      #expect(DocumentURI(left).string == left)
    }
  }

  @Test("is as a model of plain scalars has it, whatever is typed", arguments: 1...20 as ClosedRange<UInt64>)
  func model(stream: UInt64) throws {
    var random = SeededGenerator(stream: 1700 + stream)
    let encoding = PositionEncoding.allCases.randomElement(using: &random) ?? .utf8
    let words = ["# ", "한글", "𝄞", "\r\n", "\n", "\r", "a", "e\u{301}", ""]
    var model = TextModel("one\r\ntwo")
    let text = #"{"textDocument":{"uri":"file:///a","version":1,"text":"one\r\ntwo"}}"#
    var document = OpenDocument(try DidOpen.Params(json: try JSONDocument(Array(text.utf8)).root), opening: 1)
    for step in 0..<200 {
      let place = { (random: inout SeededGenerator) in
        TextPosition(line: .random(in: -1...6, using: &random), character: .random(in: -1...9, using: &random))
      }
      let range = TextRange(start: place(&random), end: place(&random))
      let word = words.randomElement(using: &random) ?? ""
      // What is behind the last line is the end.
      let lines = document.state.text.lineCount
      func clamped(_ place: TextPosition) -> TextPosition {
        place.line > lines ? TextPosition(line: lines, character: 0) : place
      }
      let there = TextRange(start: clamped(range.start), end: clamped(range.end))
      let fits = (try? model.apply(TextChange(range: there, text: word), in: encoding)) != nil
      let taken: ()? = try? document.change([.part(range, word)], version: step, encoding)
      try require((taken != nil) == fits, "step \(step): \(range)")
      try require(document.state.text.string.unicodeScalars.elementsEqual(model.scalars), "step \(step): \(range)")
    }
  }
}

/// A range as JSON.
private func range(_ line: Int, _ start: Int, _ endLine: Int, _ end: Int) -> String {
  #"{"start":{"line":\#(line),"character":\#(start)},"end":{"line":\#(endLine),"character":\#(end)}}"#
}
