import Dispatch
import MemoModel
import TestDoubles
import Testing

@testable import MemoEngine

extension MemoEngine {
  /// The number of callers who wait for a transaction to end.
  fileprivate var waiting: Int { saving.waiters.count }
}

@Suite("Autosave")
struct AutosaveTests {
  @Test("a memo is saved when the idle delay has passed since the last change, and not a millisecond before")
  func idle() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    await fixture.pass(400)
    try await fixture.type("x", into: "a")
    await fixture.pass(499)
    #expect(fixture.saves == 0)
    await fixture.pass(1)
    #expect(fixture.saves == 1)
    #expect(fixture.store.text(memoID("a")) == "x")
  }

  @Test("a memo that keeps changing is saved when the maximum delay has passed since the first unsaved change")
  func maximum() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    for _ in 0..<19 {
      await fixture.pass(100)
      try await fixture.type("x", into: "a")
    }
    await fixture.pass(99)
    #expect(fixture.saves == 0)
    await fixture.pass(1)
    #expect(fixture.saves == 1)
  }

  @Test("the delays are those that were asked for", arguments: [(1, 1), (50, 70), (500, 100), (0, 0)])
  func configured(idle: Int, maximum: Int) async throws {
    let delays = AutosaveDelays(idle: .milliseconds(idle), maximum: .milliseconds(maximum))
    let fixture = await Fixture(configuration: EngineConfiguration(autosave: delays))
    try await fixture.create("a")
    let due = min(idle, maximum)
    if due > 0 {
      await fixture.pass(due - 1)
      #expect(fixture.saves == 0)
    }
    await fixture.pass(1)
    #expect(fixture.saves == 1)
  }

  @Test("a thousand keystrokes within the delay of each other are one save")
  func burst() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    for _ in 0..<1000 {
      await fixture.pass(1)
      try await fixture.type("x", into: "a")
    }
    await fixture.pass(10_000)
    #expect(fixture.saves == 1)
    #expect(fixture.store.version(memoID("a")) == 1001)
    #expect(fixture.events.saved == ["a 1001"])
  }

  @Test("all memos that are due go into one transaction, and the others wait for their own time")
  func together() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    try await fixture.create("b")
    await fixture.pass(300)
    try await fixture.create("c")
    await fixture.pass(200)
    #expect(fixture.store.transactions.map(\.count) == [2])
    await fixture.pass(300)
    #expect(fixture.store.transactions.map(\.count) == [2, 1])
  }

  @Test("what is typed while a save is under way neither waits for it nor is lost")
  func duringSave() async throws {
    let fixture = await Fixture()
    let gate = DispatchSemaphore(value: 0)
    try await fixture.create("a", "one")
    fixture.store.hold(at: gate)
    async let flushed = fixture.engine.flush(nil)
    await fixture.store.waitForWrite()
    let memo = try await fixture.type("two ", into: "a")
    #expect(memo.metadata.version == 2 && !memo.isSaved)
    fixture.store.hold(at: nil)
    gate.signal()
    #expect(try await flushed == 1)
    #expect(fixture.store.text(memoID("a")) == "one")
    #expect(fixture.journal.records.map(\.sequence) == [2], "the journal has it still")
    await fixture.pass(500)
    #expect(fixture.store.text(memoID("a")) == "two one")
    #expect(fixture.events.saved == ["a 1", "a 2"])
  }

  @Test("a failed save is tried again after half a second, doubling to half a minute, and then all is there")
  func retries() async throws {
    let fixture = await Fixture()
    fixture.store.failNext(Array(repeating: StoreError(.full, "full"), count: 9))
    try await fixture.create("a", "kept")
    await fixture.pass(500)
    #expect(fixture.events.retries == [.milliseconds(500)])
    await fixture.pass(499)
    #expect(fixture.events.retries.count == 1)
    await fixture.pass(1)
    await fixture.pass(1000 + 2000 + 4000 + 8000 + 16000 + 30000)
    let delays = [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000].map(Duration.milliseconds)
    #expect(fixture.events.retries == delays)
    await fixture.pass(30000)
    #expect(fixture.events.retries == delays + [.seconds(30)] && fixture.saves == 0)
    await fixture.pass(30000)
    #expect(fixture.saves == 1 && fixture.store.text(memoID("a")) == "kept")
  }

  @Test("while saves fail, typing does not make the store be tried more often")
  func noHammering() async throws {
    let fixture = await Fixture()
    fixture.store.failNext(Array(repeating: StoreError(.full, "full"), count: 3))
    try await fixture.create("a")
    await fixture.pass(500)
    for number in 0..<9 {
      await fixture.pass(100)
      try await fixture.type("x", into: "a")
      try await fixture.create("b\(number)")
    }
    // The attempts at 500 ms and 1,000 ms, each told for every memo there was.
    #expect(Set(fixture.events.retries) == [.milliseconds(500), .seconds(1)])
  }

  @Test(
    "after a save that worked, what failed before is forgotten: delays are as ever, and the next failure is a first one"
  )
  func afterFailures() async throws {
    let fixture = await Fixture()
    let full = StoreError(.full, "full")
    fixture.store.failNext([full, full])
    try await fixture.create("a")
    await fixture.pass(500 + 500 + 1000)
    #expect(fixture.saves == 1 && fixture.events.retries == [.milliseconds(500), .seconds(1)])
    try await fixture.type("x", into: "a")
    await fixture.pass(499)
    #expect(fixture.saves == 1, "it waits for its delay again")
    fixture.store.failNext([full])
    await fixture.pass(1)
    #expect(fixture.events.retries.last == .milliseconds(500))
    await fixture.pass(500)
    #expect(fixture.saves == 2)
  }

  @Test("what falls due before the alarm that was set is saved when it falls due")
  func earlierThanTheAlarm() async throws {
    let fixture = await Fixture()
    fixture.store.failNext(Array(repeating: StoreError(.full, "full"), count: 6))
    try await fixture.create("a")
    await fixture.pass(500 + 500 + 1000 + 2000 + 4000 + 8000)
    #expect(fixture.events.retries.last == .seconds(16))
    _ = try await fixture.engine.flush(nil)
    #expect(fixture.saves == 1)
    try await fixture.type("x", into: "a")
    await fixture.pass(500)
    #expect(fixture.saves == 2)
  }

  @Test("an alarm saves what is due, and nothing that is not")
  func onlyWhatIsDue() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    await fixture.pass(300)
    try await fixture.create("b")
    await fixture.pass(200)
    #expect(fixture.events.saved == ["a 1"])
    await fixture.pass(299)
    #expect(fixture.saves == 1)
    await fixture.pass(1)
    #expect(fixture.events.saved == ["a 1", "b 1"])
  }

  @Test("a flush saves now, tells how many memos it wrote, and leaves nothing to do")
  func flush() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    try await fixture.create("b")
    #expect(try await fixture.engine.flush(memoID("a")) == 1)
    #expect(try await fixture.engine.flush(nil) == 1)
    #expect(try await fixture.engine.flush(nil) == 0)
    await fixture.pass(10_000)
    #expect(fixture.saves == 2)
  }

  @Test("a flush that fails says so, and the memo is saved later all the same")
  func failedFlush() async throws {
    let fixture = await Fixture()
    fixture.store.failNext([StoreError(.io, "broken")])
    try await fixture.create("a", "kept")
    await #expect(throws: EngineError.self) { try await fixture.engine.flush(nil) }
    await fixture.pass(500)
    #expect(fixture.store.text(memoID("a")) == "kept")
  }

  @Test("many memos are saved in several transactions, and whoever waits for the store comes in between")
  func portions() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    for index in 0..<600 { try await fixture.create("m\(index)") }
    let gate = DispatchSemaphore(value: 0)
    fixture.store.hold(at: gate)
    async let all = engine.flush(nil)
    await fixture.store.waitForWrite()
    try await fixture.create("late")
    async let one = engine.flush(memoID("late"))
    while await engine.waiting == 0 { await Task.yield() }
    fixture.store.hold(at: nil)
    gate.signal()
    #expect(try await one == 1)
    #expect(try await all == 600)
    let transactions = fixture.store.transactions
    #expect(transactions.allSatisfy { $0.count <= 256 })
    #expect(transactions.firstIndex { $0.contains { $0.id == memoID("late") } } == 1)
    #expect(try await engine.statistics().memosUnsaved == 0)
  }

  @Test("if the store fails, all that fell due are told to be unsaved, tried or not, and are saved later")
  func failedPortions() async throws {
    let fixture = await Fixture()
    let ids = (0..<600).map { "m\($0)" }
    for id in ids { try await fixture.create(id) }
    fixture.store.failNext([StoreError(.locked, "locked")])
    await fixture.pass(500)
    var failed: [String] = []
    for event in fixture.events.all {
      switch event {
      case .saveFailed(let id, 1, _, .milliseconds(500)): failed.append(id.description)
      case .saveAttemptFailed(let memos, _, _): #expect(memos == 600)
      default: break
      }
    }
    #expect(Set(failed) == Set(ids) && failed.count == ids.count && fixture.saves == 0)
    await fixture.pass(500)
    #expect(fixture.events.saved.count == 600)
    #expect(fixture.journal.records.isEmpty)
  }

  @Test("flushes that come together are all answered, and nothing is written twice")
  func concurrentFlushes() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    let engine = fixture.engine
    let written = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await engine.flush(nil) } }
      return try await group.reduce(0, +)
    }
    #expect(written == 1 && fixture.saves == 1)
  }

  @Test("only a text that changed is written again")
  func unchangedText() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "long text")
    _ = try await fixture.engine.flush(nil)
    _ = try await fixture.engine.trashMemo(memoID("a"), baseVersion: nil)
    _ = try await fixture.engine.flush(nil)
    #expect(fixture.store.textsWritten == 1)
    #expect(fixture.store.text(memoID("a")) == "long text")
  }

  @Test("a memo destroyed while it is being saved does not come back")
  func destroyedDuringSave() async throws {
    let fixture = await Fixture()
    let gate = DispatchSemaphore(value: 0)
    try await fixture.create("a")
    fixture.store.hold(at: gate)
    async let flushed = fixture.engine.flush(nil)
    await fixture.store.waitForWrite()
    _ = try await fixture.engine.destroyMemo(memoID("a"), baseVersion: nil)
    try await fixture.create("a", "another")
    fixture.store.hold(at: nil)
    gate.signal()
    _ = try await flushed
    #expect(try await fixture.engine.memo(memoID("a")).text.string == "another")
    await fixture.pass(2000)
    #expect(fixture.store.text(memoID("a")) == "another")
    _ = try await fixture.engine.destroyMemo(memoID("a"), baseVersion: nil)
    await fixture.pass(2000)
    #expect(fixture.store.text(memoID("a")) == nil)
  }

  @Test("a memo made and destroyed between two saves is never written")
  func shortLived() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    _ = try await fixture.engine.destroyMemo(memoID("a"), baseVersion: nil)
    await fixture.pass(10_000)
    #expect(fixture.saves == 0)
    #expect(try await fixture.engine.statistics().memosUnsaved == 0)
  }

  @Test("the alarm itself wakes the engine: moving the clock alone saves")
  func alarm() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    fixture.clock.move(to: fixture.clock.now.advanced(by: .milliseconds(500)))
    await fixture.store.waitForWrite()
  }

  @Test("flushes that wait together share one attempt, and its failure")
  func sharedFailure() async throws {
    let fixture = await Fixture()
    let gate = DispatchSemaphore(value: 0)
    try await fixture.create("a")
    fixture.store.hold(at: gate)
    async let first = try? fixture.engine.flush(nil)
    await fixture.store.waitForWrite()
    try await fixture.type("x", into: "a")
    let engine = fixture.engine
    async let failures = withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 { group.addTask { (try? await engine.flush(nil)) == nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    while await engine.waiting < 20 { await Task.yield() }
    fixture.store.failNext(Array(repeating: StoreError(.locked, "locked"), count: 30))
    fixture.store.hold(at: nil)
    gate.signal()
    #expect(await first == nil)
    #expect(await failures == 20)
    // The attempt under way, and one for all who waited.
    #expect(fixture.events.retries.count == 2)
  }

  @Test("time moved while a save is under way still does all that falls due")
  func advanceDuringSave() async throws {
    let fixture = await Fixture()
    let gate = DispatchSemaphore(value: 0)
    try await fixture.create("a")
    fixture.store.hold(at: gate)
    async let flushed = fixture.engine.flush(nil)
    await fixture.store.waitForWrite()
    try await fixture.type("x", into: "a")
    async let passed: Void = fixture.pass(5000)
    fixture.store.hold(at: nil)
    gate.signal()
    _ = try await flushed
    await passed
    #expect(fixture.store.text(memoID("a")) == "x")
  }
}
