import JSON
import MemoEngine
import MemoModel
import TestDoubles
import TestSupport
import Testing

@Suite("Properties that two engines changed")
struct PropertyMergeTests {
  /// What two patches of one memo's properties come to, the second saved last.
  private func merged(_ base: String, _ first: String, _ second: String) async throws -> String {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", properties: base)
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.memo(memoID("m"))
    for (fixture, patch) in [(here, first), (there, second)] {
      _ = try await fixture.engine.updateMemo(
        memoID("m"), baseVersion: nil, changes: [], properties: JSONObject(json: Array(patch.utf8)), encoding: .utf8)
    }
    for fixture in [here, there] { _ = try await fixture.engine.flush(nil) }
    await here.engine.pullExternalChanges()
    let results = [
      try await here.engine.memo(memoID("m")).metadata.properties.json,
      try await there.engine.memo(memoID("m")).metadata.properties.json,
    ]
    #expect(results[0] == results[1], "both have the same in the end")
    return String(decoding: results[1], as: UTF8.self)
  }

  @Test(
    "merge member by member, and of one that both changed the one saved last stands",
    arguments: [
      (#"{"a":1,"b":1,"d":1}"#, #"{"a":2,"d":null,"e":1}"#, #"{"a":3,"b":3}"#, #"{"a":3,"b":3,"e":1}"#),
      (#"{"a":1,"b":1}"#, #"{"b":2}"#, #"{"a":null}"#, #"{"b":2}"#),
      (#"{"a":1}"#, #"{"a":2}"#, #"{"a":null}"#, "{}"),
      (#"{"a":1}"#, #"{"a":null}"#, #"{"a":2}"#, #"{"a":2}"#),
      (#"{"a":1}"#, #"{"a":null}"#, #"{"b":2}"#, #"{"b":2}"#),
      (#"{"a":1}"#, #"{"a":null}"#, #"{"a":null}"#, "{}"),
      ("{}", #"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#),
      (#"{"c":{"x":1,"y":1}}"#, #"{"c":{"x":2}}"#, #"{"c":{"y":3}}"#, #"{"c":{"x":2,"y":3}}"#),
      (#"{"c":{"x":1,"y":1}}"#, #"{"c":{"x":2}}"#, #"{"c":{"y":null}}"#, #"{"c":{"x":2}}"#),
      (#"{"c":{"d":{"x":1}}}"#, #"{"c":{"d":{"y":1}}}"#, #"{"c":{"d":{"z":1}}}"#, #"{"c":{"d":{"x":1,"y":1,"z":1}}}"#),
      ("{}", #"{"c":{"x":1}}"#, #"{"c":{"y":1}}"#, #"{"c":{"x":1,"y":1}}"#),
      (#"{"c":{"x":1}}"#, #"{"c":{"x":2}}"#, #"{"c":null}"#, "{}"),
      (#"{"c":{"x":1}}"#, #"{"c":{"x":2}}"#, #"{"c":7}"#, #"{"c":7}"#),
      (#"{"list":[1,2]}"#, #"{"list":[1,2,3]}"#, #"{"list":[0,1,2]}"#, #"{"list":[0,1,2]}"#),
      (#"{"c":{"tags":["a"]}}"#, #"{"c":{"tags":["b"]}}"#, #"{"c":{"tags":["a","c"]}}"#, #"{"c":{"tags":["a","c"]}}"#),
    ])
  func members(base: String, first: String, second: String, expected: String) async throws {
    #expect(try await merged(base, first, second) == expected)
  }

  @Test(
    "keep the tags that either added and lose those that either took away, whatever their case",
    arguments: [
      (["a"], ["a", "b"], ["a", "c"], ["a", "b", "c"]),
      ([], ["x"], ["y"], ["x", "y"]),
      (["a", "b", "c"], ["b", "c"], ["a", "b"], ["b"]),
      (["a", "b"], ["b"], ["a", "b", "c"], ["b", "c"]),
      (["a", "b"], ["a", "b", "c"], ["b"], ["b", "c"]),
      (["a"], ["a", "New"], ["a", "NEW"], ["a", "NEW"]),
      (["Caf\u{E9}"], ["Caf\u{E9}", "x"], ["y"], ["x", "y"]),
      (["Caf\u{E9}", "z"], ["CAFE\u{301}", "z", "x"], ["Caf\u{E9}", "z", "y"], ["CAFE\u{301}", "z", "x", "y"]),
      (["a", "z"], ["a", "z", "x"], ["A", "z"], ["A", "z", "x"]),
      (["a", "b"], ["b", "a", "x"], ["y", "a", "b"], ["b", "a", "x", "y"]),
      (["a", "b"], ["b", "a"], ["a", "b"], ["b", "a"]),
      (["a"], ["a", "b"], [], ["b"]),
      (["a"], [], ["a", "b"], ["b"]),
      (["a", "b"], ["a"], ["b"], []),
      (["a"], [], ["A"], []),
    ] as [([String], [String], [String], [String])])
  func tags(base: [String], first: [String], second: [String], expected: [String]) async throws {
    func json(_ tags: [String]) -> String { #"{"tags":[\#(tags.map { "\"\($0)\"" }.joined(separator: ","))]}"# }
    #expect(try await merged(json(base), json(first), json(second)) == json(expected))
  }

  @Test("a side that takes tags away altogether takes away those it knew")
  func allTags() async throws {
    let (a, ab) = (#"{"tags":["a"]}"#, #"{"tags":["a","b"]}"#)
    #expect(try await merged(a, ab, #"{"tags":null}"#) == #"{"tags":["b"]}"#)
    #expect(try await merged(a, #"{"tags":null}"#, ab) == #"{"tags":["b"]}"#)
    #expect(try await merged(a, #"{"x":1}"#, #"{"tags":null}"#) == #"{"x":1}"#)
    #expect(try await merged(a, #"{"tags":null}"#, #"{"x":1}"#) == #"{"x":1}"#)
    #expect(try await merged(ab, #"{"tags":["a"]}"#, #"{"tags":null}"#) == "{}")
  }

  @Test("what a journal brings back is merged in the same way")
  func replayed() async throws {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", properties: #"{"tags":["a"],"gone":1}"#)
    _ = try await here.engine.flush(nil)
    for (fixture, patch) in [(here, #"{"tags":["a","b"],"x":1}"#), (there, #"{"tags":["a","c"],"gone":null}"#)] {
      _ = try await fixture.engine.updateMemo(
        memoID("m"), baseVersion: nil, changes: [], properties: JSONObject(json: Array(patch.utf8)), encoding: .utf8)
    }
    _ = try await here.engine.flush(nil)
    _ = try Recovery.run([there.journal.orphan()], into: there.store)
    let properties = there.store.stored.map { String(decoding: $0.metadata.properties.json, as: UTF8.self) }
    #expect(properties == [#"{"tags":["a","b","c"],"x":1}"#])
  }
}
