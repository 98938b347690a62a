import JSON
import MemoModel
import TestDoubles
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
}
