import Dispatch
import MemoModel
import Synchronization
import TestDoubles
import Testing

@testable import MemoEngine

/// Two memos that link to a third one. Each gets a word at the moment when the store is read, first the one and then
/// the other, of which only the latter is saved: whoever sees its word must see the other's.
private final class TwoWords: Sendable {
  let fixture: Fixture
  private let left: Mutex<Int>

  /// - Parameter times: how often that happens.
  init(times: Int) async throws {
    fixture = await Fixture()
    for (id, text) in [("a", "[[c]]"), ("b", "[[c]]"), ("c", "c")] { try await fixture.create(id, text) }
    _ = try await fixture.engine.flush(nil)
    left = Mutex(times)
  }

  func edit() {
    let isLeft = left.withLock { left in
      left -= 1
      return left >= 0
    }
    guard isLeft else { return }
    let isDone = DispatchSemaphore(value: 0)
    Task { [engine = fixture.engine, fixture] in
      for id in ["a", "b"] { try await fixture.type("x", into: id) }
      let saving = Task { try await engine.flush(memoID("b")) }
      // A save that the reader keeps waiting comes after it.
      while await !engine.hasSavedOrWaits(memoID("b")) { await Task.yield() }
      isDone.signal()
      _ = try await saving.value
    }
    isDone.wait()
  }
}

@Suite("What is read beside saves", .timeLimit(.minutes(10)))
struct MomentTests {
  @Test("a list is of one moment, however often others come in between", arguments: [1, 2, 20])
  func list(times: Int) async throws {
    let words = try await TwoWords(times: times)
    let engine = words.fixture.engine
    words.fixture.store.observeLists { words.edit() }
    let query = ListQuery(sort: .created, order: .ascending, trashed: false, after: nil, limit: 2)
    let seen = try await engine.list(for: query).page(query).memos.map(\.summary.displayTitle)
    #expect(seen.count == 2 && seen[0] == seen[1], "\(seen)")
  }

  @Test("backlinks are of one moment, however often others come in between", arguments: [1, 2, 20])
  func backlinks(times: Int) async throws {
    let words = try await TwoWords(times: times)
    words.fixture.store.observeBacklinks { words.edit() }
    let page = try await words.fixture.engine.links().backlinks(of: memoID("c"), after: nil, limit: 9)
    let seen = page.memos.map(\.text.string)
    #expect(seen.count == 2 && seen[0] == seen[1], "\(seen)")
  }

  @Test("figures of the engine and of the store are of one moment")
  func statistics() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    let isFirst = Mutex(true)
    try await fixture.create("a", "words")
    fixture.store.observeLists {
      guard isFirst.withLock({ $0 }) else { return }
      isFirst.withLock { $0 = false }
      let isDone = DispatchSemaphore(value: 0)
      Task {
        _ = try await engine.flush(nil)
        isDone.signal()
      }
      isDone.wait()
    }
    let statistics = try await engine.statistics()
    #expect(statistics.store.memos == 1 && statistics.memosUnsaved == 0 && statistics.counters.memosWritten == 1)
  }
}

extension MemoEngine {
  /// Whether a memo is saved, or somebody waits for a save that is under way.
  fileprivate func hasSavedOrWaits(_ id: MemoID) -> Bool { !unsavedMemos.contains(id) || !saving.waiters.isEmpty }
}
