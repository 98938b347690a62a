import JSON
import TestSupport
import Testing

@Suite("Merge patches by RFC 7396")
struct MergePatchTests {
  /// Appendix A where original and patch are objects, and after it the example of section 3.
  private static let table: [(original: String, patch: String, result: String)] = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    (
      #"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],"#
        + #""content":"x"}"#,
      #"{"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},"tags":["example"]}"#,
      #"{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"x","#
        + #""phoneNumber":"+01-123-456-7890"}"#
    ),
  ]

  /// The rows of appendix A whose values are no objects, as members.
  private static let inside: [(original: String, patch: String, result: String)] = [
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#), (#"["a"]"#, #""c""#, #""c""#),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#), ("1", #"{"a":null}"#, "{}"), ("null", "{}", "{}"),
    (#"{"a":1}"#, "[null]", "[null]"), (#"[{"a":1}]"#, #"[{"a":null}]"#, #"[{"a":null}]"#), ("{}", "1.50", "1.50"),
    (#"{"a":1}"#, "{}", #"{"a":1}"#),
    (#"{"a":{"b":{"c":1,"d":2}}}"#, #"{"a":{"b":{"c":null}}}"#, #"{"a":{"b":{"d":2}}}"#),
    (#"{"a":1}"#, #"{"b":null}"#, #"{"a":1}"#), (#"{"a":{}}"#, #"{"a":{"b":null}}"#, #"{"a":{}}"#),
    ("{\"\u{E9}\":1}", "{\"e\u{301}\":null}", "{\"\u{E9}\":1}"),
    ("{\"\u{E9}\":1}", "{\"e\u{301}\":2}", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
    (#"{"a":1,"b":2,"c":3,"d":4}"#, #"{"c":null,"a":null,"d":5,"e":6}"#, #"{"b":2,"d":5,"e":6}"#),
    (#"{"b":1,"a":2}"#, #"{"a":3,"b":4}"#, #"{"b":4,"a":3}"#), (#"{"a":1}"#, #"{"a":2,"a":null}"#, "{}"),
    (#"{"a":1}"#, #"{"a":null,"a":2}"#, #"{"a":2}"#),
  ]

  private static let wrapped = inside.map { ("{\"m\":\($0.original)}", "{\"m\":\($0.patch)}", "{\"m\":\($0.result)}") }

  @Test("give the result that the table says", arguments: table + wrapped)
  func merge(original: String, patch: String, result: String) throws {
    #expect(String(decoding: try object(of: original).merging(object(of: patch)).json, as: UTF8.self) == result)
  }

  @Test("agree with the pseudocode of section 2", arguments: 0..<2)
  func random(stream: Int) throws {
    var random = SeededGenerator(stream: 3_000 + UInt64(stream))
    for _ in 0..<1_000 {
      let (target, patch) = (random.patch(depth: 3), random.patch(depth: 3))
      let mine = target.merging(patch)
      let context = "\(text(target)) with \(text(patch)) gave \(text(mine))"
      try require(same(.object(mine), mergeModel(.object(target), .object(patch))), context)
      try require(same(.object(mine.merging(patch)), .object(mine)), "a second time: \(context)")
    }
  }

  private func text(_ object: JSONObject) -> String { String(decoding: object.json, as: UTF8.self) }
}

/// `MergePatch(Target, Patch)` of RFC 7396, section 2, one member at a time.
private func mergeModel(_ target: JSONValue?, _ patch: JSONValue) -> JSONValue {
  guard case .object(let members) = patch else { return patch }
  var result = JSONObject()
  if case .object(let existing)? = target { result = existing }
  for (name, value) in members.members {
    if case .null = value {
      result[name] = nil
    } else {
      result[name] = mergeModel(result[name], value)
    }
  }
  return .object(result)
}

extension SeededGenerator {
  /// An object with few names, so that two of them meet.
  fileprivate mutating func patch(depth: Int) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      let name = ["a", "b", "c", "\u{E9}", "e\u{301}"].randomElement(using: &self) ?? "a"
      switch Int.random(in: 0..<5, using: &self) {
      case 0: object[name] = .null
      case 1: object[name] = .number("\(Int.random(in: 0...9, using: &self)).0")
      case 2: object[name] = .array([.null, .object(patch(depth: 0))])
      default: object[name] = depth > 0 ? .object(patch(depth: depth - 1)) : .bool(true)
      }
    }
    return object
  }
}
