import Dispatch
import MemoModel
import TestDoubles
import Testing

@testable import MemoEngine

@Suite("How long a request waits for a store that another program keeps locked")
struct PatienceTests {
  typealias Work = @Sendable (MemoEngine) async throws -> Void

  @Test(
    "is counted from the moment when it comes, whatever it waits for before",
    arguments: [
      { _ = try await $0.flush(nil) }, { _ = try await $0.flush(memoID("m")) },
      { _ = try await $0.move(memoID("m"), .undo, baseVersion: nil) },
    ] as [Work])
  func fromTheBeginning(work: @escaping Work) async throws {
    let fixture = await Fixture()
    let (engine, store) = (fixture.engine, fixture.store)
    try await fixture.create("m", "words")
    let gate = DispatchSemaphore(value: 0)
    store.hold(at: gate)
    async let autosave: Void = fixture.pass(500)
    await store.waitForWrite()
    // Not in the save that is under way.
    try await fixture.type("more ", into: "m")
    let request = Task { try await work(engine) }
    while await !engine.isWaitedFor { await Task.yield() }
    let latest = ContinuousClock.now + .seconds(5)
    store.hold(at: nil)
    gate.signal()
    try await request.value
    await autosave
    #expect(store.deadlines.count == 1 && store.deadlines.allSatisfy { $0 <= latest })
  }

  @Test("is one for all that it writes")
  func one() async throws {
    let fixture = await Fixture()
    _ = try await fixture.engine.daily()
    #expect(fixture.store.deadlines.count == 2 && Set(fixture.store.deadlines).count == 1)
  }

  @Test("does not bear on what is saved by itself")
  func autosave() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "words")
    await fixture.pass(500)
    #expect(fixture.saves == 1 && fixture.store.deadlines.isEmpty)
  }
}

extension MemoEngine {
  /// Whether somebody waits for a save that is under way.
  fileprivate var isWaitedFor: Bool { !saving.waiters.isEmpty }
}
