import Foundation
import JSON
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoSQLite

@Suite("Memos in the database")
struct MemoRowTests {
  @Test("a transaction that fails changes nothing")
  func atomic() throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    try store.write([change("a", text: "old")])
    try store.open()
    // A second connection stands in for whatever makes SQLite refuse: here a rule of its own.
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    try connection.execute(
      "CREATE TRIGGER refuse BEFORE INSERT ON memos WHEN NEW.id = 'bad' BEGIN SELECT RAISE(ABORT, 'refused'); END")
    #expect(throws: StoreError.self) {
      try store.write([change("a", text: "new", version: 2), change("b"), change("bad")])
    }
    #expect(try store.text("a") == "old")
    #expect(try store.text("b") == nil)
    #expect(try store.statistics().memos == 1)
  }

  @Test("another connection's write lock is waited for, then told as a lock")
  func locked() throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(path: folder.database, writeTimeout: 50)
    try store.write([change("a")])
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    try connection.execute("BEGIN IMMEDIATE")
    #expect(try store.text("a") == "", "a read waits for nobody")
    let error = #expect(throws: StoreError.self) { try store.write([change("b")]) }
    #expect(error?.reason == .locked && error?.isRetryable == true)
    try connection.execute("ROLLBACK")
    try store.write([change("b")])
  }

  @Test("a write waits for another process's write, and no longer than it should")
  func storeLock() throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(path: folder.database, writeTimeout: 50)
    try store.write([change("a")])
    let lock = try StoreLock(path: folder.database + "-lock")
    try lock.whileHeld(timeout: 0) { () throws(StoreError) in
      let error = #expect(throws: StoreError.self) { try store.write([change("b")]) }
      #expect(error?.reason == .locked)
    }
    try store.write([change("b")])
  }

  @Test("the totals are those of the rows, whatever was stored, trashed and removed")
  func totals() throws {
    var random = SeededGenerator(stream: 23)
    let folder = try TemporaryFolder()
    let store = folder.store()
    try store.open()
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 1000)
    for _ in 0..<60 {
      let changes = try (0..<10).shuffled(using: &random).prefix(5).map {
        number -> (id: MemoID, kind: StoreChange.Kind) in
        let id = "m\(number)"
        if Int.random(in: 0..<4, using: &random) == 0, let id = MemoID(id) { return (id, .remove) }
        return try change(id, trashed: Bool.random(using: &random) ? 1 : nil)
      }
      try store.write(changes)
      for (trashed, condition) in [(false, "IS NULL"), (true, "IS NOT NULL")] {
        let query = ListQuery(sort: .created, order: .ascending, trashed: trashed, after: nil, limit: 100)
        let page = try store.list(query, leavingOut: [])
        let counted = try connection.integer("SELECT count(*) FROM memos WHERE trashed_at \(condition)")
        #expect(page.total == counted && page.rows.count == counted)
      }
      #expect(try connection.integer("SELECT count(*) FROM texts") == store.statistics().memos)
    }
  }

  @Test(
    "totals that are damaged mislead no list, and keep no memo from being stored, moved or removed",
    arguments: [
      "UPDATE totals SET live = 9223372036854775807", "UPDATE totals SET live = -1, trashed = -9223372036854775808",
      "DELETE FROM totals", "INSERT INTO totals VALUES (7, 7)", "UPDATE totals SET live = 0, trashed = 0",
      "UPDATE tag_totals SET live = 9223372036854775807",
      "UPDATE tag_totals SET live = -1, trashed = 1152921504606846976",
    ])
  func damagedTotals(harm: String) throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    let tagged = { (id: String, trashed: Int?) in try change(id, trashed: trashed, properties: #"{"tags":["rain"]}"#) }
    try store.write([tagged("a", nil), tagged("b", nil), tagged("c", 1)])
    try SQLiteConnection(path: folder.database, busyTimeout: 1000).execute(harm)
    func check(live: Int, trashed: Int) throws {
      for (isTrashed, count) in [(false, live), (true, trashed)] {
        for tags in [[], ["rain"]] {
          var query = ListQuery(sort: .created, order: .ascending, trashed: isTrashed, after: nil, limit: 100)
          query.tags = tags
          let page = try store.list(query, leavingOut: [])
          #expect(page.total == count && page.rows.count == count)
        }
      }
    }
    try check(live: 2, trashed: 1)
    try store.write([tagged("d", nil), (try #require(MemoID("a")), .remove), tagged("b", 2)])
    try check(live: 1, trashed: 2)
  }

  @Test("a row whose identifier is invalid takes no place in a page")
  func noIdentifier() throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    try store.write(try (0..<3).map { try change("m\($0)", modified: $0) })
    try SQLiteConnection(path: folder.database, busyTimeout: 1000).execute(
      "UPDATE memos SET id = 'no identifier' WHERE id = 'm1'")
    let query = ListQuery(sort: .modified, order: .ascending, trashed: false, after: nil, limit: 2)
    let page = try store.list(query, leavingOut: [])
    #expect(page.rows.map(\.summary.metadata.id.description) == ["m0", "m2"])
  }
}
