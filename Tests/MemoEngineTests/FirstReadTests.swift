import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

@Suite("What another process saves right behind the first read")
struct FirstReadTests {
  /// Reads from an engine that has read nothing before.
  struct Read: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let go: @Sendable (MemoEngine) async throws -> Void

    init(_ description: String, _ go: @escaping @Sendable (MemoEngine) async throws -> Void) {
      (testDescription, self.go) = (description, go)
    }
  }

  private static let reads = [
    Read("a list") { _ = try await $0.list(for: .newest).page(.newest) },
    Read("a list at hand") { _ = await $0.list(for: .newest).pageAtHand(.newest) },
    Read("a listing") { _ = try await $0.listing().page(.newest) },
    Read("a memo of a listing") { _ = try await $0.listing().reader.memo(memoID("a")) },
    Read("a file of a listing") { _ = try await $0.listing().reader.files(of: [memoID("a")]) },
    Read("whether a listing has a memo") { _ = try await $0.listing().reader.contains(memoID("b")) },
    Read("a search") {
      let query = try SearchQuery(reading: "words", now: .now, in: .utc)
      _ = try await $0.search().page(query, trashed: false, after: nil, limit: 10)
    },
    Read("tags") { _ = try await $0.links().tags(prefix: nil, after: nil, limit: 10) },
    Read("backlinks") { _ = try await $0.links().backlinks(of: memoID("a"), after: nil, limit: 10) },
    Read("memos without links") { _ = try await $0.links().linked(.orphans, after: nil, limit: 10) },
    Read("a completion") { _ = try await $0.links().complete(.link, query: "", in: nil, limit: 10) },
    Read("figures") { _ = try await $0.statistics() },
    Read("a memo") { _ = try await $0.snapshot(memoID("a")) },
  ]

  @Test("is told, whatever was read", arguments: reads)
  func told(read: Read) async throws {
    let here = await Fixture()
    try await here.create("a", "words #tag")
    _ = try await here.engine.flush(nil)
    let there = await Fixture(on: here.store.shelf)
    try await read.go(there.engine)
    try await here.create("b")
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    #expect(there.events.others == ["created b"])
  }

  @Test("is no news where nothing was read")
  func unread() async throws {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("b")
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    #expect(there.events.others == [])
  }
}
