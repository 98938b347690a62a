import Dispatch
import MemoModel
import Synchronization
import TestDoubles
import Testing

@testable import MemoEngine

@Suite("What texts say is filled in")
struct FillingTests {
  private func backlinks(_ fixture: Fixture, of id: String = "plan") async throws -> (ids: [String], isIndexing: Bool) {
    let page = try await fixture.engine.links().backlinks(of: memoID(id), after: nil, limit: 1000)
    return (page.memos.map(\.listed.summary.metadata.id.description), page.isIndexing)
  }

  /// A store of an earlier version, with a memo that links to `plan` for each number.
  private func oldShelf(_ count: Int) throws -> TestStore.Shelf {
    let store = TestStore()
    let links = try (0..<count).map { try change("m\($0)", text: "[[plan]]") }
    try store.write(links + [try change("plan", text: "Plan")])
    return store.shelf
  }

  /// Just 4 MiB, which are quickly looked through.
  private static let code: String = {
    let lines = String(repeating: String(repeating: "x", count: 4095) + "\n", count: 1023)
    return "```\n\(lines)\(String(repeating: "x", count: 4087))\n```\n"
  }()

  @Test("a text over 4 MiB is looked through after its save")
  func long() async throws {
    let fixture = await Fixture()
    await fixture.engine.finishFilling()
    let words = Self.code
    #expect(words.utf8.count == 4 << 20)
    try await fixture.create("plan", "Plan")
    try await fixture.create("just", words)
    try await fixture.create("long", "\(words)[[plan]]")
    #expect(try await backlinks(fixture).ids == ["long"], "unsaved it is looked through in memory")
    _ = try await fixture.engine.flush(nil)
    #expect(try fixture.store.memosWithoutReferences(limit: 9) == [memoID("long")])
    #expect(try await backlinks(fixture) == ([], true))
    await fixture.engine.pullExternalChanges()
    await fixture.engine.finishFilling()
    #expect(try await backlinks(fixture) == (["long"], false))
  }

  @Test("memos of an earlier version are looked through, and it is told how many are left")
  func old() async throws {
    let fixture = await Fixture(on: try oldShelf(600))
    let engine = fixture.engine
    let counted = Mutex<[Int?]>([])
    let observation = await engine.observe { event in
      guard case .lookingThrough = event else { return }
      let count = engine.assumeIsolated { $0.statisticsAtHand()?.memosToIndex }
      counted.withLock { $0.append(count) }
    }
    #expect(try await backlinks(fixture) == ([], true))
    await fixture.pass(0)
    let (ids, isIndexing) = try await backlinks(fixture)
    #expect(ids.count == 600 && !isIndexing)
    #expect(fixture.events.left == [345, 89, 0])
    #expect(counted.withLock(\.self) == [345, 89, 0])
    withExtendedLifetime(observation) {}
    let query = ListQuery(sort: .title, order: .descending, trashed: false, after: nil, limit: 1)
    let list = try await fixture.engine.list(for: query).page(query)
    #expect(list.memos.map(\.summary.displayTitle) == ["Plan"], "lists show the title that it has now")
  }

  @Test("names are read ahead, once, when nothing is left to look through; not for whoever only wants that done")
  func namesAhead() async throws {
    let fixture = await Fixture(on: try oldShelf(3))
    await fixture.engine.finishFilling()
    // The clock waits for what was begun before.
    for milliseconds in [0, 5000, 5000] { await fixture.pass(milliseconds) }
    #expect(fixture.store.partsReadAhead == 3)
    let brief = await Fixture()
    await brief.engine.finishFilling()
    #expect(brief.store.partsReadAhead == 0)
  }

  @Test("where there is nothing to look through nothing is told")
  func nothing() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "x")
    await fixture.pass(5000)
    #expect(fixture.events.left.isEmpty)
  }

  @Test("several engines may look through one store at once")
  func several() async throws {
    let shelf = try oldShelf(300)
    let (first, second) = (await Fixture(on: shelf), await Fixture(on: shelf))
    async let one: Void = first.engine.finishFilling()
    async let two: Void = second.engine.finishFilling()
    _ = await (one, two)
    #expect(try await backlinks(first).ids.count == 300)
    #expect(try await backlinks(second).isIndexing == false)
  }

  @Test("a memo that can't be read keeps no other from being looked through, and nobody waits for it")
  func damaged() async throws {
    let fixture = await Fixture(on: try oldShelf(3))
    fixture.store.failNextReads([StoreError(.corrupt, "damaged")])
    await fixture.engine.finishFilling()
    #expect(try fixture.store.memosWithoutReferences(limit: 9).count == 1)
    #expect(try await backlinks(fixture).isIndexing == false)
    #expect(fixture.events.left.isEmpty)
  }

  @Test("what long texts took of memory is given back, once for all of a portion; what short ones took is not")
  func memory() async throws {
    for (texts, times) in [(1, 1), (3, 1), (0, 0)] {
      let store = TestStore()
      let long = String(repeating: "words and words\n", count: 20_000)
      let changes = try (0..<texts).map { try change("long\($0)", text: long) }
      try store.write(changes + [try change("short", text: "[[plan]]")])
      let count = Mutex(0)
      let filling = ReferenceFilling(store) { count.withLock { $0 += 1 } }
      #expect(try await filling.fillPortion().get() == 0)
      #expect(count.withLock(\.self) == times)
    }
  }

  @Test("what failed is tried again")
  func again() async throws {
    let fixture = await Fixture(on: try oldShelf(3))
    fixture.store.failNextReads([StoreError(.locked, "locked")])
    await fixture.engine.finishFilling()
    #expect(try await backlinks(fixture).isIndexing)
    await fixture.pass(0)
    #expect(try await backlinks(fixture) == (["m0", "m1", "m2"], false))
  }

  @Test("once the engine ends nothing more is written")
  func ended() async throws {
    let fixture = await Fixture(on: try oldShelf(3))
    fixture.engine.endFilling()
    await fixture.engine.finishFilling()
    #expect(try fixture.store.countOfMemosWithoutReferences() == 4)
  }

  @Test("A text over 4 MiB is not read while somebody types in it, unless somebody waits for that")
  func pause() async throws {
    let fixture = await Fixture()
    await fixture.engine.finishFilling()
    try await fixture.create("plan", "Plan")
    try await fixture.create("long", "Long\n\(Self.code)[[plan]]")
    _ = try await fixture.engine.flush(nil)
    try await fixture.type("x", into: "long")
    await fixture.engine.pullExternalChanges()
    #expect(await !fixture.engine.filling.isUnderWay)
    await fixture.engine.finishFilling()
    #expect(try fixture.store.memosWithoutReferences(limit: 9).isEmpty)
    _ = try await fixture.engine.flush(nil)
    await fixture.engine.pullExternalChanges()
    #expect(await fixture.engine.filling.isUnderWay)
    await fixture.engine.finishFilling()
    #expect(try await backlinks(fixture) == (["long"], false))
  }

  @Test("edits and saves go on meanwhile")
  func meanwhile() async throws {
    let fixture = await Fixture(on: try oldShelf(600))
    async let filling: Void = fixture.engine.finishFilling()
    for index in 0..<20 {
      try await fixture.type("see ", into: "m\(index)")
      _ = try await fixture.engine.flush(nil)
    }
    await filling
    #expect(try await backlinks(fixture).ids.count == 600)
    #expect(fixture.store.text(memoID("m7")) == "see [[plan]]")
  }
}

extension Events {
  /// How many memos were told to be left.
  fileprivate var left: [Int] { all.compactMap { if case .lookingThrough(let left) = $0 { left } else { nil } } }
}
