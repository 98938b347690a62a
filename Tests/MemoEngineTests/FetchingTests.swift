import Dispatch
import JSON
import MemoEngine
import MemoModel
import Synchronization
import TestDoubles
import Testing

@Suite("Memos that are read away from the executor")
struct FetchingTests {
  @Test("one that another process changes or destroys meanwhile is read again", arguments: [false, true])
  func changedMeanwhile(isDestroyed: Bool) async throws {
    let here = await Fixture()
    try await here.create("m", "old")
    _ = try await here.engine.flush(nil)
    let there = await Fixture(on: here.store.shelf)
    await there.engine.expectExternalChanges()
    let (wasRead, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let reads = Mutex(0)
    there.store.observeReads {
      // Only the first one comes before the change.
      guard
        reads.withLock({
          $0 += 1; return $0
        }) == 1
      else { return }
      wasRead.continuation.yield()
      goOn.wait()
    }
    let fetched = Mutex<Result<MemoSnapshot, EngineError>?>(nil)
    let fetch = Task {
      await there.engine.fetch(memoID("m")) { engine in
        let memo = Result { () throws(EngineError) in try engine.memo(memoID("m")) }
        fetched.withLock { $0 = memo }
      }
    }
    for await _ in wasRead.stream { break }
    if isDestroyed {
      _ = try await here.engine.destroyMemo(memoID("m"), baseVersion: nil)
    } else {
      try await here.type("new ", into: "m")
    }
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    goOn.signal()
    await fetch.value
    let memo = fetched.withLock(\.self)
    #expect(there.events.others == (isDestroyed ? ["deleted m for good"] : ["changed m 1 2"]))
    if isDestroyed {
      #expect(throws: EngineError.self) { try memo?.get() }
    } else {
      #expect(try memo?.get().text.string == "new old" && memo?.get().metadata.version == 2)
      #expect(reads.withLock(\.self) == 2)
    }
  }

  /// Holds up the nth read from a store until it is told to go on.
  private func hold(_ number: Int, of store: TestStore) -> (wasRead: AsyncStream<Void>, goOn: DispatchSemaphore) {
    let (wasRead, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let reads = Mutex(0)
    store.observeReads {
      let count = reads.withLock { reads in
        reads += 1
        return reads
      }
      guard count == number else { return }
      wasRead.continuation.yield()
      goOn.wait()
    }
    return (wasRead.stream, goOn)
  }

  @Test(
    "one that is saved and leaves memory meanwhile is as it was saved",
    arguments: [(nil, "new"), ("old", "newold"), ("old", nil)] as [(String?, String?)])
  func savedMeanwhile(before: String?, after: String?) async throws {
    let shelf = TestStore.Shelf()
    if let before {
      let earlier = await Fixture(on: shelf)
      try await earlier.create("m", before)
      _ = try await earlier.engine.flush(nil)
    }
    let fixture = await Fixture(configuration: EngineConfiguration(cacheBytes: 0), on: shelf)
    await fixture.engine.expectExternalChanges()
    let (wasRead, goOn) = hold(1, of: fixture.store)
    let fetched = Mutex<String?>("")
    let fetch = Task {
      await fixture.engine.fetch(memoID("m")) { engine in
        let memo = try? engine.memo(memoID("m"))
        fetched.withLock { $0 = memo?.text.string }
      }
    }
    for await _ in wasRead { break }
    if before == nil { try await fixture.create("m") }
    if after == nil {
      _ = try await fixture.engine.destroyMemo(memoID("m"), baseVersion: nil)
    } else {
      try await fixture.type("new", into: "m")
    }
    try await fixture.create("last")
    _ = try await fixture.engine.flush(nil)
    goOn.signal()
    await fetch.value
    #expect(fetched.withLock(\.self) == after)
  }

  @Test("one that is at hand is not read once more: that might have to wait by then", arguments: [true, false])
  func readWhenLookedFor(isThere: Bool) async throws {
    let here = await Fixture()
    if isThere { try await here.create("m", "text") }
    _ = try await here.engine.flush(nil)
    let there = await Fixture(on: here.store.shelf)
    await there.engine.expectExternalChanges()
    let (isAtHand, reads, text) = await there.engine.inOneTurn { [store = there.store] engine in
      let isAtHand = engine.isAtHand(memoID("m"))
      let before = store.reads
      let text = try? engine.memo(memoID("m")).text.string
      return (isAtHand, store.reads - before, text)
    }
    #expect(isAtHand && reads == 0 && text == (isThere ? "text" : nil))
  }

  @Test("that one is not there is known for one turn only: another process may make it then")
  func absentForATurn() async throws {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    await there.engine.expectExternalChanges()
    #expect(await there.engine.isAtHand(memoID("m")))
    try await here.create("m", "text")
    _ = try await here.engine.flush(nil)
    while (try? await there.engine.memo(memoID("m"))) == nil { await Task.yield() }
  }

  @Test("one that is imported twice at a time is made once, and the journal by itself says what was saved")
  func importedTwice() async throws {
    let fixture = await Fixture(journalForgets: false)
    await fixture.engine.expectExternalChanges()
    let draft = MemoDraft(
      id: memoID("m"), text: Rope("x"), properties: JSONObject(), createdAt: Timestamp(millisecondsSince1970: 1))
    let (wasRead, goOn) = hold(2, of: fixture.store)
    #expect(await fixture.engine.take([draft]).made == [true])
    async let again = fixture.engine.take([draft])
    for await _ in wasRead { break }
    try await fixture.engine.settle([memoID("m")])
    goOn.signal()
    #expect(await again.made == [false])
    _ = try await fixture.engine.flush(nil)
    let replayed = TestStore()
    #expect(try Recovery.run([fixture.journal.orphan()], into: replayed).journalsSetAside == 0)
    #expect(replayed.text(memoID("m")) == "x")
  }
}

extension MemoEngine {
  /// Runs a body without a pause.
  fileprivate func inOneTurn<Value: Sendable>(_ body: @Sendable (isolated MemoEngine) -> Value) -> Value { body(self) }
}
