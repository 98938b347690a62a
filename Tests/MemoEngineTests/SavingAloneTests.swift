import MemoModel
import TestDoubles
import Testing

@testable import MemoEngine

/// A memo that the store refuses, whatever it takes of others.
@Suite("Saving beside a memo that can't be saved")
struct SavingAloneTests {
  private let refusal = StoreError(.other, "it is too large")

  /// An engine with these memos, of which the store refuses some.
  private func fixture(_ ids: [String], refusing refused: [String]) async throws -> Fixture {
    let fixture = await Fixture()
    fixture.store.refuse(Dictionary(uniqueKeysWithValues: refused.map { (memoID($0), refusal) }))
    for id in ids { try await fixture.create(id, id) }
    return fixture
  }

  @Test("the others are saved, and their later saves are whole transactions at their own time")
  func others() async throws {
    let fixture = try await fixture(["a", "b", "c", "d", "e"], refusing: ["b"])
    await fixture.pass(500)
    #expect(Set(fixture.events.saved) == ["a 1", "c 1", "d 1", "e 1"])
    #expect(fixture.events.retries == [.milliseconds(500)])
    let writes = fixture.saves
    await fixture.pass(100)
    try await fixture.type("x", into: "a")
    try await fixture.type("x", into: "c")
    await fixture.pass(499)
    #expect(fixture.saves == writes && fixture.events.retries == [.milliseconds(500), .seconds(1)])
    await fixture.pass(1)
    #expect(fixture.store.transactions.last?.count == 2 && fixture.saves == writes + 1)
    #expect(fixture.events.retries.count == 2)
  }

  @Test("it is tried again by itself after twice as long each time, and saved once that works, and then as ever")
  func retried() async throws {
    let fixture = try await fixture(["a", "b"], refusing: ["b"])
    await fixture.pass(500 + 500 + 1000)
    try await fixture.type("x", into: "b")
    await fixture.pass(1999)
    #expect(fixture.events.retries == [500, 1000, 2000].map(Duration.milliseconds))
    fixture.store.refuse([:])
    await fixture.pass(1)
    #expect(fixture.store.text(memoID("b")) == "xb")
    try await fixture.type("y", into: "b")
    await fixture.pass(500)
    #expect(fixture.store.text(memoID("b")) == "yxb")
  }

  @Test("whoever flushes another memo is told that it is saved, whoever flushes it or all is told that it is not")
  func flushed() async throws {
    let fixture = try await fixture(["a", "b"], refusing: ["b"])
    #expect(try await fixture.engine.flush(memoID("a")) == 1)
    try await fixture.type("x", into: "a")
    await #expect(throws: EngineError.self) { try await fixture.engine.flush(nil) }
    #expect(fixture.store.text(memoID("a")) == "xa")
    await #expect(throws: EngineError.self) { try await fixture.engine.flush(memoID("b")) }
    #expect(try await fixture.engine.flush(memoID("a")) == 0)
  }

  @Test("what keeps a store from taking anything is no memo's fault: none is tried by itself")
  func store() async throws {
    for reason in StoreError.Reason.allCases where !reason.mayBeOneMemos {
      let fixture = try await fixture(["a", "b"], refusing: [])
      fixture.store.failNext([StoreError(reason, "no")])
      await fixture.pass(500)
      #expect(fixture.saves == 0, "\(reason)")
      try await fixture.create("c")
      await fixture.pass(500)
      #expect(fixture.store.transactions.map(\.count) == [3], "\(reason)")
    }
  }

  @Test("many of them are found a few at a time, and then all others are saved")
  func many() async throws {
    let (good, bad) = ((0..<40).map { "good\($0)" }, (0..<40).map { "bad\($0)" })
    let fixture = try await fixture(good + bad, refusing: bad)
    await fixture.pass(500 + 500 + 1000 + 2000)
    #expect(Set(fixture.events.saved) == Set(good.map { "\($0) 1" }))
  }

  @Test("a memo is not stored without the copy of what it was merged with, nor the copy without it")
  func copies() async throws {
    let here = await Fixture()
    try await here.create("a", "one")
    try await here.create("b", "two")
    _ = try await here.engine.flush(nil)
    let there = await Fixture(on: here.store.shelf)
    try await there.type("there", into: "a", at: 0..<3)
    _ = try await there.engine.flush(nil)
    try await here.type("here", into: "a", at: 0..<3)
    try await here.type("here", into: "b", at: 0..<3)
    // The first round finds that it was changed elsewhere; the second one, with the copy, is refused.
    here.store.refuse([memoID("b"): refusal])
    await here.pass(500)
    #expect(here.store.text(memoID("a")) == "here")
    let copied = here.store.transactions.map { $0.map(\.id) }.filter { $0.contains(memoID("a")) }.last
    #expect(copied?.count == 2)
  }

  @Test("what an ended process left of it is set aside, and all else is brought back")
  func recovery() async throws {
    let fixture = try await fixture(["a", "b", "c"], refusing: ["b"])
    try await fixture.type("x", into: "b")
    let report = try Recovery.run([fixture.journal.orphan()], into: fixture.store)
    #expect(report == Recovery.Report(memos: 2, changes: 2, journalsSetAside: 1) && fixture.journal.isAside)
    #expect(fixture.store.text(memoID("a")) == "a" && fixture.store.text(memoID("c")) == "c")
    #expect(fixture.store.text(memoID("b")) == nil)
  }

  @Test("what fails once while it is brought back is tried again, and no journal is set aside")
  func interruption() async throws {
    let fixture = try await fixture(["a"], refusing: [])
    fixture.store.failNext([refusal])
    let report = try Recovery.run([fixture.journal.orphan()], into: fixture.store)
    #expect(report == Recovery.Report(memos: 1, changes: 1) && !fixture.journal.isAside)
    #expect(fixture.store.text(memoID("a")) == "a")
  }

  @Test(
    "what is typed into it for a long time takes no more of the journal than it says now, and is brought back",
    arguments: [true, false])
  func journal(isStored: Bool) async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(journalBytes: 20))
    for id in ["a", "b", "c"] { try await fixture.create(id, id) }
    _ = isStored ? try await fixture.engine.flush(nil) : 0
    fixture.store.refuse([memoID("b"): refusal, memoID("c"): refusal])
    _ = try await fixture.engine.destroyMemo(memoID("c"), baseVersion: nil)
    var longest = 0
    for number in 1...100 {
      for digit in 0...9 { try await fixture.type("\(digit)", into: "b", at: 0..<1) }
      try await fixture.type("y", into: "a")
      await fixture.pass(30_000)
      longest = max(longest, fixture.journal.records.count)
      #expect(fixture.store.text(memoID("a"))?.count == number + 1)
    }
    // In each round it has 11 more, and it is long from 20 on.
    #expect(longest < 60, "\(longest)")
    try await fixture.type("z", into: "b")
    let report = try Recovery.run(
      [KeptOrphan(id: fixture.journal.id, records: fixture.journal.records)],
      into: {
        fixture.store.refuse([:])
        return fixture.store
      }())
    #expect(report.copies == 0 && report.journalsSetAside == 0)
    #expect(fixture.store.text(memoID("b")) == "z9")
    #expect(fixture.store.text(memoID("c")) == nil)
  }

  @Test("what was recorded anew is brought back also where all that led there is still in the journal")
  func recordedAnew() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(journalBytes: 1), journalForgets: false)
    for id in ["a", "b"] { try await fixture.create(id, id) }
    _ = try await fixture.engine.flush(nil)
    fixture.store.failNext(Array(repeating: StoreError(.locked, "no"), count: 3))
    try await fixture.create("c", "c")
    _ = try await fixture.engine.destroyMemo(memoID("b"), baseVersion: nil)
    for number in 0..<3 {
      for id in ["a", "c"] { try await fixture.type("\(number)", into: id) }
      await #expect(throws: EngineError.self) { try await fixture.engine.flush(nil) }
    }
    try await fixture.type("3", into: "a")
    #expect(fixture.journal.records.count > 2 + 3 + 6 + 1)
    let report = try Recovery.run([fixture.journal.orphan()], into: fixture.store)
    #expect(report.copies == 0 && report.journalsSetAside == 0)
    let texts = ["a", "b", "c"].map { fixture.store.text(memoID($0)) }
    #expect(texts == ["3210a", nil, "210c"])
  }

  @Test("where a store takes nothing at all no journal is set aside")
  func unwritable() async throws {
    let fixture = try await fixture(["a", "b"], refusing: [])
    fixture.store.failNext(Array(repeating: refusal, count: 9))
    #expect(throws: StoreError.self) { try Recovery.run([fixture.journal.orphan()], into: fixture.store) }
    #expect(!fixture.journal.isAside && fixture.journal.records.count == 2)
  }
}
