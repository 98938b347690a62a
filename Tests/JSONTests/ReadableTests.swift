import JSON
import Testing

@Suite("Reading typed values")
struct ReadableTests {
  private struct Position: JSONReadable {
    let line: Int
    let character: Int

    init(json: JSONView) throws(JSONTypeError) {
      line = try json.required("line")
      character = try json.required("character")
    }
  }

  private struct Change: JSONReadable {
    let start: Position?
    let text: String
    let flags: [Bool]
    let extra: JSONObject?

    init(json: JSONView) throws(JSONTypeError) {
      start = try json.optional("start")
      text = try json.required("text")
      flags = try json.optional("flags") ?? []
      extra = try json.optional("extra")
    }
  }

  private struct Params: JSONReadable {
    let changes: [Change]
    let nested: [[Int]]?

    init(json: JSONView) throws(JSONTypeError) {
      changes = try json.required("changes")
      nested = try json.optional("nested")
    }
  }

  private static let integer = "must be an integer that fits in 64 bits"
  private static let wrong: [(text: String, path: String, expectation: String)] = [
    ("[]", "", "must be an object"), ("null", "", "must be an object"), ("1", "", "must be an object"),
    ("{}", ".changes", "is missing"), (#"{"changes":null}"#, ".changes", "is missing"),
    (#"{"Changes":[]}"#, ".changes", "is missing"), (#"{"changes":{}}"#, ".changes", "must be an array"),
    (#"{"changes":"[]"}"#, ".changes", "must be an array"), (#"{"changes":[1]}"#, ".changes[0]", "must be an object"),
    (#"{"changes":[null]}"#, ".changes[0]", "must be an object"),
    (#"{"changes":[{}]}"#, ".changes[0].text", "is missing"),
    (#"{"changes":[{"text":"a"},{"text":null}]}"#, ".changes[1].text", "is missing"),
    (#"{"changes":[{"text":"a"},{"text":1}]}"#, ".changes[1].text", "must be a string"),
    (#"{"changes":[{"text":["a"]}]}"#, ".changes[0].text", "must be a string"),
    (#"{"changes":[{"text":"","start":1}]}"#, ".changes[0].start", "must be an object"),
    (#"{"changes":[{"text":"","start":[]}]}"#, ".changes[0].start", "must be an object"),
    (#"{"changes":[{"text":"","start":{}}]}"#, ".changes[0].start.line", "is missing"),
    (#"{"changes":[{"text":"","start":{"line":1}}]}"#, ".changes[0].start.character", "is missing"),
    (#"{"changes":[{"text":"","start":{"line":"1"}}]}"#, ".changes[0].start.line", integer),
    (#"{"changes":[{"text":"","start":{"line":1.5}}]}"#, ".changes[0].start.line", integer),
    (#"{"changes":[{"text":"","start":{"line":1e400}}]}"#, ".changes[0].start.line", integer),
    (#"{"changes":[{"text":"","start":{"line":true}}]}"#, ".changes[0].start.line", integer),
    (#"{"changes":[{"text":"","start":{"line":9223372036854775808}}]}"#, ".changes[0].start.line", integer),
    (#"{"changes":[{"text":"","flags":[true,0]}]}"#, ".changes[0].flags[1]", "must be true or false"),
    (#"{"changes":[{"text":"","flags":[true,"true"]}]}"#, ".changes[0].flags[1]", "must be true or false"),
    (#"{"changes":[{"text":"","flags":[null]}]}"#, ".changes[0].flags[0]", "must be true or false"),
    (#"{"changes":[{"text":"","extra":[]}]}"#, ".changes[0].extra", "must be an object"),
    (#"{"changes":[],"nested":[[1],[2,"3"]]}"#, ".nested[1][1]", integer),
    (#"{"changes":[],"nested":[[],[],7]}"#, ".nested[2]", "must be an array"),
    (#"{"changes":[1],"changes":[{"text":2}]}"#, ".changes[0].text", "must be a string"),
  ]

  @Test("names the value that is wrong and what would be right", arguments: wrong)
  func errors(text: String, path: String, expectation: String) throws {
    let root = try JSONDocument(Array(text.utf8)).root
    let error = #expect(throws: JSONTypeError.self) { try Params(json: root) }
    #expect(error?.path == path)
    #expect(error?.expectation == expectation)
  }

  @Test("takes null for absent where a member is optional")
  func optional() throws {
    let text = #"{"changes":[{"text":"é","start":null,"flags":null,"extra":null}],"nested":null,"unknown":[1]}"#
    let params = try Params(json: JSONDocument(Array(text.utf8)).root)
    #expect(params.nested == nil)
    #expect(params.changes.count == 1)
    #expect(params.changes[0].start == nil)
    #expect(params.changes[0].extra == nil)
    #expect(params.changes[0].flags.isEmpty)
    #expect(params.changes[0].text == "é")
  }

  @Test("takes what is there, the last of two")
  func present() throws {
    let text =
      #"{"changes":1,"nested":[[],[1,2.0,3e0]],"#
      + #""changes":[{"text":"\u0061","start":{"line":1e2,"character":-0},"flags":[true,false],"#
      + #""extra":{"b":1.50,"a":null}}]}"#
    let params = try Params(json: JSONDocument(Array(text.utf8)).root)
    #expect(params.nested == [[], [1, 2, 3]])
    let change = try #require(params.changes.first)
    #expect(change.text == "a")
    #expect(change.start?.line == 100)
    #expect(change.start?.character == 0)
    #expect(change.flags == [true, false])
    #expect(change.extra?.json == Array(#"{"b":1.50,"a":null}"#.utf8))
  }

  @Test("builds a path from the inside out")
  func path() {
    let error = JSONTypeError("must be odd").inside("c").inside(0).inside(12).inside("a b")
    #expect(error.path == ".a b[12][0].c")
    #expect(error.expectation == "must be odd")
    #expect(JSONTypeError("x").path == "")
  }
}
