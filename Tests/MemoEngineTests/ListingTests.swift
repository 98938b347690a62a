import JSON
import MemoEngine
import MemoModel
import TestSupport
import TestDoubles
import Testing

@Suite("Lists")
struct ListingTests {
  private func pages(
    _ engine: MemoEngine, _ list: ListQuery, between: () async throws -> Void = {}
  ) async throws -> (ids: [String], totals: Set<Int>) {
    var query = list
    var ids: [String] = []
    var totals: Set<Int> = []
    repeat {
      let page = try await engine.list(for: query).page(query)
      #expect(page.memos.count <= list.limit)
      ids += page.memos.map(\.summary.metadata.id.description)
      totals.insert(page.total)
      query.after = page.next
      try await between()
    } while query.after != nil
    return (ids, totals)
  }

  @Test("a reader reads several memos at once, saved or not, of which a damaged one hides no other")
  func several() async throws {
    let fixture = await Fixture()
    for (id, text) in [("a", "one"), ("b", "two")] { try await fixture.create(id, text) }
    _ = try await fixture.engine.flush(nil)
    try await fixture.create("c", "three")
    let reader = await fixture.engine.listing().reader
    func texts() -> [String] {
      let memos = reader.memos(["a", "b", "c", "gone"].map(memoID))
      return memos.map { "\($0.key) \($0.value.text.string)" }.sorted()
    }
    #expect(texts() == ["a one", "b two", "c three"])
    fixture.store.failNextReads([StoreError(.corrupt, "one of them"), StoreError(.corrupt, "the first")])
    #expect(texts() == ["b two", "c three"])
  }

  @Test("a list of a tag counts unsaved memos by what they say, and not by what is stored of them")
  func tagsOfUnsaved() async throws {
    let fixture = await Fixture()
    for (id, text) in [("a", "#x one"), ("b", "#x two"), ("c", "three"), ("d", "#x/y four")] {
      try await fixture.create(id, text)
    }
    _ = try await fixture.engine.flush(nil)
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, tags: ["x"], after: nil, limit: 9)
    func listed() async throws -> [String] {
      let page = try await fixture.engine.list(for: query).page(query)
      return page.memos.map(\.summary.metadata.id.description) + ["\(page.total)"]
    }
    #expect(try await listed().sorted() == ["3", "a", "b", "d"])
    for (id, text, range) in [("a", "", 0..<2), ("b", "more ", 0..<0), ("c", "#x ", 0..<0)] {
      try await fixture.type(text, into: id, at: range)
    }
    #expect(try await listed().sorted() == ["3", "b", "c", "d"])
    // What was saved is counted by the store, and what is typed into it then by what it says now.
    _ = try await fixture.engine.flush(nil)
    #expect(try await listed().sorted() == ["3", "b", "c", "d"])
    try await fixture.type("", into: "b", at: 0..<7)
    try await fixture.type("y", into: "c", at: 2..<2)
    #expect(try await listed().sorted() == ["1", "d"])
    _ = try await fixture.engine.flush(nil)
    #expect(try await listed().sorted() == ["1", "d"])
  }

  @Test("whatever is saved and whatever is not, a list shows every memo once, in order, in pages of any size")
  func model() async throws {
    var random = SeededGenerator(stream: 1)
    let fixture = await Fixture(configuration: EngineConfiguration(cacheBytes: 8000))
    let engine = fixture.engine
    for step in 0..<400 {
      let id = memoID("m\(Int.random(in: 0..<40, using: &random))")
      let title = ["b", "A", "a", "가", "", "  c", "ß"].randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: _ = try? await engine.createMemo(id: id, text: title, properties: properties(&random))
      case 4:
        let patch = properties(&random)
        _ = try? await engine.updateMemo(id, baseVersion: nil, changes: [], properties: patch, encoding: .utf8)
      case 5: _ = try? await fixture.type(title, into: id.description)
      case 6: _ = try? await engine.trashMemo(id, baseVersion: nil)
      case 7: _ = try? await engine.restoreMemo(id)
      case 8: _ = try? await engine.destroyMemo(id, baseVersion: nil)
      default: _ = try await engine.flush(nil)
      }
      if random.chance(50) { await fixture.pass(Int.random(in: 0..<300, using: &random)) }
      // What is asked for again and again is kept in order.
      for query in [ListQuery.newest, ListQuery(sort: .title, order: .ascending, trashed: true, after: nil, limit: 3)] {
        try await check(engine, await memos(engine), query)
      }
      guard step.isMultiple(of: 10) else { continue }
      try await check(engine, &random)
    }
  }

  @Test("beside many unsaved memos a list is put in order once, elsewhere, and kept up to date from then on")
  func manyUnsaved() async throws {
    var random = SeededGenerator(stream: 3)
    let fixture = await Fixture()
    let engine = fixture.engine
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 1000)
    func ids() async throws -> [String] {
      try await engine.list(for: query).page(query).memos.map(\.summary.metadata.id.description)
    }
    for index in 0..<200 { try await fixture.create("m\(index)", "\(9000 - index)") }
    #expect(await engine.list(for: query).pageAtHand(query) == nil)
    #expect(try await ids() == (0..<200).reversed().map { "m\($0)" })
    #expect(await engine.list(for: query).pageAtHand(query) != nil)
    var titles = Dictionary(uniqueKeysWithValues: (0..<200).map { ("m\($0)", 9000 - $0) })
    for step in 0..<30 {
      // A page that is read while others change memos.
      let list = await engine.list(for: query)
      for _ in 0..<(step.isMultiple(of: 9) ? 90 : 3) {
        let id = "m\(Int.random(in: 0..<200, using: &random))"
        if random.chance(20) {
          if (try? await engine.trashMemo(memoID(id), baseVersion: nil)) == nil {
            _ = try await engine.restoreMemo(memoID(id))
            titles[id] = Int(try await engine.memo(memoID(id)).text.string)
          } else {
            titles[id] = nil
          }
        } else if titles[id] != nil {
          let title = Int.random(in: 1000..<9000, using: &random)
          _ = try await engine.updateMemo(
            memoID(id), baseVersion: nil, changes: [TextChange(range: nil, text: "\(title)")], properties: nil,
            encoding: .utf8)
          titles[id] = title
        }
      }
      if random.chance(50) { _ = try await list.page(query) }
      if random.chance(10) { _ = try await engine.flush(nil) }
      let found = try await ids()
      #expect(found.map { titles[$0] ?? 0 } == titles.values.sorted() && Set(found) == Set(titles.keys), "step \(step)")
    }
  }

  @Test("a list that is put in order while memos change shows each of them as it is when it is asked for next")
  func changedMeanwhile() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 1000)
    for index in 100..<200 { try await fixture.create("m\(index)", "\(index)") }
    let early = await engine.list(for: query)
    try await fixture.type("9", into: "m105", at: 0..<0)
    _ = try await engine.trashMemo(memoID("m106"), baseVersion: nil)
    try await fixture.create("m300", "0")
    #expect(try await early.page(query).memos.map(\.summary.displayTitle) == (100..<200).map(String.init))
    let titles = try await engine.list(for: query).page(query).memos.map(\.summary.displayTitle)
    #expect(titles == ["0"] + (100..<200).filter { $0 != 105 && $0 != 106 }.map(String.init) + ["9105"])
    #expect(await engine.list(for: query).pageAtHand(query) != nil, "it was kept")
  }

  @Test("a list that is kept in order takes in as many changes as there are, each when it is made")
  func manyChanges() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    let query = ListQuery(sort: .modified, order: .descending, trashed: false, after: nil, limit: 1000)
    for index in 100..<300 { try await fixture.create("m\(index)") }
    _ = try await engine.flush(nil)
    for index in 100..<300 { try await fixture.type("x", into: "m\(index)") }
    for _ in 0..<2 { _ = try await engine.list(for: query).page(query) }
    await fixture.pass(100)
    let patch = try JSONObject(json: Array(#"{"pinned":true}"#.utf8))
    for index in 200..<300 {
      let id = memoID("m\(index)")
      _ = try await engine.updateMemo(id, baseVersion: nil, changes: [], properties: patch, encoding: .utf8)
    }
    _ = try await engine.trashMemo(memoID("m298"), baseVersion: nil)
    _ = try await engine.flush(memoID("m299"))
    let page = try #require(await engine.list(for: query).pageAtHand(query))
    let expected = [200..<298, 299..<300, 100..<200].flatMap { $0.map { "m\($0)" } }
    #expect(page.memos.map(\.summary.metadata.id.description) == expected && page.total == 199)
  }

  private func memos(_ engine: MemoEngine) async -> [MemoSnapshot] {
    var memos: [MemoSnapshot] = []
    for index in 0..<40 { if let memo = try? await engine.memo(memoID("m\(index)")) { memos.append(memo) } }
    return memos
  }

  private func check(_ engine: MemoEngine, _ memos: [MemoSnapshot], _ query: ListQuery) async throws {
    let expected = plainSort(memos, query)
    let (ids, totals) = try await pages(engine, query)
    guard ids == expected, totals == [expected.count] else {
      throw Mismatch("\(query): \(ids), \(totals) rather than \(expected)")
    }
  }

  private static let tags = ["Rain", "rain", "RAIN", "caf\u{E9}", "Cafe\u{301}", "강", "\u{1100}\u{1161}\u{11BC}"]

  private func properties(_ random: inout SeededGenerator) -> JSONObject {
    var properties = JSONObject()
    properties["pinned"] = [.bool(true), .bool(true), .bool(false), .null].randomElement(using: &random)
    let tags = Self.tags.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
    properties["tags"] = .array(tags.map(JSONValue.string))
    return properties
  }

  private func check(_ engine: MemoEngine, _ random: inout SeededGenerator) async throws {
    let memos = await memos(engine)
    for sort in ListSort.allCases {
      for order in ListOrder.allCases {
        for (trashed, pinnedFirst) in [(false, false), (false, true), (true, false), (true, true)] {
          let query = ListQuery(
            sort: sort, order: order, trashed: trashed, pinnedFirst: pinnedFirst,
            tags: Array(Self.tags.shuffled(using: &random).prefix([0, 1, 1, 2].randomElement(using: &random) ?? 0)),
            modified: bounds(&random), created: bounds(&random), after: nil,
            limit: Int.random(in: 1...12, using: &random))
          try await check(engine, memos, query)
        }
      }
    }
  }

  /// Bounds around the moments at which the memos were made and changed; most of the time none.
  private func bounds(_ random: inout SeededGenerator) -> TimeBounds {
    var bounds = TimeBounds()
    let moment = { Timestamp(millisecondsSince1970: 946_684_800_000 + $0) }
    if random.chance(20) { bounds.start(at: moment(Int.random(in: 0..<40_000, using: &random))) }
    if random.chance(20) { bounds.end(before: moment(Int.random(in: 0..<40_000, using: &random))) }
    return bounds
  }

  /// The whole list, worked out in the plainest way.
  private func plainSort(_ memos: [MemoSnapshot], _ query: ListQuery) -> [String] {
    let listed = memos.filter { memo in
      // Swift's own comparison is that of canonical equality; none of these needs more than lower case.
      let has = { (tag: String) in memo.metadata.properties.tags.contains { $0.lowercased() == tag.lowercased() } }
      let times = [(memo.metadata.modifiedAt, query.modified), (memo.metadata.createdAt, query.created)]
      let isInTime = times.allSatisfy { time, bounds in
        time >= bounds.earliest ?? time && (bounds.end.map { time < $0 } ?? true)
      }
      return memo.metadata.isTrashed == query.trashed && query.tags.allSatisfy(has) && isInTime
    }
    return listed.sorted { left, right in
      let pinned = [left, right].map { query.pinnedFirst && $0.metadata.properties.isPinned }
      if pinned[0] != pinned[1] { return pinned[0] }
      let (first, second) = query.order == .ascending ? (left, right) : (right, left)
      let comparison = key(first, query.sort).lexicographicallyPrecedes(key(second, query.sort))
      let same = key(left, query.sort) == key(right, query.sort)
      return same ? left.metadata.id.description < right.metadata.id.description : comparison
    }.map(\.metadata.id.description)
  }

  private func key(_ memo: MemoSnapshot, _ sort: ListSort) -> [UInt32] {
    switch sort {
    case .modified: [UInt32(truncatingIfNeeded: memo.metadata.modifiedAt.millisecondsSince1970 - 946_684_800_000)]
    case .created: [UInt32(truncatingIfNeeded: memo.metadata.createdAt.millisecondsSince1970 - 946_684_800_000)]
    case .title: memo.text.displayTitle.referenceCaseFolded.unicodeScalars.map(\.value)
    }
  }

  @Test("a memo that does not change is neither skipped nor shown twice while others come, go and change")
  func cursorStaysRight() async throws {
    let fixture = await Fixture()
    for index in 0..<30 {
      let properties = #"{"tags":["a"],"pinned":\#(index.isMultiple(of: 3))}"#
      try await fixture.create("still\(index)", "\(index)", properties: properties)
      try await fixture.create("busy\(index)", "\(index)", properties: properties)
      await fixture.pass(1)
    }
    var random = SeededGenerator(stream: 2)
    for (sort, order) in ListSort.allCases.flatMap({ sort in ListOrder.allCases.map { (sort, $0) } }) {
      let pinnedFirst = random.chance(50)
      let query = ListQuery(
        sort: sort, order: order, trashed: false, pinnedFirst: pinnedFirst, tags: random.chance(50) ? ["A"] : [],
        after: nil, limit: 7)
      let (ids, _) = try await pages(fixture.engine, query) {
        let busy = "busy\(Int.random(in: 0..<30, using: &random))"
        _ = try? await fixture.type("x", into: busy)
        _ = try? await fixture.engine.updateMemo(
          memoID("busy\(Int.random(in: 0..<30, using: &random))"), baseVersion: nil, changes: [],
          properties: JSONObject(json: Array(#"{"pinned":\#(random.chance(50))}"#.utf8)), encoding: .utf8)
        let gone = memoID("busy\(Int.random(in: 0..<30, using: &random))")
        _ = try? await fixture.engine.destroyMemo(gone, baseVersion: nil)
        try await fixture.create("busy-\(sort)-\(order)-\(Int.random(in: 0..<1 << 60, using: &random))", "5")
        await fixture.pass(Int.random(in: 0..<700, using: &random))
      }
      let still = ids.filter { $0.hasPrefix("still") }
      #expect(still.count == 30 && Set(still).count == 30)
    }
  }

  @Test("a page that is read later counts no memo twice that was saved or destroyed meanwhile")
  func savedMeanwhile() async throws {
    let fixture = await Fixture()
    try await fixture.create("gone")
    _ = try await fixture.engine.flush(nil)
    _ = try await fixture.engine.destroyMemo(memoID("gone"), baseVersion: nil)
    for id in ["a", "b"] { try await fixture.create(id) }
    let listing = await fixture.engine.listing()
    _ = try await fixture.engine.flush(nil)
    let page = try listing.page(ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9))
    #expect(page.total == 2 && page.memos.count == 2)
  }

  @Test("a row tells whether its version is saved")
  func saved() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    _ = try await fixture.engine.flush(nil)
    try await fixture.create("b")
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)
    let page = try await fixture.engine.list().page(query)
    #expect(page.memos.map(\.isSaved) == [true, false])
  }
}
