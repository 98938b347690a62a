import Foundation
import MemoEngine
import MemoModel
import Synchronization
import TestDoubles
import Testing

@Suite("Searches")
struct SearchTests {
  private func find(_ text: String, _ fixture: Fixture, trashed: Bool = false) async throws -> [String] {
    let page = try await fixture.engine.search().page(
      SearchQuery(reading: text, now: .now), trashed: trashed, after: nil, limit: 50)
    #expect(page.total == page.memos.count)
    return page.memos.map(\.listed.summary.metadata.id.description)
  }

  @Test("tags, pins and dates are asked of saved and unsaved memos alike", arguments: [false, true])
  func filters(isSaved: Bool) async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "tea", properties: #"{"tags":["Work","e\u0301t\u00e9"],"pinned":true}"#)
    await fixture.pass(86_400_000)
    try await fixture.create("b", "tea", properties: #"{"tags":["homework"],"pinned":false}"#)
    await fixture.pass(86_400_000)
    try await fixture.create("c", "work", properties: #"{"tag":"work","isPinned":true}"#)
    if isSaved { _ = try await fixture.engine.flush(nil) }
    for (query, expected) in [
      ("tag:work", ["a"]), ("tag:WORK tag:\u{E9}te\u{301}", ["a"]), ("tag:wor", []), ("pinned:true", ["a"]),
      ("pinned:false", ["c", "b"]), ("tea", ["b", "a"]), ("tea pinned:false", ["b"]), ("before:2000-01-02", ["a"]),
      ("after:2000-01-02", ["c", "b"]), ("after:2000-01-02 before:2000-01-03", ["b"]), ("pinned:true pinned:false", []),
      ("after:2000-01-02T00:00:00.001Z", ["c"]),
    ] {
      #expect(try await find(query, fixture) == expected, "\(query)")
    }
  }

  @Test("the store is read by the first search; later ones read what changed")
  func readOnce() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(cacheBytes: 0))
    for index in 0..<20 { try await fixture.create("m\(index)", "word \(index)") }
    _ = try await fixture.engine.flush(nil)
    let reads = Reads(fixture.store)
    #expect(reads.count == 0)
    #expect(try await find("nothing", fixture) == [])
    #expect(reads.count == 20)
    #expect(try await find("nothing", fixture) == [])
    #expect(reads.count == 20)
    try await fixture.type("nothing", into: "m7")
    #expect(try await find("nothing", fixture) == ["m7"])
    #expect(reads.count == 20, "unsaved, it is not read")
    _ = try await fixture.engine.flush(nil)
    // Once for the index and once for the page.
    #expect(try await find("nothing", fixture) == ["m7"])
    #expect(reads.count == 22)
  }

  @Test("a search that is cancelled stops reading, and the next one goes on where it stopped")
  func cancelled() async throws {
    let fixture = await Fixture()
    for index in 0..<100 { try await fixture.create("m\(index)", "word") }
    _ = try await fixture.engine.flush(nil)
    let search = await fixture.engine.search()
    let query = try SearchQuery(reading: "word", now: .now)
    let running = Mutex<Task<SearchPage, any Error>?>(nil)
    let reads = Reads(fixture.store) { count in
      if count == 10 { running.withLock { $0?.cancel() } }
    }
    // Held until the task that is to be cancelled is known.
    let task = running.withLock { running in
      let task = Task { try await search.page(query, trashed: false, after: nil, limit: 50) }
      running = task
      return task
    }
    await #expect(throws: EngineError.self) { try await task.value }
    #expect(reads.count == 10)
    #expect(try await find("nothing", fixture) == [])
    #expect(reads.count == 100)
  }

  @Test("a search that was cancelled before its turn reads nothing")
  func cancelledBefore() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "word")
    _ = try await fixture.engine.flush(nil)
    let reads = Reads(fixture.store)
    let search = await fixture.engine.search()
    let query = try SearchQuery(reading: "word", now: .now)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await search.page(query, trashed: false, after: nil, limit: 50)
    }
    await #expect(throws: EngineError.self) { try await task.value }
    #expect(reads.count == 0)
  }

  @Test("a search sees no change that came after it was asked for")
  func snapshot() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "before")
    let search = await fixture.engine.search()
    try await fixture.type("after ", into: "m")
    for (word, total) in [("before", 1), ("after", 0)] {
      let page = try await search.page(SearchQuery(reading: word, now: .now), trashed: false, after: nil, limit: 5)
      #expect(page.total == total)
    }
  }

  @Test("many saves of a memo leave one text of it in the index")
  func compacting() async throws {
    let fixture = await Fixture()
    try await fixture.create("other", "other")
    try await fixture.create("m")
    for index in 0..<200 {
      try await fixture.type("<\(index)>", into: "m")
      _ = try await fixture.engine.flush(nil)
      #expect(try await find("<\(index)>", fixture) == ["m"])
      #expect(try await find("other", fixture) == ["other"])
    }
  }

  @Test("a memo of a megabyte is found by its last word, with its place")
  func long() async throws {
    let fixture = await Fixture()
    let text = String(repeating: "lorem ipsum\n", count: 100_000) + "the END"
    try await fixture.create("m", text)
    _ = try await fixture.engine.flush(nil)
    let page = try await fixture.engine.search().page(
      SearchQuery(reading: "end", now: .now), trashed: false, after: nil, limit: 5)
    #expect(page.memos.map(\.matches) == [[(text.utf8.count - 3)..<text.utf8.count]])
  }
}

/// Counts the memos that snapshots of a store hand over.
private final class Reads: Sendable {
  private let number = Mutex(0)

  init(_ store: TestStore, at body: @escaping @Sendable (Int) -> Void = { _ in }) {
    store.observeSnapshots { [self] _ in
      body(
        number.withLock { number in
          number += 1
          return number
        })
    }
  }

  var count: Int { number.withLock { $0 } }
}
