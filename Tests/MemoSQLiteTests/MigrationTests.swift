import CSQLite
import Dispatch
import Foundation
import JSON
import MemoInspection
import MemoModel
import StoreFiles
import Synchronization
import Testing
import TestDoubles
import TestSupport

@testable import MemoJournal
@testable import MemoSQLite

@Suite("Stores of earlier versions")
struct MigrationTests {
  /// A store as an earlier version left it: memos a, b and c, the last one in the trash; a journal's mark of a; and, of
  /// version 3, what a was before and the end of a memo that is gone, as that version kept them for other processes.
  /// When the next step is added to the migrations, a store of what is the last version now is added here.
  private func store(ofVersion version: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let stores = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")
    try FileManager.default.copyItem(
      at: stores.appending(path: "version-\(version).sqlite"), to: URL(filePath: folder.database))
    return folder
  }

  @Test("what version 3 kept for other processes can be merged with still, and is no history")
  func kept() throws {
    let folder = try store(ofVersion: 3)
    let journal = CrashJournal(database: folder.database)
    journal.prepare()
    journal.waitForBackground()
    let store = folder.store()
    let (id, gone) = (try #require(MemoID("a")), try #require(MemoID("gone")))
    func check(_ revisions: [Int]) throws {
      #expect(try store.memo(id, revision: 9).map { String(decoding: $0.text, as: UTF8.self) } == "old text")
      #expect(try store.memo(gone, revision: 4).map { String(decoding: $0.text, as: UTF8.self) } == "the end")
      #expect(try store.pastMemo(id, revision: 9) == nil && store.pastMemo(gone, revision: 4) == nil)
      #expect(try store.history(id, before: nil, limit: 9).entries.map(\.version) == revisions)
    }
    try check([7])
    try store.write([change("a", text: "new", version: 8)])
    try store.forgetEndedJournals()
    try check([8, 7])
    #expect(try store.move(id, .undo)?.target.map { String(decoding: $0.text, as: UTF8.self) } == "text")
    journal.remove()
    try store.forgetEndedJournals()
    #expect(try store.memo(gone, revision: 4) == nil)
    try store.write([change("a", text: "newer", version: 9)])
    #expect(try store.history(id, before: nil, limit: 9).entries.map(\.version) == [9, 8, 7])
    // It goes when the history is thinned, as nobody can need it any more.
    try store.write([change("a", text: "newest", version: 10, modified: 7_200_000)])
    #expect(try store.memo(id, revision: 9) == nil)
    #expect(try store.history(id, before: nil, limit: 9).entries.map(\.version) == [10, 9])
  }

  @Test("all that is there stays, and can be changed like what is new", arguments: 1..<Migrations.steps.count)
  func migrated(version: Int) throws {
    let folder = try store(ofVersion: version)
    let store = folder.store()
    let (id, trashed) = (try #require(MemoID("a")), try #require(MemoID("c")))
    let memo = try #require(try store.memo(id))
    #expect(try store.statistics().schemaVersion == Migrations.steps.count)
    #expect(try store.statistics().memos == 3)
    #expect(memo.metadata.version == 7 && String(decoding: memo.text, as: UTF8.self) == "text" && memo.revision == 1)
    #expect(String(decoding: memo.metadata.properties.json, as: UTF8.self) == #"{"n":1.50}"#)
    #expect(try store.memo(trashed)?.metadata.trashedAt?.millisecondsSince1970 == 5)
    for (isTrash, ids) in [(false, ["b", "a"]), (true, ["c"])] {
      let query = ListQuery(sort: .modified, order: .descending, trashed: isTrash, after: nil, limit: 9)
      let page = try store.list(query, leavingOut: [])
      #expect(page.rows.map(\.summary.metadata.id.description) == ids && page.total == ids.count)
    }
    let marks = version >= 2 ? [id: JournalMark(sequence: 42, version: 0, base: 0, revision: 1)] : [:]
    #expect(try store.marks(ofJournal: 77) == marks)
    let others = folder.store()
    let changeSequence = try others.externalChanges(since: nil).changeSequence
    try store.write([change("a", text: "new", version: 8)])
    #expect(try others.externalChanges(since: changeSequence).changes.map(\.id) == [id])
    #expect(try others.text("a") == "new")
    #expect(try others.memo(id, revision: 1).map { String(decoding: $0.text, as: UTF8.self) } == "text")
  }

  /// The last version that knew neither tags nor pinned memos.
  private static let untagged = 4

  @Test(
    "a memo of an earlier version is listed by the tags that it has, and before others if it is pinned",
    arguments: [
      (#"{"tags":["Rain","rain","비"],"pinned":true}"#, ["rain", "비"], true),
      (#"{"tags":["E\#u{301}t\#u{E9}","\#u{1100}\#u{1161}","STRASSE"]}"#, ["\u{E9}t\u{E9}", "가", "strasse"], false),
      (#"{"tags":["a\"b","c\u0000d","\ud83c\udf27"]}"#, ["a\"b", "c\0d", "🌧"], false),
      (#"{"tags":["a",1,null,["b"],{"c":"d"},true]}"#, ["a"], false), (#"{"tags":"a","pinned":1}"#, [], false),
      (#"{"tags":{"0":"a"},"pinned":"true"}"#, [], false), (#"{"tags":null,"pinned":[true]}"#, [], false),
      (#"{"x":{"tags":["a"],"pinned":true}}"#, [], false), (#"{"Tags":["a"],"Pinned":true}"#, [], false),
      (#"{"tags":[],"pinned":false}"#, [], false), ("{}", [], false),
    ] as [(String, [String], Bool)])
  func tags(properties: String, tags: [String], pinned: Bool) throws {
    let folder = try store(ofVersion: Self.untagged)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    for id in ["a", "c"] {
      try connection.run("UPDATE memos SET properties = ? WHERE id = ?", [.text(properties), .text(id)])
    }
    let store = folder.store()
    for (isTrash, ids) in [(false, pinned ? ["a", "b"] : ["b", "a"]), (true, ["c"])] {
      var query = ListQuery(
        sort: .modified, order: .descending, trashed: isTrash, pinnedFirst: true, after: nil, limit: 9)
      #expect(try store.list(query, leavingOut: []).rows.map(\.summary.metadata.id.description) == ids)
      for tag in tags {
        query.tags = [tag]
        let page = try store.list(query, leavingOut: [])
        #expect(page.rows.map(\.summary.metadata.id.description) == [isTrash ? "c" : "a"] && page.total == 1, "\(tag)")
      }
    }
    let stored = try connection.query("SELECT tag FROM tags WHERE key = 1") { row throws(StoreError) in row.text(0) }
    #expect(Set(stored) == Set(tags) && stored.count == tags.count)
    try store.write([change("a", version: 8)])
    #expect(try connection.integer("SELECT count(*) FROM tags") == tags.count, "only those of c are left")
  }

  @Test(
    "a memo that begins with a header, or has too long a title, is listed as it would be now",
    arguments: [
      ("---\ntitle: Plan\n---\nbody", "---", "Plan", "body"), ("+++\nx = 1\n+++\nbody", "+++", "body", ""),
      ("---\nno header", "---", "---", "no header"), ("x" + String(repeating: "\u{301}", count: 1000), "", "", ""),
      ("---\na: \(String(repeating: "b", count: 20_000))\n---\nlong", "---", "long", ""),
    ])
  func headers(text: String, before: String, title: String, preview: String) throws {
    for version in 1..<6 {
      let folder = try store(ofVersion: version)
      let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
      try connection.run("UPDATE texts SET text = ? WHERE key = 1", [.blob(Array(text.utf8))])
      let listed = before.isEmpty ? text : before
      try connection.run(
        "UPDATE memos SET display_title = ?, sort_title = ?, preview = '' WHERE key = 1",
        [.text(listed), .text(listed)])
      let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)
      let rows = try folder.store().list(query, leavingOut: []).rows
      let row = try #require(rows.first { $0.summary.metadata.id.description == (try? id(1, connection)) })
      if before.isEmpty {
        #expect(row.summary.displayTitle.utf8.count <= 1024)
      } else {
        #expect(
          row.summary.displayTitle == title && row.summary.preview == preview && row.sortTitle == title.lowercased())
      }
    }
  }

  private func id(_ key: Int, _ connection: SQLiteConnection) throws -> String {
    try connection.query("SELECT id FROM memos WHERE key = ?", [.integer(key)]) { row throws(StoreError) in row.text(0)
    }[0]
  }

  @Test(
    "no text of an earlier version is looked at before it is asked for, and its former titles are known then",
    arguments: 1..<Migrations.steps.count)
  func references(version: Int) throws {
    let folder = try store(ofVersion: version)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    if version >= 4 {
      try connection.execute(
        """
        INSERT INTO revisions (
          key, id, revision, next, use, version, undo_to, redo_to, created_at, modified_at, trashed_at, bytes,
          display_title, properties, edits
        ) SELECT 99, id, 5, 1, 1, 1, 0, 0, 0, 0, NULL, 1, '# Former', '{}', x'' FROM memos
        WHERE id = 'a'
        """)
    }
    let store = folder.store()
    #expect(try store.memosWithoutReferences(limit: 9).map(\.description) == ["c", "b", "a"])
    #expect(try store.countOfMemosWithoutReferences() == 3)
    let memos = try store.memos(store.memosWithoutReferences(limit: 9))
    try store.fill(
      memos.map { memo in
        let title = "Title of \(memo.metadata.id)"
        let summary = MemoSummary(metadata: memo.metadata, displayTitle: title, preview: "", bytes: memo.text.count)
        return FoundReferences(
          row: ListRow(summary: summary, sortTitle: title.lowercased()), revision: memo.revision,
          references: MemoReferences(title: title, tags: ["X/y"]))
      })
    let targets = ["title of a", "title of c", "former"].map { LinkTarget(name: $0, identifier: nil) }
    let a = LinkDestination.LeadsTo(id: try #require(MemoID("a")), title: "Title of a")
    let c = LinkDestination.LeadsTo(id: try #require(MemoID("c")), title: "Title of c")
    #expect(
      try store.destinations(of: targets, over: UnsavedReferences())
        == [.live([a]), .trashed([c]), version >= 4 ? .renamed(a) : .none])
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, tags: ["x"], after: nil, limit: 9)
    let page = try store.list(query, leavingOut: [])
    #expect(page.rows.map(\.summary.displayTitle) == ["Title of a", "Title of b"] && page.total == 2)
    #expect(StoreCheck(path: folder.database).inspect().allSatisfy { !$0.isFault } || version < 3)
  }

  @Test("a text that has the name of a block, or a broken link to a heading of its own, is read once more")
  func headings() throws {
    let folder = try store(ofVersion: 15)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    let broken = #"[0,5,"",null,false,"1 2","1 2","1-2"]"#
    for (key, heading, link) in [(1, "Log ^b", ""), (2, "Log", broken), (3, "Log", "")] {
      let contents = #"["T\#(key)","t\#(key)",[],[\#(link)],[[1,"\#(heading)","log","log"]],[],[],false]"#
      try connection.run("INSERT INTO memo_references VALUES (?, 0, ?)", [.integer(key), .text(contents)])
      let id = try id(key, connection)
      try connection.execute(
        """
        DELETE FROM unread WHERE key = \(key);
        INSERT INTO names VALUES
          ('\(id)', 1, \(key), \(key / 3)), ('t\(key)', 2, \(key), \(key / 3)), ('t\(key)', 4, \(key), \(key / 3));
        """)
      if !link.isEmpty { try connection.execute("INSERT INTO links VALUES ('', 0, '', \(key), 1)") }
    }
    // What is tagged `p/` is so without the slash.
    try connection.execute(#"UPDATE memos SET properties = '{"tags":["p/"]}' WHERE key = 3"#)
    for tag in ["p/", "p"] {
      try connection.execute(
        """
        INSERT INTO tags
          SELECT key, '\(tag)', 1, pinned, modified_at, created_at, sort_title, id, '\(tag)' FROM memos WHERE key = 3
        """)
    }
    let store = folder.store()
    #expect(try store.memosWithoutReferences(limit: 9).map(\.description) == ["b", "a"])
    #expect(StoreCheck(path: folder.database).inspect().allSatisfy { !$0.isFault })
  }

  @Test("properties that can't be read stop no store from being brought up to date")
  func damaged() throws {
    let folder = try store(ofVersion: Self.untagged)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    try connection.execute(#"UPDATE memos SET properties = '{"tags":["a"' WHERE id = 'a'"#)
    try folder.store().open()
    #expect(try connection.integer("PRAGMA user_version") == Migrations.steps.count)
  }

  @Test("processes that start at once bring a store up to date once", arguments: 0..<Migrations.steps.count)
  func together(version: Int) throws {
    for _ in 0..<5 {
      let folder = version == 0 ? try TemporaryFolder() : try store(ofVersion: version)
      let path = folder.database
      let errors = Mutex<[any Error]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        do {
          let store = SQLiteStore(path: path)
          try store.open()
          try store.write([change("new-\(number)", text: "\(number)")])
        } catch {
          errors.withLock { $0.append(error) }
        }
      }
      #expect(errors.withLock { $0.map { "\($0)" } } == [])
      let statistics = try folder.store().statistics()
      #expect(statistics.schemaVersion == Migrations.steps.count && statistics.memos == (version == 0 ? 8 : 11))
    }
  }
}

extension MigrationTests {
  @Test(
    "one that is brought up to date while it is looked at is not taken for another program's",
    arguments: 0..<Migrations.steps.count,
    1...5)
  func between(version: Int, statement: Int) throws {
    let folder = version == 0 ? try TemporaryFolder() : try store(ofVersion: version)
    try StoreFile.create(folder.database)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    // Readers beside a writer are possible in this mode only; the other process has chosen it already.
    try connection.execute("PRAGMA journal_mode = WAL")
    let other = OtherProcess(store: folder.store(), statement: statement)
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, _ in
        if let context { Unmanaged<OtherProcess>.fromOpaque(context).takeUnretainedValue().next() }
        return 0
      }, Unmanaged.passUnretained(other).toOpaque())
    _ = try Migrations.check(connection, path: folder.database)
    sqlite3_trace_v2(connection.handle, 0, nil, nil)
    #expect(other.error == nil && other.seen >= statement)
    _ = try Migrations.check(connection, path: folder.database)
    #expect(try folder.store().statistics().schemaVersion == Migrations.steps.count)
  }

  /// Another process that opens the store just before a certain statement; each BEGIN and COMMIT is counted.
  private final class OtherProcess {
    private let store: SQLiteStore
    private let statement: Int
    private(set) var seen = 0
    private(set) var error: (any Error)?

    init(store: SQLiteStore, statement: Int) {
      self.store = store
      self.statement = statement
    }

    func next() {
      seen += 1
      guard seen == statement else { return }
      do { try store.open() } catch { self.error = error }
    }
  }
}
