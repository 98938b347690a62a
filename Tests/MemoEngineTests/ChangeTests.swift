import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

@Suite("Changes")
struct ChangeTests {
  private func properties(_ json: String) throws -> JSONObject { try JSONObject(json: Array(json.utf8)) }

  @Test("versions start at 1 and grow by 1 with every accepted change of any kind")
  func versions() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    let id = memoID("a")
    #expect(try await engine.createMemo(id: id, text: "", properties: JSONObject()).metadata.version == 1)
    #expect(try await fixture.type("x", into: "a").metadata.version == 2)
    let empty = try await engine.updateMemo(id, baseVersion: 2, changes: [], properties: nil, encoding: .utf8)
    #expect(empty.metadata.version == 3)
    #expect(try await engine.trashMemo(id, baseVersion: nil).metadata.version == 4)
    #expect(try await engine.restoreMemo(id).metadata.version == 5)
    #expect(try await engine.restoreMemo(id).metadata.version == 5)
    #expect(try await engine.destroyMemo(id, baseVersion: 5).metadata.version == 6)
  }

  @Test("the date of change moves only when text or properties really change")
  func modifiedAt() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    let id = memoID("a")
    try await fixture.create("a", "caf\u{E9}", properties: #"{"n":1}"#)
    let created = try await engine.memo(id).metadata.createdAt
    func change(_ changes: [(Range<Int>, String)], _ patch: String? = nil) async throws -> Bool {
      await fixture.pass(1)
      let before = try await engine.memo(id).metadata.modifiedAt
      let memo = try await engine.updateMemo(
        id, baseVersion: nil,
        changes: changes.map { range, text in
          let start = TextPosition(line: 0, character: range.lowerBound)
          return TextChange(
            range: TextRange(start: start, end: TextPosition(line: 0, character: range.upperBound)), text: text)
        },
        properties: try patch.map(properties), encoding: .utf16)
      return memo.metadata.modifiedAt != before
    }
    #expect(try await !change([]))
    #expect(try await !change([(0..<0, "")]))
    #expect(try await !change([(0..<4, "caf\u{E9}")]))
    #expect(try await !change([(0..<0, "x"), (0..<1, "")]))
    #expect(try await !change([], #"{"n":1}"#))
    #expect(try await !change([], #"{"absent":null}"#))
    #expect(try await engine.memo(id).metadata.modifiedAt == created)
    #expect(try await change([(3..<4, "e\u{301}")]), "canonically equal, but other bytes")
    #expect(try await change([(0..<0, "x"), (0..<1, "y")]))
    #expect(try await change([], #"{"n":1.0}"#), "the digits are part of a number")
    #expect(try await change([], #"{"n":null}"#))
    _ = try await engine.trashMemo(id, baseVersion: nil)
    let modified = try await engine.memo(id).metadata.modifiedAt
    await fixture.pass(1)
    #expect(try await engine.restoreMemo(id).metadata.modifiedAt == modified)
    #expect(try await engine.memo(id).metadata.createdAt == created)
  }

  @Test("an update is all or nothing")
  func atomic() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(maximumMemoBytes: 10))
    try await fixture.create("a", "text")
    func whole(_ text: String) -> TextChange { TextChange(range: nil, text: text) }
    func at(_ line: Int, _ text: String) -> TextChange {
      let place = TextPosition(line: line, character: 0)
      return TextChange(range: TextRange(start: place, end: place), text: text)
    }
    let wrong: [[TextChange]] = [
      [at(9, "x")], [whole("new"), at(9, "x")], [at(0, "x"), at(0, "y"), at(-1, "z")], [whole("12345678901")],
      [at(0, "1234567")], [whole("1234567890"), at(0, "1")],
    ]
    for changes in wrong {
      await #expect(throws: EngineError.self) {
        try await fixture.engine.updateMemo(
          memoID("a"), baseVersion: nil, changes: changes, properties: try properties(#"{"a":1}"#), encoding: .utf8)
      }
      let memo = try await fixture.engine.memo(memoID("a"))
      #expect(memo.text.string == "text" && memo.metadata.version == 1 && memo.metadata.properties.isEmpty)
    }
    // Growing past the limit on the way is no error, only ending there is.
    let memo = try await fixture.engine.updateMemo(
      memoID("a"), baseVersion: nil, changes: [at(0, "123456789"), whole("1234567890")], properties: nil,
      encoding: .utf8)
    #expect(memo.text.string == "1234567890")
  }

  @Test("a wrong base version is reported before a wrong range, and a missing memo before both")
  func precedence() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    await #expect { try await fixture.type("x", into: "a", at: -1..<0, base: 9) } throws: {
      if case EngineError.versionConflict(_, baseVersion: 9, version: 1) = $0 { true } else { false }
    }
    await #expect { try await fixture.type("x", into: "b", at: -1..<0, base: 9) } throws: {
      if case EngineError.memoNotFound = $0 { true } else { false }
    }
    await #expect { try await fixture.type("x", into: "a", at: -1..<0, base: 1) } throws: {
      if case EngineError.invalidRange(change: 0, _) = $0 { true } else { false }
    }
  }

  @Test("an identifier is free again only once its memo is destroyed, saved or not", arguments: [false, true])
  func identifiers(saved: Bool) async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "first")
    if saved { _ = try await fixture.engine.flush(nil) }
    await #expect(throws: EngineError.self) { try await fixture.create("a") }
    _ = try await fixture.engine.trashMemo(memoID("a"), baseVersion: nil)
    await #expect(throws: EngineError.self) { try await fixture.create("a") }
    _ = try await fixture.engine.destroyMemo(memoID("a"), baseVersion: nil)
    await #expect(throws: EngineError.self) { try await fixture.engine.memo(memoID("a")) }
    try await fixture.create("a", "second")
    _ = try await fixture.engine.flush(nil)
    #expect(fixture.store.text(memoID("a")) == "second" && fixture.store.version(memoID("a")) == 1)
  }

  @Test("a trashed memo can be read, restored and destroyed, but neither changed nor trashed again")
  func trash() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    try await fixture.create("a", "text")
    _ = try await engine.trashMemo(memoID("a"), baseVersion: 1)
    #expect(try await engine.memo(memoID("a")).metadata.trashedAt != nil)
    await #expect(throws: EngineError.self) { try await fixture.type("x", into: "a") }
    await #expect(throws: EngineError.self) { try await engine.trashMemo(memoID("a"), baseVersion: nil) }
    #expect(try await engine.restoreMemo(memoID("a")).metadata.trashedAt == nil)
    #expect(try await fixture.type("x", into: "a").text.string == "xtext")
  }

  @Test("saved memos are forgotten when they take too much memory, unsaved ones never, and nobody can tell")
  func cache() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(cacheBytes: 20_000))
    for index in 0..<100 { try await fixture.create("m\(index)", "memo \(index)") }
    #expect(fixture.store.reads == 0)
    _ = try await fixture.engine.flush(nil)
    for index in 0..<100 {
      #expect(try await fixture.type("x", into: "m\(index)").text.string == "xmemo \(index)")
    }
    #expect(fixture.store.reads > 50)
    _ = try await fixture.engine.flush(nil)
    for index in 0..<100 { #expect(fixture.store.text(memoID("m\(index)")) == "xmemo \(index)") }
  }

  @Test("identifiers made by the engine are UUIDs of version 7 that begin with the time")
  func uniqueIdentifiers() async throws {
    let fixture = await Fixture()
    let ids = try await (0..<200).asyncMap { _ in
      try await fixture.engine.createMemo(id: nil, text: "", properties: JSONObject()).metadata.id.description
    }
    #expect(Set(ids).count == 200)
    // 2000-01-01T00:00:00Z is 946,684,800,000 ms.
    for id in ids {
      #expect(id.wholeMatch(of: /00dc6acf-ac00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    }
  }
}

extension Range<Int> {
  fileprivate func asyncMap<Value>(_ body: (Int) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
