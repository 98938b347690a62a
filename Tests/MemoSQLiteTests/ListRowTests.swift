import JSON
import MemoModel
import TestSupport
import Testing

@testable import MemoSQLite

@Suite("Lists in the database")
struct ListRowTests {
  @Test("no list sorts or scans the whole table", arguments: ListSort.allCases, [[], ["rain"], ["rain", "sun"]])
  func indexes(sort: ListSort, tags: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.store().open()
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    for order in ListOrder.allCases {
      for (trashed, pinnedFirst, afterPinned) in variants {
        let value = sort == .title ? ListPlace.Value.title("x") : .time(.now)
        let after = afterPinned.map { ListPlace(value: value, id: .unique(at: .now), isPinned: $0) }
        let query = ListQuery(
          sort: sort, order: order, trashed: trashed, pinnedFirst: pinnedFirst, tags: tags, after: after, limit: 50)
        for pinned in ListRows.parts(query) {
          let (sql, values) = ListRows.select(query, pinned: pinned, rows: 50)
          let plan = try connection.query("EXPLAIN QUERY PLAN \(sql)", values) { row throws(StoreError) in row.text(3) }
          let list = tags.isEmpty ? trashed ? "trash" : "live" : "tags"
          let index = "INDEX \(list)_\(pinned == true ? "pinned_" : "")by_\(sort.rawValue)"
          #expect(plan.contains { $0.hasSuffix(index) || $0.contains("\(index) (") }, "\(index) is not in \(plan)")
          #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
        }
      }
    }
  }

  /// Trashed, pinned first, and whether the place to start behind is a pinned one's.
  private var variants: [(Bool, Bool, Bool?)] {
    [false, true].flatMap { trashed in
      [
        (trashed, false, nil), (trashed, false, false), (trashed, true, nil), (trashed, true, false),
        (trashed, true, true),
      ]
    }
  }

  @Test("pages and totals are those of a plain sort, whatever was stored, tagged, pinned, trashed and removed")
  func model() throws {
    var random = SeededGenerator(stream: 3)
    let folder = try TemporaryFolder()
    let store = folder.store()
    var memos: [MemoID: ListRow] = [:]
    for _ in 0..<60 {
      var changes: [(id: MemoID, kind: StoreChange.Kind)] = []
      for number in (0..<12).shuffled(using: &random).prefix(4) {
        let tags = ["x", "y", "z"].filter { _ in random.chance(50) }.map { "\"\($0)\"" }.joined(separator: ",")
        let change = try change(
          "m\(number)", created: number % 5, modified: Int.random(in: 0..<6, using: &random),
          trashed: random.chance(30) ? 1 : nil, title: ["a", "B", "b"].randomElement(using: &random) ?? "",
          properties: #"{"tags":[\#(tags)],"pinned":\#(random.chance(40))}"#)
        if random.chance(20) {
          changes.append((change.id, .remove))
          memos[change.id] = nil
        } else if case .put(let row, _) = change.kind {
          changes.append(change)
          memos[change.id] = row
        }
      }
      try store.write(changes)
      for sort in ListSort.allCases { try check(store, memos, sort, &random) }
    }
  }

  /// Bounds within the times that the memos have; most of the time none.
  private func bounds(_ random: inout SeededGenerator) -> TimeBounds {
    var bounds = TimeBounds()
    if random.chance(20) { bounds.start(at: Timestamp(millisecondsSince1970: Int.random(in: 0..<6, using: &random))) }
    if random.chance(20) { bounds.end(before: Timestamp(millisecondsSince1970: Int.random(in: 0..<6, using: &random))) }
    return bounds
  }

  private func check(
    _ store: SQLiteStore, _ memos: [MemoID: ListRow], _ sort: ListSort, _ random: inout SeededGenerator
  ) throws {
    let hidden = Set(memos.keys.filter { _ in random.chance(20) })
    var query = ListQuery(
      sort: sort, order: random.chance(50) ? .ascending : .descending, trashed: random.chance(30),
      pinnedFirst: random.chance(50), tags: [[], ["x"], ["x", "z"]].randomElement(using: &random) ?? [],
      modified: bounds(&random), created: bounds(&random), after: nil,
      limit: Int.random(in: 1...5, using: &random))
    let expected = memos.values.filter { row in
      let metadata = row.summary.metadata
      return metadata.isTrashed == query.trashed
        && query.tags.allSatisfy(row.tags.contains)
        && [(metadata.modifiedAt, query.modified), (metadata.createdAt, query.created)].allSatisfy { time, bounds in
          time >= bounds.earliest ?? time && (bounds.end.map { time < $0 } ?? true)
        }
    }.sorted { $0.place(in: query).precedes($1.place(in: query), order: query.order) }
    let shown = expected.map(\.summary.metadata.id).filter { !hidden.contains($0) }
    var found: [MemoID] = []
    while true {
      let page = try store.list(query, leavingOut: hidden)
      guard page.total == expected.count else { throw Mismatch("\(query): \(page.total), not \(expected.count)") }
      found += page.rows.map(\.summary.metadata.id)
      guard page.rows.count == query.limit, let last = page.rows.last else { break }
      query.after = last.place(in: query)
    }
    guard found == shown else { throw Mismatch("\(query): \(found)") }
  }
}
