import MemoInspection
import MemoModel
import StoreFiles
import Testing
import TestDoubles
import TestSupport

@testable import MemoSQLite

@Suite("A store's schema")
struct SchemaTests {
  @Test("is what SQLite makes of the steps, of each version", arguments: 0...Migrations.steps.count)
  func expected(version: Int) throws {
    let folder = try TemporaryFolder()
    try StoreFile.create(folder.database)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    for step in Migrations.steps.prefix(version) { try step.run(connection) }
    var made = try connection.query("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      row throws(StoreError) in (row.text(0), Schema.collapsed(row.bytes(1)))
    }
    // SQLite's own, for AUTOINCREMENT.
    made.removeAll { $0.0 == "sqlite_sequence" }
    let expected = Migrations.schema(ofVersion: version)
    #expect(Dictionary(uniqueKeysWithValues: made) == expected.objects)
    #expect(try expected.differences(in: connection).isEmpty)
  }

  @Test("that is created at once is what the steps make, rows included")
  func atOnce() throws {
    let folder = try TemporaryFolder()
    func contents(_ name: String, _ make: (SQLiteConnection) throws -> Void) throws -> [String: [UInt8]] {
      let path = "\(folder.path)/\(name)"
      try StoreFile.create(path)
      let connection = try SQLiteConnection(path: path, busyTimeout: 0)
      try make(connection)
      let sql = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
      let made = try connection.query(sql) { row throws(StoreError) in (row.text(0), Schema.collapsed(row.bytes(1))) }
      var contents = Dictionary(uniqueKeysWithValues: made)
      for (name, sql) in contents where sql.starts(with: "CREATE TABLE".utf8) {
        contents["rows of \(name)"] = Array("\(try connection.integer("SELECT count(*) FROM \(name)"))".utf8)
      }
      return contents
    }
    let made = try contents("made") { try Migrations.run($0, path: folder.database) }
    #expect(made["rows of totals"] == Array("1".utf8))
    #expect(try made == contents("steps") { for step in Migrations.steps { try step.run($0) } })
  }

  /// A store that somebody has changed.
  private func changed(_ sql: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = folder.store()
    try store.write([change("a", text: "kept")])
    store.close()
    try SQLiteConnection(path: folder.database, busyTimeout: 0).execute(sql)
    return folder
  }

  @Test(
    "that could do something else than ours is refused with what it is, and recover reads the words still",
    arguments: [
      ("CREATE TRIGGER x AFTER UPDATE ON texts BEGIN SELECT 1; END", "a foreign trigger x"),
      ("CREATE TRIGGER memo_inserted_2 AFTER INSERT ON memos BEGIN SELECT 1; END", "a foreign trigger memo_inserted_2"),
      ("CREATE VIEW x AS SELECT * FROM memos", "a foreign view x"),
      ("CREATE VIRTUAL TABLE x USING fts5(text)", "a foreign virtual table x"),
      ("CREATE UNIQUE INDEX x ON pieces (length(bytes))", "a foreign index x"),
      ("CREATE TABLE o (x); CREATE TRIGGER x AFTER INSERT ON o BEGIN DELETE FROM memos; END", "a foreign trigger x"),
      ("DROP TRIGGER memo_deleted", "lacks the trigger memo_deleted"),
      ("DROP INDEX live_by_title", "lacks the index live_by_title"),
      ("DROP TABLE pieces", "lacks the table pieces"),
      ("ALTER TABLE texts ADD COLUMN x ANY", "its table texts is not the one"),
      ("DROP TABLE totals; CREATE VIEW totals (live, trashed) AS SELECT 1, 1", "its table totals is not the one"),
      (
        "DROP TABLE totals; CREATE TABLE totals (live INTEGER NOT NULL, trashed INTEGER AS (live)) STRICT",
        "its table totals is not the one"
      ),
      (
        "DROP TRIGGER memo_deleted; CREATE TRIGGER memo_deleted AFTER DELETE ON memos BEGIN SELECT 1; END",
        "its trigger memo_deleted is not the one"
      ),
    ])
  func refused(sql: String, words: String) throws {
    let folder = try changed(sql)
    let store = folder.store()
    for call in [{ try store.open() }, { try store.write([change("b")]) }, { _ = try store.statistics() }] {
      let error = #expect(throws: StoreError.self) { try call() }
      #expect(error?.reason == .corrupt && error?.description.contains(words) == true, "\(error?.description ?? "")")
      #expect(error?.description.contains("\n") == false && error?.description.contains("memo-ls recover") == true)
    }
    let findings = StoreCheck(path: folder.database).inspect()
    #expect(findings.contains { $0.isFault && $0.description.contains(words) }, "\(findings)")
    var texts: [SalvagedText] = []
    _ = StoreSalvage(path: folder.database).salvage { texts.append($0) }
    #expect(texts == [SalvagedText(memo: "a", source: .database, bytes: Array("kept".utf8))])
  }

  @Test(
    "may have another program's tables and their indexes, and SQLite's own",
    arguments: [
      "CREATE TABLE x (y UNIQUE, z); CREATE UNIQUE INDEX i ON x (z); INSERT INTO x VALUES (1, 2)", "ANALYZE",
      "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)", "VACUUM", "REINDEX",
    ])
  func tolerated(sql: String) throws {
    let folder = try changed(sql)
    let store = folder.store()
    try store.write([change("a", text: "changed", version: 2)])
    #expect(try store.text("a") == "changed")
    store.close()
    #expect(StoreCheck(path: folder.database).inspect().allSatisfy { !$0.isFault })
  }

  @Test("is compared again before it is brought up to date", arguments: [-1, Int(Int32.min), 1, 4])
  func versions(version: Int) throws {
    let folder = try changed("PRAGMA user_version = \(version)")
    let error = #expect(throws: StoreError.self) { try folder.store().open() }
    #expect(error?.reason == (version < 0 ? .notAMemoStore : .corrupt))
  }

  @Test("of a hostile name is told on one line")
  func hostileName() throws {
    let name = "x\n\u{1B}[2J\u{202E}" + String(repeating: "y", count: 5000)
    let folder = try changed("CREATE VIEW \"\(name)\" AS SELECT 1")
    let error = #expect(throws: StoreError.self) { try folder.store().open() }
    #expect(error?.description.contains("a foreign view x??[2J?yyy") == true)
    #expect((error?.description.utf8.count ?? 0) < 600)
  }
}
