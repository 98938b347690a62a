import Foundation
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

@Suite("Searches against a plain scan")
struct SearchModelTests {
  private static let words = [
    "milk", "MILK", "Straße", "STRASSE", "두부", "하", "한", "\u{1112}\u{1161}\u{11AB}", "日本", "が", "か\u{3099}", "École",
    "e\u{301}cole", "👩‍👩‍👧", "😀", "a", "\n", " ", "\"", "tag:x", "Σ", "ς",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined()
  }

  private static func form(_ text: String) -> Data { Data(text.referenceForm.utf8) }

  /// What a search is to be like: how much the index may hold, and how many changes the store still knows.
  static let conditions = [(512 << 20, Int.max), (512 << 20, 3), (200, Int.max), (0, 5)]

  @Test(
    "whatever is saved, trashed, destroyed or another's, a search finds what a plain scan finds", arguments: conditions)
  func model(searchBytes: Int, changesKept: Int) async throws {
    var random = SeededGenerator(stream: UInt64(truncatingIfNeeded: searchBytes &+ changesKept))
    let configuration = EngineConfiguration(cacheBytes: 8000, searchBytes: searchBytes)
    let here = await Fixture(configuration: configuration, changesKept: changesKept)
    let there = await Fixture(on: here.store.shelf)
    for step in 0..<300 {
      let fixture = random.chance(70) ? here : there
      let id = "m\(Int.random(in: 0..<40, using: &random))"
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: try? await fixture.create(id, text(&random), properties: #"{"tags":["Work"],"pinned":true}"#)
      case 4, 5: _ = try? await fixture.type(text(&random), into: id)
      case 6: _ = try? await fixture.engine.trashMemo(memoID(id), baseVersion: nil)
      case 7: _ = try? await fixture.engine.restoreMemo(memoID(id))
      case 8: _ = try? await fixture.engine.destroyMemo(memoID(id), baseVersion: nil)
      default: _ = try await fixture.engine.flush(nil)
      }
      if random.chance(50) { await fixture.pass(Int.random(in: 0..<300, using: &random)) }
      guard step.isMultiple(of: 3) else { continue }
      await here.engine.pullExternalChanges()
      try await check(here.engine, &random)
    }
  }

  private func check(_ engine: MemoEngine, _ random: inout SeededGenerator) async throws {
    let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Self.words.filter { !$0.contains("\"") }.randomElement(using: &random) ?? ""
    }
    let query = try SearchQuery(reading: terms.map { "\"\($0)\"" }.joined(separator: " "), now: .now)
    let trashed = random.chance(20)
    var memos: [MemoSnapshot] = []
    let list = ListQuery(sort: .modified, order: .descending, trashed: trashed, after: nil, limit: 1000)
    for memo in try await engine.list().page(list).memos {
      memos.append(try await engine.memo(memo.summary.metadata.id))
    }
    let expected = memos.filter { memo in
      let form = Self.form(memo.text.string)
      return terms.allSatisfy { form.range(of: Self.form($0)) != nil }
    }.sorted {
      let times = ($0.metadata.modifiedAt, $1.metadata.modifiedAt)
      return times.0 == times.1 ? $0.metadata.id.description < $1.metadata.id.description : times.0 > times.1
    }
    var found: [FoundMemo] = []
    var after: ListPlace?
    repeat {
      let limit = Int.random(in: 1...9, using: &random)
      let page = try await engine.search().page(query, trashed: trashed, after: after, limit: limit)
      try require(page.total == expected.count, "\(terms): \(page.total) rather than \(expected.count)")
      try require(page.memos.count <= limit && (page.next == nil || page.memos.count == limit), "a page of \(limit)")
      found += page.memos
      after = page.next
    } while after != nil
    let ids = found.map(\.listed.summary.metadata.id)
    try require(ids == expected.map(\.metadata.id), "\(terms): \(ids) rather than \(expected.map(\.metadata.id))")
    for (memo, expected) in zip(found, expected) {
      try require(memo.text.string == expected.text.string, "the text of \(expected.metadata.id)")
      try require(memo.listed.summary.metadata.version == expected.metadata.version, "the version")
      try require(memo.listed.isSaved == expected.isSaved, "whether it is saved")
      try require(!memo.matches.isEmpty && memo.matches.count <= 5, "matches of \(terms)")
    }
  }
}
