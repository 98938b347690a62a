import Dispatch
import JSON
import MemoModel
import MemoText
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

  @Test("is one for a renaming, from its preparation to its end")
  func renaming() async throws {
    let fixture = await Fixture()
    let (engine, store) = (fixture.engine, fixture.store)
    for (id, text) in [("m", "Old"), ("n", "[[Old]]")] { try await fixture.create(id, text) }
    let renaming = Renaming.memo(memoID("m"), title: "New", baseVersion: nil)
    let deadline = MemoEngine.endOfPatience
    try await engine.prepare(renaming, until: deadline)
    try await fixture.type("more ", into: "n")
    #expect(try await engine.rename(renaming, until: deadline).memos == 2)
    #expect(store.deadlines == Array(repeating: deadline, count: 4))
  }

  @Test("is one for what an import saves at once, and for what it records of that")
  func importing() async throws {
    let fixture = await Fixture()
    let deadline = MemoEngine.endOfPatience
    let draft = MemoDraft(id: memoID("m"), text: Rope("words"), properties: JSONObject(), createdAt: .now)
    _ = await fixture.engine.take([draft])
    try await fixture.engine.settle([memoID("m")], until: deadline)
    let record = ImportRecord(source: "/m.md", id: memoID("m"), digest: "d", text: Array("words".utf8))
    try await fixture.engine.note([record], until: deadline)
    #expect(fixture.store.deadlines == [deadline, deadline])
    #expect(try fixture.store.importRecord(of: "/m.md") != nil)
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
