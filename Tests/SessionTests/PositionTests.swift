import JSON
import SessionSupport
import Testing

/// The mark at which whatever is put at a position must appear.
private let mark = "│"

/// Texts with the mark, and a position with only ASCII before it, which is thus the same in every encoding.
private let places: [(text: String, line: Int, character: Int)] = [
  ("│", 0, 0), ("│", 0, 9), ("│", 1, 0), ("│", 1, 9), ("│abc", 0, 0), ("a│bc", 0, 1), ("abc│", 0, 3), ("abc│", 0, 4),
  ("abc│", 0, 2_147_483_647), ("abc│", 1, 0), ("abc│", 1, 7), ("ab│\ncd", 0, 2), ("ab│\ncd", 0, 3), ("ab│\ncd", 0, 99),
  ("ab\n│cd", 1, 0), ("ab\ncd│", 1, 2), ("ab\ncd│", 1, 9), ("ab\ncd│", 2, 0), ("ab│\r\ncd", 0, 2), ("ab│\r\ncd", 0, 3),
  ("ab│\r\ncd", 0, 4), ("ab\r\n│cd", 1, 0), ("ab│\rcd", 0, 3), ("ab\r│cd", 1, 0), ("ab\n│", 1, 0), ("ab\n│", 1, 5),
  ("ab\n│", 2, 0), ("ab\n│", 2, 5), ("│\n", 0, 0), ("│\n", 0, 1), ("\n│", 1, 0), ("\n│", 2, 0), ("\n\r│", 2, 0),
  ("\n│\r", 1, 1), ("\r\n│\n", 1, 0), ("\r\n\n│", 2, 0), ("\r│\r\n", 1, 0), ("\r\r\n│", 2, 0), ("\r\r\n│", 3, 0),
  ("a\n\n│\nb", 2, 0), ("a\n│\n\nb", 1, 3),
]

/// Texts with the mark, and the character of line 0 in each encoding.
private let units: [(text: String, characters: [Int])] = [
  ("é│x", [2, 1, 1]), ("e\u{301}│x", [3, 2, 2]), ("e│\u{301}x", [1, 1, 1]), ("한│글", [3, 1, 1]), ("ㅎ│", [3, 1, 1]),
  ("😀│x", [4, 2, 1]), ("a😀b│", [6, 4, 3]), ("👨‍👩‍👧‍👦│", [25, 11, 7]), ("👨│‍👩‍👧‍👦", [4, 2, 1]), ("🇰│🇷", [4, 2, 1]),
  ("\u{10ffff}│", [4, 2, 1]), ("\u{ffff}│x", [3, 1, 1]), ("\0│x", [1, 1, 1]), ("a\u{2028}│b", [4, 2, 2]),
  ("a\u{2029}b│", [5, 3, 3]), ("a\u{85}│b", [3, 2, 2]), ("a\u{b}│b", [2, 2, 2]), ("a\u{c}│b", [2, 2, 2]),
  ("\u{feff}│a", [3, 1, 1]), ("각│\r\n", [99, 99, 99]),
]

@Suite("Positions over the wire", .timeLimit(.minutes(10)))
struct PositionTests {
  @Test("are where LSP has them", arguments: encodings)
  func lsp(encoding: String) async throws {
    let client = try await session(encoding)
    for place in places { try await check(client, place.text, (place.line, place.character)) }
  }

  @Test("count characters in the session's units", arguments: encodings.indices)
  func characters(column: Int) async throws {
    let client = try await session(encodings[column])
    for row in units { try await check(client, row.text, (0, row.characters[column])) }
  }

  @Test(
    "count a text's length in the session's units", arguments: [("utf-8", 22, 4), ("utf-16", 13, 2), ("utf-32", 11, 1)])
  func length(encoding: String, whole: Int, emoji: Int) async throws {
    let client = try await session(encoding)
    let text = quoted("한글\r\n😀👍\r\n\0e\u{301}")
    #expect(try await client.request("createMemo", #"{"id":"a","text":\#(text)}"#)["length"]?.integer == whole)
    let answer = try await client.request("updateMemo", #"{"id":"a","contentChanges":[\#(all("😀"))]}"#)
    #expect(answer["length"]?.integer == emoji)
  }

  @Test(
    "have no line end but at the three terminators",
    arguments: ["a\u{2028}b", "a\u{2029}b", "a\u{85}b", "a\u{b}b", "a\u{c}b", "a\u{1c}b", "a\u{1e}b", #"a\nb"#])
  func terminators(text: String) async throws {
    let client = try await session("utf-16")
    _ = try await client.request("createMemo", #"{"id":"a","text":\#(quoted(text))}"#)
    let error = try await client.refusal("updateMemo", #"{"id":"a","contentChanges":[\#(put("x", (2, 0)))]}"#)
    #expect(error["code"]?.integer == 3)
    let title = try await client.request("titleBodySplit", #"{"id":"a"}"#)["title"]?.string
    #expect(title.map { Array($0.utf8) } == Array(text.utf8))
  }

  private func check(_ client: SessionClient, _ marked: String, _ position: (Int, Int)) async throws {
    let text = String(decoding: marked.utf8.split(separator: Array(mark.utf8)).joined(), as: UTF8.self)
    let result = try await client.after(text, [put(mark, position)])
    #expect(result == Array(marked.utf8), "\(marked.debugDescription) \(position)")
  }
}

@Suite("Positions that can't be honoured", .timeLimit(.minutes(10)))
struct RefusedPositionTests {
  /// Positions of `text` that no encoding can honour, and those that one can't.
  private static let never = [
    (5, 0), (6, 0), (2_147_483_647, 0), (-1, 0), (0, -1), (-1, -1), (9, -1), (-2_147_483_648, 0),
  ]
  private static let inside = ["utf-8": [(0, 2), (0, 3), (0, 4), (0, 6)], "utf-16": [(0, 2)], "utf-32": []]
  private static let text = "a😀é\r\nb\rc\n"

  @Test("are named, and nothing is applied", arguments: encodings)
  func named(encoding: String) async throws {
    let client = try await session(encoding)
    let created = try await client.request("createMemo", #"{"id":"a","text":\#(quoted(Self.text))}"#)
    let before = try await client.request("getMemo", #"{"id":"a"}"#)
    for name in ["id", "version", "title", "length", "createdAt", "modifiedAt", "properties", "saved"] {
      #expect(created[name] != nil && before[name]?.json == created[name]?.json, "\(name)")
    }
    #expect(before["text"]?.string.map { Array($0.utf8) } == Array(Self.text.utf8))
    #expect(before["version"]?.integer == 1)
    for position in Self.never + (Self.inside[encoding] ?? []) {
      try await check(client, position, [put("x", position)])
      try await check(client, position, [put("x", (0, 0), position)])
      try await check(client, position, [put("fine", (0, 0)), put("", (0, 0), (0, 4)), put("x", position)], index: 2)
    }
    #expect(try await client.request("getMemo", #"{"id":"a"}"#).json == before.json)
  }

  @Test("are a start after its end, too, once both are resolved")
  func reversed() async throws {
    let client = try await session("utf-32")
    _ = try await client.request("createMemo", #"{"id":"a","text":"abc\ndef"}"#)
    for (start, end) in [
      ((1, 0), (0, 0)), ((0, 2), (0, 1)), ((0, 9), (0, 2)), ((2, 0), (1, 2)), ((1, 0), (0, 99)),
    ] { try await check(client, start, [put("x", start, end)]) }
    for (start, end) in [
      ((0, 9), (0, 3)), ((0, 3), (0, 3)), ((2, 0), (1, 3)), ((2, 5), (1, 99)), ((0, 99), (0, 4)),
    ] { #expect(try await client.after("abc\ndef", [put("x", start, end)]) != nil) }
  }

  @Test("depend on the changes before them, if they are inside a character")
  func insideCharacter() async throws {
    let client = try await session("utf-16")
    _ = try await client.request("createMemo", #"{"id":"a","text":"ab"}"#)
    try await check(client, (0, 1), [all("😀"), put("x", (0, 1))], index: 1)
    #expect(try await client.after("😀", [all("ab"), put("x", (0, 1))]) == Array("axb".utf8))
  }

  @Test("are told after a wrong version")
  func version() async throws {
    let client = try await session("utf-16")
    _ = try await client.request("createMemo", #"{"id":"a","text":"ab"}"#)
    let params = #"{"id":"a","baseVersion":7,"contentChanges":[\#(put("x", (9, 9)))]}"#
    let error = try await client.refusal("updateMemo", params)
    #expect(error["code"]?.integer == 2)
    #expect(error["data"]?["id"]?.string == "a")
    #expect(error["data"]?["baseVersion"]?.integer == 7)
    #expect(error["data"]?["version"]?.integer == 1)
  }

  private func check(
    _ client: SessionClient, _ position: (Int, Int), _ changes: [String], index: Int = 0
  ) async throws {
    let list = changes.joined(separator: ",")
    let error = try await client.refusal(
      "updateMemo", #"{"id":"a","baseVersion":1,"contentChanges":[\#(list)],"properties":{"lost":true}}"#)
    #expect(error["code"]?.integer == 3)
    #expect(error["data"]?["kind"]?.string == "invalidRange")
    #expect(error["data"]?["change"]?.integer == index)
    #expect(error["data"]?["position"]?.json == #"{"line":\#(position.0),"character":\#(position.1)}"#)
    #expect(error["data"]?["reason"]?.string?.isEmpty == false)
  }
}

/// A session that counts characters in an encoding's units.
private func session(_ encoding: String) async throws -> SessionClient {
  let client = try SessionClient()
  let capabilities = #"{"general":{"positionEncodings":["\#(encoding)"]}}"#
  _ = try await client.request("initialize", #"{"processId":null,"capabilities":\#(capabilities)}"#)
  client.send(notification("initialized", "{}"))
  return client
}
