import JSON
import SessionSupport
import Testing

@Suite("Changes over the wire", .timeLimit(.minutes(10)))
struct ChangeTests {
  private let client: SessionClient

  init() throws { client = try SessionClient() }

  @Test(
    "apply one after the other",
    arguments: [
      ("abc", [], "abc"), ("abc", [put("x", (0, 1), (0, 2))], "axc"), ("abc", [put("", (0, 0), (0, 3))], ""),
      ("abc", [put("", (0, 0), (1, 0))], ""),
      ("abc", [put("1", (0, 0)), put("2", (0, 1)), put("3", (0, 2))], "123abc"),
      ("abc", [put("1", (0, 3)), put("2", (0, 0))], "2abc1"),
      ("abc", [all("new\nlines"), put("!", (1, 5))], "new\nlines!"),
      ("abc", [put("x", (0, 0)), all(""), #"{"range":null,"text":"y"}"#, put("z", (0, 1))], "yz"),
      ("a\nb\nc", [put("", (0, 1), (1, 0)), put("", (0, 2), (1, 0))], "abc"),
      ("한글", [put("ㄱ", (0, 2)), put("그", (0, 2), (0, 3)), put("글", (0, 2), (0, 3))], "한글글"),
      ("e\u{301}", [put("", (0, 1), (0, 2))], "e"), ("👨‍👩", [put("", (0, 2), (0, 3))], "👨👩"),
    ] as [(String, [String], String)])
  func order(text: String, changes: [String], result: String) async throws {
    #expect(try await client.after(text, changes) == Array(result.utf8))
  }

  @Test(
    "count lines anew where terminators join or separate",
    arguments: [
      ("a\rb", [put("\n", (1, 0)), put("|", (1, 0))], "a\r\n|b"),
      ("a\nb", [put("\r", (0, 1)), put("|", (1, 0))], "a\r\n|b"),
      ("a\rx\nb", [put("", (1, 0), (1, 1)), put("|", (1, 0))], "a\r\n|b"),
      ("a\r\nb", [put("x", (0, 9)), put("|", (1, 0))], "ax\r\n|b"),
      ("a\r\nb", [put("\r", (1, 0)), put("|", (2, 0))], "a\r\n\r|b"),
      ("a\r\nb", [put("", (0, 1), (1, 0)), put("|", (0, 9))], "ab|"),
      ("a\n\rb", [put("|", (2, 0))], "a\n\r|b"),
      ("", [put("\r", (0, 0)), put("\n", (1, 0)), put("|", (1, 0))], "\r\n|"),
      ("", [put("\n", (0, 0)), put("\r", (0, 0)), put("|", (1, 0))], "\r\n|"),
    ] as [(String, [String], String)])
  func terminators(text: String, changes: [String], result: String) async throws {
    #expect(try await client.after(text, changes) == Array(result.utf8))
  }

  @Test(
    "normalise nothing",
    arguments: [
      "é", "e\u{301}", "한글", "\u{1112}\u{1161}\u{11ab}", "Å\u{212b}", "ﬁ", "\r\n\n\r", " \t\u{a0}\u{3000} ", "\u{feff}",
      "a\0",
    ])
  func forms(text: String) async throws {
    #expect(try await client.after(text, [all(text + "x"), put("", (0, 0))]) == Array((text + "x").utf8))
  }

  @Test("of the normal form alone count as changes")
  func normalForm() async throws {
    let before = try await client.request("createMemo", #"{"id":"a","text":"é한"}"#)
    _ = try await client.request("$/advanceClock", #"{"ms":1000}"#)
    let text = "e\u{301}\u{1112}\u{1161}\u{11ab}"
    _ = try await client.request("updateMemo", #"{"id":"a","contentChanges":[\#(all(text))]}"#)
    let after = try await client.request("getMemo", #"{"id":"a"}"#)
    #expect(after["text"]?.string.map { Array($0.utf8) } == Array(text.utf8))
    #expect(after["length"]?.integer == 5)
    #expect(before["modifiedAt"]?.string == "2000-01-01T00:00:00.000Z")
    #expect(after["modifiedAt"]?.string == "2000-01-01T00:00:01.000Z")
  }

  @Test("that change nothing keep the time and add a version")
  func nothing() async throws {
    let before = try await client.request("createMemo", #"{"id":"a","text":"abc"}"#)["modifiedAt"]?.string
    #expect(before != nil)
    let table = [
      [], [put("", (0, 0))], [put("b", (0, 1), (0, 2))], [all("abc")], [all("x"), all("abc")],
    ]
    for (version, changes) in zip(2..., table) {
      _ = try await client.request("$/advanceClock", #"{"ms":10}"#)
      let params = #"{"id":"a","contentChanges":[\#(changes.joined(separator: ","))]}"#
      let answer = try await client.request("updateMemo", params)
      #expect(answer["version"]?.integer == version)
      #expect(answer["modifiedAt"]?.string == before)
    }
  }
}

extension SessionClient {
  /// What a text becomes, byte for byte.
  func after(_ text: String, _ changes: [String]) async throws -> [UInt8]? {
    let id = try await request("createMemo", #"{"text":\#(quoted(text))}"#)["id"]?.json ?? ""
    _ = try await request(
      "updateMemo", #"{"id":\#(id),"baseVersion":1,"contentChanges":[\#(changes.joined(separator: ","))]}"#)
    return try await request("getMemo", #"{"id":\#(id)}"#)["text"]?.string.map { Array($0.utf8) }
  }
}

/// A change that puts a text at a place, or in place of a range.
func put(_ text: String, _ start: (Int, Int), _ end: (Int, Int)? = nil) -> String {
  func place(_ place: (Int, Int)) -> String { #"{"line":\#(place.0),"character":\#(place.1)}"# }
  return #"{"range":{"start":\#(place(start)),"end":\#(place(end ?? start))},"text":\#(quoted(text))}"#
}

/// A change that puts a text in place of the whole.
func all(_ text: String) -> String { #"{"text":\#(quoted(text))}"# }
