import Dispatch
import MemoEngine
import MemoModel
import MemoText
import Synchronization
import TestDoubles
import Testing

/// Renamings that typing and reading come in between of.
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

  @Test("who never stops typing is not waited for: the fifth time that is merged")
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
}
