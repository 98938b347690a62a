import JSON
import MemoEngine
import MemoModel
import TestSupport
import TestDoubles
import Testing

@Suite("Lists")
struct ListingTests {
  private func pages(
    _ engine: MemoEngine, _ sort: ListSort, _ order: ListOrder, trashed: Bool = false, limit: Int,
    between: () async throws -> Void = {}
  ) async throws -> (ids: [String], totals: Set<Int>) {
    var query = ListQuery(sort: sort, order: order, trashed: trashed, after: nil, limit: limit)
    var ids: [String] = []
    var totals: Set<Int> = []
    repeat {
      let page = try await engine.listing().page(query)
      #expect(page.memos.count <= limit)
      ids += page.memos.map(\.summary.metadata.id.description)
      totals.insert(page.total)
      query.after = page.next
      try await between()
    } while query.after != nil
    return (ids, totals)
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
      case 0...3: _ = try? await engine.createMemo(id: id, text: title, properties: JSONObject())
      case 4, 5: _ = try? await fixture.type(title, into: id.description)
      case 6: _ = try? await engine.trashMemo(id, baseVersion: nil)
      case 7: _ = try? await engine.restoreMemo(id)
      case 8: _ = try? await engine.destroyMemo(id, baseVersion: nil)
      default: _ = try await engine.flush(nil)
      }
      if random.chance(50) { await fixture.pass(Int.random(in: 0..<300, using: &random)) }
      guard step.isMultiple(of: 10) else { continue }
      try await check(engine, &random)
    }
  }

  private func check(_ engine: MemoEngine, _ random: inout SeededGenerator) async throws {
    var memos: [MemoSnapshot] = []
    for index in 0..<40 { if let memo = try? await engine.memo(memoID("m\(index)")) { memos.append(memo) } }
    for (sort, order, trashed) in ListSort.allCases.flatMap({ sort in
      ListOrder.allCases.flatMap { order in [(sort, order, false), (sort, order, true)] }
    }) {
      let expected = memos.filter { $0.metadata.isTrashed == trashed }.sorted { left, right in
        let (first, second) = order == .ascending ? (left, right) : (right, left)
        let comparison = key(first, sort).lexicographicallyPrecedes(key(second, sort))
        let same = key(left, sort) == key(right, sort)
        return same ? left.metadata.id.description < right.metadata.id.description : comparison
      }.map(\.metadata.id.description)
      let limit = Int.random(in: 1...12, using: &random)
      let (ids, totals) = try await pages(engine, sort, order, trashed: trashed, limit: limit)
      guard ids == expected, totals == [expected.count] else {
        throw Mismatch("list by \(sort) \(order) trashed \(trashed): \(ids), \(totals) rather than \(expected)")
      }
    }
  }

  private func key(_ memo: MemoSnapshot, _ sort: ListSort) -> [UInt32] {
    switch sort {
    case .modified: [UInt32(truncatingIfNeeded: memo.metadata.modifiedAt.millisecondsSince1970 - 946_684_800_000)]
    case .created: [UInt32(truncatingIfNeeded: memo.metadata.createdAt.millisecondsSince1970 - 946_684_800_000)]
    case .title: memo.text.displayTitle.caseFolded.unicodeScalars.map(\.value)
    }
  }

  @Test("a memo that does not change is neither skipped nor shown twice while others come, go and change")
  func cursorStaysRight() async throws {
    let fixture = await Fixture()
    for index in 0..<30 {
      try await fixture.create("still\(index)", "\(index)")
      try await fixture.create("busy\(index)", "\(index)")
      await fixture.pass(1)
    }
    var random = SeededGenerator(stream: 2)
    for (sort, order) in ListSort.allCases.flatMap({ sort in ListOrder.allCases.map { (sort, $0) } }) {
      let (ids, _) = try await pages(fixture.engine, sort, order, limit: 7) {
        let busy = "busy\(Int.random(in: 0..<30, using: &random))"
        _ = try? await fixture.type("x", into: busy)
        let gone = memoID("busy\(Int.random(in: 0..<30, using: &random))")
        _ = try? await fixture.engine.destroyMemo(gone, baseVersion: nil)
        try await fixture.create("busy-\(sort)-\(order)-\(Int.random(in: 0..<1 << 60, using: &random))", "5")
        await fixture.pass(Int.random(in: 0..<700, using: &random))
      }
      let still = ids.filter { $0.hasPrefix("still") }
      #expect(still.count == 30 && Set(still).count == 30)
    }
  }

  @Test("a row tells whether its version is saved")
  func saved() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    _ = try await fixture.engine.flush(nil)
    try await fixture.create("b")
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)
    let page = try await fixture.engine.listing().page(query)
    #expect(page.memos.map(\.isSaved) == [true, false])
  }
}
