import Dispatch
import MemoEngine
import MemoModel
import MemoText
import Synchronization
import TestDoubles
import Testing

/// Renamings during which somebody types or reads.
@Suite("Renaming beside what goes on")
struct OvertakenRenamingTests {
  private func stored() async throws -> Fixture {
    let fixture = await Fixture()
    try await fixture.create("a", "Old\nx")
    try await fixture.create("b", "[[Old]]\nx")
    _ = try await fixture.engine.flush(nil)
    await fixture.store.waitForWrite()
    return fixture
  }

  private func type(_ text: String, into id: String, of fixture: Fixture) async throws {
    let place = TextPosition(line: 1, character: 0)
    _ = try await fixture.engine.updateMemo(
      memoID(id), baseVersion: nil, changes: [TextChange(range: TextRange(start: place, end: place), text: text)],
      properties: nil, encoding: .utf16)
  }

  @Test("what is typed before it is stored is saved first, so that undoing takes back the renaming alone")
  func patience() async throws {
    let fixture = try await stored()
    try await type("one ", into: "a", of: fixture)
    let gate = DispatchSemaphore(value: 0)
    fixture.store.hold(at: gate)
    async let renamed = fixture.engine.rename(.memo(memoID("a"), title: "New", baseVersion: nil))
    await fixture.store.waitForWrite()
    try await type("two ", into: "b", of: fixture)
    fixture.store.hold(at: nil)
    gate.signal()
    #expect(try await renamed.memos == 2)
    #expect(fixture.store.transactions.map(\.count) == [2, 1, 1, 2])
    #expect(fixture.store.text(memoID("b")) == "[[New]]\ntwo x")
    let undone = try await fixture.engine.move(memoID("b"), .undo, baseVersion: nil)
    #expect(undone.text.string == "[[Old]]\ntwo x")
  }

  @Test("whoever never stops typing is not waited for: the fifth time that is merged")
  func impatience() async throws {
    let fixture = try await stored()
    try await type("0 ", into: "b", of: fixture)
    let gate = DispatchSemaphore(value: 0)
    fixture.store.hold(at: gate)
    async let renamed = fixture.engine.rename(.memo(memoID("a"), title: "New", baseVersion: nil))
    for number in 1...6 {
      await fixture.store.waitForWrite()
      try await type("\(number) ", into: "b", of: fixture)
      if number == 6 { fixture.store.hold(at: nil) }
      gate.signal()
    }
    #expect(try await renamed.memos == 2)
    #expect(fixture.store.transactions.map(\.count) == [2, 1, 1, 1, 1, 1, 2])
    #expect(try await fixture.engine.memo(memoID("b")).text.string == "[[New]]\n6 5 4 3 2 1 0 x")
  }

  @Test("what is done ahead saves what is unsaved, so that little is left; where that is refused, it says so")
  func prepared() async throws {
    let fixture = try await stored()
    let renaming = Renaming.memo(memoID("a"), title: "New", baseVersion: 1)
    #expect(await fixture.engine.isNearlySaved)
    try await fixture.create("long", String(repeating: "word ", count: 1 << 18))
    #expect(await !fixture.engine.isNearlySaved)
    try await fixture.engine.prepare(renaming)
    #expect(await fixture.engine.isNearlySaved && fixture.store.transactions.map(\.count) == [2, 1])
    #expect(fixture.store.text(memoID("b")) == "[[Old]]\nx")
    try await type("one ", into: "a", of: fixture)
    await #expect(throws: EngineError.self) { try await fixture.engine.prepare(renaming) }
    #expect(fixture.store.transactions.count == 2)
    fixture.store.failNext([StoreError(.locked, "no")])
    await #expect(throws: EngineError.self) {
      try await fixture.engine.prepare(.tag("x", to: "y"))
    }
    #expect(await !fixture.engine.isNearlySaved)
  }

  @Test("what is typed into a long memo while that is done ahead is saved, too, but not for ever")
  func preparedAgain() async throws {
    let fixture = try await stored()
    try await fixture.create("long", "\n" + String(repeating: "word ", count: 1 << 18))
    let gate = DispatchSemaphore(value: 0)
    fixture.store.hold(at: gate)
    async let prepared: Void = fixture.engine.prepare(.memo(memoID("a"), title: "New", baseVersion: nil))
    for number in 1...4 {
      await fixture.store.waitForWrite()
      try await type("\(number) ", into: "long", of: fixture)
      if number == 4 { fixture.store.hold(at: nil) }
      gate.signal()
    }
    try await prepared
    #expect(fixture.store.transactions.count == 1 + 4)
    #expect(await !fixture.engine.isNearlySaved)
  }

  @Test("a memo that is being read meanwhile is read again")
  func reading() async throws {
    let here = try await stored()
    let there = await Fixture(on: here.store.shelf)
    await there.engine.expectExternalChanges()
    _ = try await there.engine.memo(memoID("a"))
    let (wasRead, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let reads = Mutex(0)
    there.store.observeReads {
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      // Only the first one comes before the change.
      guard number == 1 else { return }
      wasRead.continuation.yield()
      goOn.wait()
    }
    let fetch = Task { await there.engine.fetch(memoID("b")) { _ in } }
    for await _ in wasRead.stream { break }
    #expect(try await there.engine.rename(.memo(memoID("a"), title: "New", baseVersion: nil)).memos == 2)
    goOn.signal()
    await fetch.value
    let memo = try await there.engine.memo(memoID("b"))
    #expect(memo.text.string == "[[New]]\nx" && memo.metadata.version == 2)
  }

  @Test("a memo that has other versions here than in the store goes on from those", arguments: [false, true])
  func versions(isInMemory: Bool) async throws {
    let there = await Fixture()
    try await there.create("a", "Old")
    try await there.create("b", "[[Old]]")
    for _ in 0..<4 { try await there.type(" ", into: "b") }
    _ = try await there.engine.flush(nil)
    let here = await Fixture(configuration: EngineConfiguration(cacheBytes: 0), on: there.store.shelf)
    await here.engine.expectExternalChanges()
    _ = try await here.engine.memo(memoID("b"))
    _ = try await there.engine.destroyMemo(memoID("b"), baseVersion: nil)
    _ = try await there.engine.flush(nil)
    try await there.create("b", "[[old]]")
    _ = try await there.engine.flush(nil)
    await here.engine.pullExternalChanges()
    // What was used last stays in memory, and nothing else.
    _ = try await here.engine.memo(memoID(isInMemory ? "b" : "a"))
    let renaming = Renaming.memo(memoID("a"), title: "New", baseVersion: nil)
    #expect(try await here.engine.rename(renaming).memos == 2)
    #expect(here.events.others.filter { $0.hasPrefix("changed b") }.last == "changed b 6 7: [[old]] > [[New]]")
    await #expect(throws: EngineError.self) { try await here.type("x", into: "b", base: 6) }
    _ = try await here.engine.memo(memoID("b"))
    #expect(try await here.type("x", into: "b", base: 7).text.string == "x[[New]]")
    // The next one finds it as it was left.
    _ = try await here.engine.flush(nil)
    _ = try await here.engine.memo(memoID("a"))
    #expect(try await here.engine.rename(.memo(memoID("a"), title: "Newer", baseVersion: nil)).memos == 2)
    #expect(here.events.others.last { $0.hasPrefix("changed b") }?.hasPrefix("changed b 8 9: ") == true)
  }
}
