import JSON
import TestSupport
import Testing

@Suite("Objects")
struct ObjectTests {
  @Test("keep the digits of numbers as they were sent")
  func digits() throws {
    let text = #"{"a":1.50,"b":1E+2,"c":-0,"d":123456789012345678901234567890,"e":1e400,"f":0.1000,"g":[1.0,2e0]}"#
    #expect(try object(of: text).json == Array(text.utf8))
  }

  @Test("keep their order; a new value stays in its name's place")
  func order() throws {
    var object = try object(of: #"{"z":1,"a":2,"m":3}"#)
    object["a"] = .bool(true)
    object["k"] = .null
    object["z"] = nil
    object["nothing"] = nil
    object["z"] = .string("again")
    #expect(String(decoding: object.json, as: UTF8.self) == #"{"a":true,"m":3,"k":null,"z":"again"}"#)
  }

  @Test("tell names apart by their bytes")
  func names() throws {
    var object = JSONObject()
    object["\u{E9}"] = .number("1")
    object["e\u{301}"] = .number("2")
    #expect(object.members.count == 2)
    object["\u{E9}"] = nil
    #expect(object["\u{E9}"] == nil)
    #expect(object.json == Array("{\"e\u{301}\":2}".utf8))
  }

  @Test(
    "are read from objects only",
    arguments: ["[]", "null", "1", "\"{}\"", "true", "", "{", "{}{}", "{\"a\":\"\\ud800\"}"])
  func notAnObject(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONObject(json: Array(text.utf8)) }
  }

  @Test("without members are empty")
  func empty() throws {
    #expect(JSONObject().isEmpty)
    #expect(JSONObject().json == Array("{}".utf8))
    #expect(try object(of: " {\n} ").isEmpty)
    #expect(try !object(of: #"{"a":null}"#).isEmpty)
  }

  @Test("agree with a list of members, whatever is put in and taken out", arguments: 0..<4)
  func model(stream: Int) throws {
    var random = SeededGenerator(stream: 4_000 + UInt64(stream))
    let names = [
      "a", "b", "", "\u{E9}", "e\u{301}", "\0", "\"", "한", "\u{1112}\u{1161}\u{11AB}", "long name of a member",
    ]
    var object = JSONObject()
    var model: [(name: [UInt8], value: Int)] = []
    for step in 0..<3_000 {
      let name = names.randomElement(using: &random) ?? ""
      let place = model.firstIndex { $0.name == Array(name.utf8) }
      if random.chance(40) {
        object[name] = nil
        if let place { model.remove(at: place) }
      } else {
        object[name] = .number("\(step)")
        if let place { model[place].value = step } else { model.append((Array(name.utf8), step)) }
      }
      try require(
        object.members.elementsEqual(model) {
          Array($0.name.utf8) == $1.name && same($0.value, .number("\($1.value)"))
        },
        "step \(step), \(name.debugDescription): \(String(decoding: object.json, as: UTF8.self))")
      for name in names {
        let expected = model.first { $0.name == Array(name.utf8) }.map { JSONValue.number("\($0.value)") }
        try require((object[name].map { same($0, expected ?? .null) } ?? (expected == nil)), "step \(step): \(name)")
      }
    }
  }

  @Test("are counted in bytes, roughly and up to a limit")
  func bytes() throws {
    let json = Array(#"{"a":["b",{"c":"\#(String(repeating: "x", count: 1000))","d":null}],"e":1}"#.utf8)
    let object = try JSONObject(json: json)
    for limit in [0, 1, 5, 500] { #expect(object.bytes(upTo: limit) == limit) }
    #expect(abs(object.bytes(upTo: 10_000) - json.count) < 20)
    #expect(JSONObject().bytes(upTo: 10) == 0)
  }

  @Test("of a document live on without it")
  func copies() throws {
    var object: JSONObject?
    do { object = JSONObject(members: try JSONDocument(Array(#"{"a":["\u0041",{"b":1}]}"#.utf8)).root.members) }
    #expect(object?.json == Array(#"{"a":["A",{"b":1}]}"#.utf8))
  }
}
