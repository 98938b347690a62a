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

  @Test("a tag's list follows whatever changes of its memos, one thing at a time")
  func tagged() throws {
    struct Listed {
      var (modified, created, title, isPinned, isTrashed, tag) = (1, 1, "x", false, false, "rain")
    }
    var random = SeededGenerator(stream: 42)
    let folder = try TemporaryFolder()
    let store = folder.store()
    var memos: [String: Listed] = [:]
    for _ in 0..<200 {
      let id = "m\(Int.random(in: 0..<6, using: &random))"
      var memo = memos[id] ?? Listed()
      switch Int.random(in: 0..<8, using: &random) {
      case 0: memo.created = Int.random(in: 1..<9, using: &random)
      case 1: memo.title = ["x", "y", "z"].randomElement(using: &random) ?? ""
      case 2: memo.isPinned.toggle()
      case 3: memo.isTrashed.toggle()
      case 4: memo.tag = ["rain", "Rain", "sun"].randomElement(using: &random) ?? ""
      default: memo.modified = Int.random(in: 1..<99, using: &random)
      }
      memos[id] = memo
      let properties = "{\"tags\":[\"\(memo.tag)\"]\(memo.isPinned ? ",\"pinned\":true" : "")}"
      try store.write([
        change(
          id, created: memo.created, modified: memo.modified, trashed: memo.isTrashed ? 1 : nil, title: memo.title,
          properties: properties)
      ])
      let listed = memos.filter { $0.value.tag != "sun" && !$0.value.isTrashed }.sorted { $0.key < $1.key }
      for (sort, precedes) in [
        (ListSort.modified, { $0.modified < $1.modified }), (.created, { $0.created < $1.created }),
        (.title, { $0.title < $1.title }),
      ] as [(ListSort, (Listed, Listed) -> Bool)] {
        let query = ListQuery(
          sort: sort, order: .ascending, trashed: false, pinnedFirst: true, tags: ["rain"], after: nil, limit: 9)
        let page = try store.list(query, leavingOut: [], uncounted: [])
        let sorted = listed.sorted { left, right in
          if left.value.isPinned != right.value.isPinned { return left.value.isPinned }
          if precedes(left.value, right.value) || precedes(right.value, left.value) {
            return precedes(left.value, right.value)
          }
          return left.key < right.key
        }
        #expect(page.rows.map(\.summary.metadata.id.description) == sorted.map(\.key))
        #expect(page.total == sorted.count)
      }
    }
  }

  /// Trashed, pinned first, and whether the page starts after a pinned memo.
  private var variants: [(Bool, Bool, Bool?)] {
    [false, true].flatMap { trashed in
      [
        (trashed, false, nil), (trashed, false, false), (trashed, true, nil), (trashed, true, false),
        (trashed, true, true),
      ]
    }
  }
}
