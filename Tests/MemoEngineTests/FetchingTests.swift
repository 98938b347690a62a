import Dispatch
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
}
