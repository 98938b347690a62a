import JSON
import MemoModel
import MemoSQLite

/// Checks a database file: SQLite's own structure first, then this program's invariants of the rows.
struct DatabaseCheck {
  /// The findings; complete after ``run()``, whether or not that throws.
  var findings: [StoreFinding] = []
  private let path: String
  private var connection: SQLiteConnection?

  /// The tables that are checked.
  private static let tables = [
    "memos", "texts", "pieces", "totals", "tags", "tag_totals", "unread", "memo_references", "names", "links",
    "former_titles", "tag_names",
  ]

  /// The most faults of one kind that are reported one by one.
  private static let mostTold = 10

  init(path: String) { self.path = path }

  /// The point up to which a journal's changes are saved; nil if the database can't tell.
  func marks(ofJournal id: Int) -> [MemoID: JournalMark]? {
    connection.flatMap { try? JournalRows.marks(ofJournal: id, in: $0) }
  }

  /// Checks everything.
  ///
  /// - Throws: ``StoreError`` if the file can't be read to the end.
  mutating func run() throws(StoreError) {
    let connection = try SQLiteConnection(inspecting: path)
    self.connection = connection
    // One moment's contents, even if others write meanwhile.
    try connection.run("BEGIN")
    defer { try? connection.run("COMMIT") }
    let (version, differences) = try Migrations.state(of: connection, path: path)
    for difference in differences { add("the database \(path) \(difference.description); \(difference.advice)") }
    try checkStructure(connection)
    guard version > 0 else {
      findings.append(StoreFinding("the database \(path) is empty: no memo was ever saved in it"))
      return
    }
    // The tables to check must have our schema.
    guard differences.allSatisfy({ !Self.tables.contains($0.name) }) else { return }
    try checkRows(connection, version)
    try checkTotals(connection, version)
    // References are stored since version 7.
    if version >= 7 { try checkReferences(connection) }
    guard !findings.contains(where: \.isFault) else { return }
    let (live, trashed) = try totals(connection)
    let trash = trashed == 0 ? "none in the trash" : "\(trashed) more in the trash"
    findings.insert(StoreFinding("the database \(path) is in order: \(live.counted("memo")), \(trash)"), at: 0)
    if version < Migrations.latest {
      findings.append(
        StoreFinding("it was made by an earlier version of memo-ls; the next start brings it up to date"))
    }
  }

  private mutating func checkStructure(_ connection: SQLiteConnection) throws(StoreError) {
    let faults = try connection.query("PRAGMA integrity_check(\(Self.mostTold))") { row throws(StoreError) in
      row.text(0)
    }
    for fault in faults where fault != "ok" { add("the database \(path) is damaged: \(fault)") }
  }

  /// Row by row, so that an unreadable one does not hide others.
  private mutating func checkRows(_ connection: SQLiteConnection, _ version: Int) throws(StoreError) {
    var faults: [String] = []
    var last: Int?
    try connection.forEachRow("SELECT key, id FROM memos ORDER BY key", []) { row throws(StoreError) in
      let key = row.integer(0)
      // Damaged pages may lead in circles, which was reported already.
      if let last, key <= last { return false }
      last = key
      if let id = MemoID(row.text(1)) {
        if let fault = try Self.fault(of: id, key, version, in: connection) { faults.append(fault) }
      } else {
        faults.append("the memo in row \(key) has no valid id")
      }
      return true
    }
    for fault in faults.prefix(Self.mostTold) { add(fault) }
    if faults.count > Self.mostTold { add("\((faults.count - Self.mostTold).counted("more memo")) like these") }
    let texts = try connection.integer("SELECT count(*) FROM texts WHERE key NOT IN (SELECT key FROM memos)")
    if texts > 0 { add("the database \(path) keeps \(texts.counted("text")) of no memo") }
  }

  /// The fault of a memo, if it has one.
  private static func fault(
    of id: MemoID, _ key: Int, _ version: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> String? {
    let row = try readable { () throws(StoreError) in
      let sql = "SELECT version, bytes, properties, created_at, modified_at, trashed_at FROM memos WHERE key = ?"
      return try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
        (
          version: row.integer(0), bytes: row.integer(1), properties: row.bytes(2),
          times: [row.integer(3), row.integer(4), row.optionalInteger(5) ?? 0]
        )
      }.first
    }
    guard let row else { return "the row of memo \(id) can't be read" }
    guard MemoMetadata.versions.contains(row.version) else { return "memo \(id) has the version \(row.version)" }
    guard (try? JSONObject(json: row.properties)) != nil else { return "the properties of memo \(id) can't be read" }
    guard row.times.allSatisfy({ Timestamp.writable.contains(Timestamp(millisecondsSince1970: $0)) }) else {
      return "memo \(id) has a time that no calendar has"
    }
    let text = try readable { () throws(StoreError) in
      // Readers do not take a missing text for damage, so it is reported separately.
      let text = version >= 3 ? try TextRows.text(key, in: connection) : try TextRows.inlineText(key, in: connection)
      return Optional.some(text)
    }
    guard let text else { return "the text of memo \(id) is damaged: a piece of it is missing" }
    guard let text else { return "the text of memo \(id) is missing" }
    guard String(validating: text, as: UTF8.self) != nil else {
      return "the text of memo \(id) is damaged: it is no UTF-8"
    }
    guard text.count == row.bytes else {
      return "the text of memo \(id) is damaged: it has \(text.count.counted("byte")), and should have \(row.bytes)"
    }
    return nil
  }

  /// Nil if the data contradicts itself; throws if it can't be read at all.
  private static func readable<Value>(_ body: () throws(StoreError) -> Value?) throws(StoreError) -> Value? {
    do throws(StoreError) { return try body() } catch  where error.reason == .corrupt { return nil }
  }

  private mutating func checkTotals(_ connection: SQLiteConnection, _ version: Int) throws(StoreError) {
    let kept = try connection.query("SELECT live, trashed FROM totals") { row throws(StoreError) in
      [row.integer(0), row.integer(1)]
    }
    let (live, trashed) = try totals(connection)
    if kept != [[live, trashed]] {
      add("the totals of \(path) are wrong: lists would tell another number of memos than there are")
    }
    // Tags have totals since version 5.
    guard version >= 5 else { return }
    let wrong = """
      SELECT count(*) FROM (
        SELECT tag, live, trashed FROM tag_totals EXCEPT
        SELECT tag, sum(is_trashed = 0), sum(is_trashed <> 0) FROM tags GROUP BY tag)
      """
    let tags = try connection.integer(wrong)
    if tags > 0 {
      add("the totals of \(tags.counted("tag")) in \(path) are wrong: their lists would tell another number")
    }
    let misplaced = try connection.integer(
      """
      SELECT count(*) FROM tags LEFT JOIN memos ON memos.key = tags.key
      WHERE memos.key IS NULL OR is_trashed <> (trashed_at IS NOT NULL) OR is_pinned <> pinned OR tagged_id <> id
      """)
    if misplaced > 0 {
      add(
        "\(misplaced.counted("row")) of tags in \(path) say something else than the memos: their lists would tell "
          + "other memos; any change of the memo mends it")
    }
  }

  private mutating func checkReferences(_ connection: SQLiteConnection) throws(StoreError) {
    let wrong = try ReferenceRows.faults(in: connection)
    for id in wrong.prefix(Self.mostTold) {
      add(
        "what the text of memo \(id) says is kept wrongly: its links, titles and tags would be told otherwise; "
          + "any change of the text mends it")
    }
    if wrong.count > Self.mostTold { add("\((wrong.count - Self.mostTold).counted("more memo")) like these") }
    let strays = try ReferenceRows.strays(in: connection)
    if strays > 0 { add("the database \(path) keeps \(strays.counted("row")) of what texts say that are no memo's") }
    let missing = try ReferenceRows.missingCandidates(in: connection)
    if missing > 0 {
      add(
        "the database \(path) lacks \(missing.counted("row")) by which broken and ambiguous links and memos without "
          + "links are found: not all would be told")
    }
    let tags = try connection.integer(
      """
      SELECT count(*) FROM (
        SELECT tag, name, memos FROM tag_names EXCEPT
        SELECT tag, name, count(*) FROM tags WHERE is_trashed = 0 AND name <> '' GROUP BY tag, name)
      """)
    if tags > 0 { add("the totals of how \(tags.counted("tag")) in \(path) are written are wrong") }
  }

  private func totals(_ connection: SQLiteConnection) throws(StoreError) -> (live: Int, trashed: Int) {
    let trashed = try connection.integer("SELECT count(*) FROM memos WHERE trashed_at IS NOT NULL")
    return (try connection.integer("SELECT count(*) FROM memos") - trashed, trashed)
  }

  private mutating func add(_ fault: String) { findings.append(StoreFinding(isFault: true, fault)) }
}
