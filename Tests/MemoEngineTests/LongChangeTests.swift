import Dispatch
import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

@Suite("Changes that are worked out beside the executor")
struct LongChangeTests {
  private static let long = String(repeating: "한 줄\n", count: 150_000)

  private func object(_ json: String) throws -> JSONObject { try JSONObject(json: Array(json.utf8)) }

  private func createLong(
    _ fixture: Fixture, _ id: String?, _ text: String = long, properties: String = "{}"
  ) async throws -> MemoSnapshot {
    let properties = try object(properties)
    return try await fixture.engine.createLongMemo(id: id.map(memoID), properties: properties) { Rope(text) }
  }

  @Test("a long memo is made as a short one is: recorded, told, refused where one is there", arguments: [false, true])
  func creating(isNamed: Bool) async throws {
    let fixture = await Fixture()
    let memo = try await createLong(fixture, isNamed ? "m" : nil, properties: #"{"a":1,"b":null}"#)
    #expect(memo.metadata.version == 1 && memo.text.string == Self.long && !memo.isSaved)
    #expect(String(decoding: memo.metadata.properties.json, as: UTF8.self) == #"{"a":1}"#)
    let record = try #require(fixture.journal.records.first?.record)
    #expect(record.id == memo.metadata.id && record.version == 1 && fixture.journal.records.count == 1)
    await #expect(throws: EngineError.self) { try await createLong(fixture, memo.metadata.id.description, "x") }
    _ = try await fixture.engine.destroyMemo(memo.metadata.id, baseVersion: nil)
    #expect(try await createLong(fixture, memo.metadata.id.description, "anew").metadata.version == 1)
    await #expect(throws: EngineError.self) { try await createLong(fixture, "p", properties: #"{"pinned":3}"#) }
    let small = await Fixture(configuration: EngineConfiguration(maximumMemoBytes: 1000))
    await #expect(throws: EngineError.self) { try await createLong(small, "m") }
    #expect(fixture.journal.records.count == 3 && small.journal.records.isEmpty)
  }

  @Test("a memo that has no room in the journal is not made", arguments: [false, true])
  func noRoom(isUpdate: Bool) async throws {
    let fixture = await Fixture()
    if isUpdate { try await fixture.create("m", "old") }
    fixture.journal.failNext([StoreError(.full, "no room")])
    await #expect(throws: EngineError.self) {
      if isUpdate { try await update(fixture, Self.long) } else { _ = try await createLong(fixture, "m") }
    }
    let text = try? await fixture.engine.memo(memoID("m")).text.string
    #expect(text == (isUpdate ? "old" : nil))
  }

  @Test("one that is cancelled before it is made changes nothing, and says so", arguments: [false, true])
  func cancelled(isUpdate: Bool) async throws {
    let fixture = await Fixture()
    if isUpdate { try await fixture.create("m", "old") }
    let records = fixture.journal.records.count
    let (began, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let change = Task {
      if isUpdate {
        for await _ in began.stream { break }
        try await update(fixture, Self.long)
      } else {
        _ = try await fixture.engine.createLongMemo(id: memoID("m"), properties: JSONObject()) {
          goOn.wait()
          return Rope(Self.long)
        }
      }
    }
    change.cancel()
    began.continuation.yield()
    goOn.signal()
    await #expect { try await change.value } throws: { if case EngineError.cancelled = $0 { true } else { false } }
    let text = try? await fixture.engine.memo(memoID("m")).text.string
    #expect(text == (isUpdate ? "old" : nil) && fixture.journal.records.count == records)
  }

  @discardableResult
  private func update(
    _ fixture: Fixture, _ text: String, base: Int? = nil, patch: String? = nil
  ) async throws -> MemoSnapshot {
    let start = TextRange(start: TextPosition(line: 0, character: 0), end: TextPosition(line: 0, character: 0))
    return try await fixture.engine.updateLongMemo(
      memoID("m"), baseVersion: base, changes: [TextChange(range: start, text: text)],
      properties: try patch.map(object), encoding: .utf8)
  }

  @Test("a long update does what a short one does, all of it or nothing")
  func updating() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "old", properties: #"{"a":1}"#)
    let memo = try await update(fixture, Self.long, base: 1, patch: #"{"a":null,"b":2}"#)
    #expect(memo.metadata.version == 2 && memo.text.string == Self.long + "old")
    #expect(String(decoding: memo.metadata.properties.json, as: UTF8.self) == #"{"b":2}"#)
    #expect(fixture.journal.records.map(\.record.version) == [1, 2])
    await #expect(throws: EngineError.self) { try await update(fixture, "x", base: 1) }
    await #expect(throws: EngineError.self) { try await update(fixture, "x", patch: #"{"pinned":3}"#) }
    await #expect(throws: EngineError.self) {
      let range = TextRange(start: TextPosition(line: -1, character: 0), end: TextPosition(line: 0, character: 0))
      let changes = [TextChange(range: nil, text: "gone"), TextChange(range: range, text: "")]
      return try await fixture.engine.updateLongMemo(
        memoID("m"), baseVersion: nil, changes: changes, properties: nil, encoding: .utf8)
    }
    #expect(try await fixture.engine.memo(memoID("m")).metadata.version == 2)
    _ = try await fixture.engine.flush(nil)
    #expect(fixture.store.stored.first.map { String(decoding: $0.text, as: UTF8.self) } == Self.long + "old")
    // What changes nothing makes a version all the same, and no later date.
    await fixture.pass(5000)
    let same = try await fixture.engine.updateLongMemo(
      memoID("m"), baseVersion: 2, changes: [], properties: try object(#"{"b":2}"#), encoding: .utf8)
    #expect(same.metadata.version == 3 && same.metadata.modifiedAt == memo.metadata.modifiedAt)
  }

  @Test("edits that others make meanwhile stay, whichever comes first", arguments: 0..<3)
  func racing(stream: Int) async throws {
    var random = SeededGenerator(stream: 300 + UInt64(stream))
    let fixture = await Fixture()
    try await fixture.create("m", "")
    var (typed, size) = (0, 0)
    for round in 1...8 {
      let text = random.chance(50) ? "y" : Self.long
      async let long = update(fixture, text)
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        await Task.yield()
        try await fixture.type("x", into: "m")
        typed += 1
      }
      _ = try await long
      let memo = try await fixture.engine.memo(memoID("m"))
      #expect(memo.metadata.version == 1 + typed + round, "round \(round)")
      size += text.utf8.count
      #expect(memo.text.summary.utf8 == size + typed, "round \(round)")
      let records = fixture.journal.records.map(\.record.version)
      #expect(records == Array(1...memo.metadata.version).suffix(records.count))
    }
  }

  @Test("what was long is undone and brought back as it was")
  func undoing() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "old")
    _ = try await fixture.engine.flush(nil)
    try await update(fixture, Self.long)
    _ = try await fixture.engine.flush(nil)
    for (direction, text) in [(HistoryDirection.undo, "old"), (.redo, Self.long + "old"), (.undo, "old")] {
      let memo = try await fixture.engine.move(memoID("m"), direction, baseVersion: nil)
      #expect(memo.text.string == text)
    }
  }
}
