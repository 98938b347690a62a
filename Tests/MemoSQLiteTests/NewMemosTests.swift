import MemoInspection
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoSQLite

@Suite("Many new memos in one transaction")
struct NewMemosTests {
  private let folders: [TemporaryFolder]
  private let stores: [SQLiteStore]

  init() throws {
    folders = [try TemporaryFolder(), try TemporaryFolder()]
    stores = folders.map { $0.store() }
    for store in stores { try store.open() }
  }

  /// Memos of all kinds.
  private func changes() throws -> [StoreChange] {
    try (0..<40).map { number in
      let links = ["n\(number - 1)", "nowhere", "a/b.md"].map {
        LinkReference(target: LinkTarget(name: $0, identifier: nil), range: 0..<4)
      }
      let title = "N\(number % 30)"
      let references = MemoReferences(
        title: title, slug: title.lowercased(), aliases: number % 3 == 0 ? ["n\(number + 1)"] : [],
        links: number % 4 == 0 ? [] : links, tags: number % 5 == 0 ? ["x/y"] : [], hasTasks: number % 2 == 0)
      let made = try change(
        "m\(number)", text: String(repeating: "text \(number)\n", count: number == 7 ? 3_000 : 1), modified: number,
        trashed: number % 6 == 0 ? number : nil, title: title,
        properties: number % 7 == 0 ? #"{"tags":["Z"],"pinned":true}"# : "{}",
        references: number % 9 == 0 ? nil : references)
      return StoreChange(made.id, base: nil, made.kind, mark: JournalMark(sequence: 0, version: 1, base: 0))
    }
  }

  private static let tables = [
    "memos", "texts", "pieces", "totals", "tags", "tag_totals", "tag_names", "memo_references", "unread", "names",
    "links", "link_stems", "former_titles", "shared_names", "unmet_links", "unlinking", "revisions", "files", "changes",
  ]

  /// All rows of a store, but for what tells writers apart.
  private func rows(_ store: Int) throws -> [String] {
    let connection = try SQLiteConnection(path: folders[store].database, busyTimeout: 0)
    return try Self.tables.flatMap { table in
      let columns = try connection.query("PRAGMA table_info(\(table))") { row throws(StoreError) in row.text(1) }
      let values = columns.filter { $0 != "writer" }.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
      let sql = "SELECT \(values) FROM \(table) ORDER BY 1"
      return try connection.query(sql) { row throws(StoreError) in "\(table) \(row.text(0))" }
    }
  }

  /// Stores memos one by one in the first store, and all at once in the second.
  private func store(_ changes: [StoreChange], together: Bool = true) throws {
    for change in changes { #expect(try stores[0].write([change], journal: nil, together: together).isEmpty) }
    #expect(try stores[1].write(changes, journal: nil, together: together).isEmpty)
  }

  private var faults: [String] {
    StoreCheck(path: folders[1].database).inspect().filter(\.isFault).map(\.description)
  }

  @Test("are stored as one after the other is", arguments: [false, true])
  func same(together: Bool) throws {
    try store(try changes(), together: together)
    #expect(try rows(1) == rows(0))
    #expect(faults == [])
  }

  @Test(
    "have nothing of what a store has for them or their keys before they are there, and the files that it knows",
    arguments: [
      "names VALUES ('stray', 2, 9, 0)", "links VALUES ('stray', 0, '', 9, 1)", "former_titles VALUES ('stray', 9, 1)",
      "unread VALUES (9)", "memo_references VALUES (9, 1, '[]')", "texts (key, text) VALUES (9, x'78')",
      "tags VALUES (9, 'stray', 0, 0, 1, 1, 't', 'm', 'Stray')", "names VALUES ('stray', 2, 9223372036854775807, 0)",
      "revisions VALUES (1, 'm3', 5, 0, 2, 1, 0, 0, 1, 1, NULL, 0, '', '{}', x'', NULL)",
      "files VALUES ('sub/Plan.md', 'm5', 1, 1, 1, 1, 1, 1, zeroblob(16), 0, 0, 0, NULL, 0)",
    ])
  func strays(row: String) throws {
    for folder in folders {
      try SQLiteConnection(path: folder.database, busyTimeout: 0).execute("INSERT INTO \(row)")
    }
    try store(try changes())
    #expect(try rows(1) == rows(0))
  }

  @Test("are stored once, though that seemed to fail; none is stored where another has one of their names")
  func again() throws {
    let changes = try changes()
    try store(changes)
    let before = try rows(1)
    #expect(try stores[1].write(changes, journal: nil, together: true).isEmpty)
    let others = try self.changes()
    #expect(try stores[1].write(others, journal: nil, together: true).count == others.count)
    let more = try (0..<40).map { number in
      let made = try change(number == 20 ? "m0" : "new\(number)")
      return StoreChange(made.id, base: nil, made.kind, mark: JournalMark(sequence: 0, version: 1, base: 0))
    }
    #expect(try stores[1].write(more, journal: nil, together: true).map(\.id.description) == ["m0"])
    #expect(try rows(1) == before)
  }
}
