import JSON
import TestSupport
import Testing

@Suite("Members")
struct MemberTests {
  private static let repeated: [(text: String, last: String)] = [
    (#"{"a":1}"#, "1"), (#"{"a":1,"a":2}"#, "2"), (#"{"a":1,"b":9,"a":2,"c":9}"#, "2"), (#"{"a":1,"a":null}"#, "null"),
    (#"{"a":null,"a":1}"#, "1"), (#"{"a":{"a":3},"b":{"a":4}}"#, #"{"a":3}"#), (#"{"a":1,"\u0061":2}"#, "2"),
    (#"{"\u0061":1,"a":2}"#, "2"), (#"{"a":[1],"a":[2],"a":[3]}"#, "[3]"), (#"{"x":{"a":1},"a":2}"#, "2"),
    (#"{"A":1,"a":2,"aa":3,"":4}"#, "2"), (#"{"a":2,"a\u0000":3,"\u0000a":4}"#, "2"), (#"{"a":2,"a\u0301":3}"#, "2"),
  ]

  @Test("of one name: the last counts, wherever one looks", arguments: repeated)
  func lastCounts(text: String, last: String) throws {
    let root = try JSONDocument(Array(text.utf8)).root
    let view = try #require(root["a"])
    #expect(String(decoding: written(JSONValue(view)), as: UTF8.self) == last)
    let value = try #require(JSONObject(members: root.members)["a"])
    #expect(String(decoding: written(value), as: UTF8.self) == last)
  }

  @Test("are the same only if their bytes are")
  func normalisation() throws {
    let root = try JSONDocument(Array("{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{212B}\":3,\"\u{C5}\":4}".utf8)).root
    #expect(root["\u{E9}"]?.integer == 1)
    #expect(root["e\u{301}"]?.integer == 2)
    #expect(root["\u{212B}"]?.integer == 3)
    #expect(root["\u{C5}"]?.integer == 4)
    #expect(root["A\u{30A}"] == nil)
    #expect(JSONObject(members: root.members).members.count == 4)
  }

  @Test("with an escaped name are found by the name it means")
  func escapedNames() throws {
    let text = #"{"\u006dethod":1,"a\/b":2,"\ud83d\ude00":3,"\"":4,"\\":5,"\u00E9":6,"\n":7,"\u0000":8,"u\u0000v":9}"#
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root["method"]?.integer == 1)
    #expect(root["a/b"]?.integer == 2)
    #expect(root["😀"]?.integer == 3)
    #expect(root["\""]?.integer == 4)
    #expect(root["\\"]?.integer == 5)
    #expect(root["\u{E9}"]?.integer == 6)
    #expect(root["\n"]?.integer == 7)
    #expect(root["\0"]?.integer == 8)
    #expect(root["u\0v"]?.integer == 9)
    #expect(root[#"\u006dethod"#] == nil)
    #expect(root["e\u{301}"] == nil)
  }

  @Test("come in order, repeated ones too")
  func order() throws {
    let root = try JSONDocument(Array(#"{"b":1,"a":{"x":[2,3]},"b":4,"\u0063":5}"#.utf8)).root
    #expect(root.members.map(\.name) == ["b", "a", "b", "c"])
    #expect(root.members.map(\.value.kind) == [.number, .object, .number, .number])
    #expect(JSONObject(members: root.members).members.map(\.name) == ["b", "a", "c"])
  }

  @Test("and elements are none of other kinds", arguments: ["null", "true", "1", "\"a\"", "\"\\n\"", "[]", "{}"])
  func none(text: String) throws {
    // Nested too, where the next entries belong to another value.
    for root in [
      try JSONDocument(Array(text.utf8)).root,
      try #require(Array(try JSONDocument(Array("[\(text),{\"a\":[1]},2]".utf8)).root.elements).first),
    ] {
      #expect(Array(root.elements).isEmpty)
      #expect(Array(root.members).isEmpty)
      #expect(root["a"] == nil)
    }
  }

  private static let kinds: [(text: String, kind: JSONView.Kind)] = [
    ("null", .null), ("true", .boolean), ("false", .boolean), ("0", .number), ("-1.5e3", .number), ("\"\"", .string),
    ("\"\\n\"", .string), ("[]", .array), ("[1]", .array), ("{}", .object), ("{\"a\":1}", .object),
  ]

  @Test("and all values have one kind, and only that kind's content", arguments: kinds)
  func kind(text: String, kind: JSONView.Kind) throws {
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root.kind == kind)
    #expect(root.isNull == (kind == .null))
    #expect(root.bool == (kind == .boolean ? text == "true" : nil))
    #expect((root.string != nil) == (kind == .string))
    #expect(root.numberLiteral == (kind == .number ? text : nil))
    #expect(kind == .number || root.integer == nil)
  }

  @Test("of the empty object are none")
  func emptyObject() {
    #expect(JSONDocument.emptyObject.root.kind == .object)
    #expect(Array(JSONDocument.emptyObject.root.members).isEmpty)
    #expect(JSONDocument.emptyObject.root["a"] == nil)
  }

  @Test("in their tens of thousands are read and found")
  func many() throws {
    let text = "{" + (0..<20_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root["n0"]?.integer == 0)
    #expect(root["n19999"]?.integer == 19_999)
    let object = JSONObject(members: root.members)
    #expect(object.members.count == 20_000)
    #expect(object.json == Array(text.utf8))
  }
}
