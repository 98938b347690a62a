import JSON
import MemoModel

/// Checks a database file: SQLite's own structure first, then what this program promises of the rows.
struct DatabaseCheck {
  /// What was found; complete after ``run()``, whether or not that throws.
  var findings: [StoreFinding] = []
  private let path: String
  private var connection: SQLiteConnection?

  /// The most faults of one kind that are told one by one.
  private static let mostTold = 10

  init(path: String) { self.path = path }

  /// How far a journal's changes are saved; nil if the database can't tell.
  func marks(ofJournal id: Int) -> [MemoID: JournalMark]? {
    connection.flatMap { try? JournalRows.marks(ofJournal: id, in: $0) }
  }

  /// Checks all.
  ///
  /// - Throws: ``StoreError`` if the file can't be read to the end.
  mutating func run() throws(StoreError) {
    let connection = try SQLiteConnection(inspecting: path)
    self.connection = connection
    // One moment's contents, whoever writes meanwhile.
    try connection.run("BEGIN")
    defer { try? connection.run("COMMIT") }
    try Migrations.check(connection, path: path)
    let version = try connection.integer("PRAGMA user_version")
    try checkStructure(connection)
    guard version > 0 else {
      findings.append(StoreFinding("the database \(path) is empty: no memo was ever saved in it"))
      return
    }
    guard try hasTables(connection) else { return }
    try checkRows(connection)
    try checkTotals(connection)
    guard !findings.contains(where: \.isFault) else { return }
    let (live, trashed) = try totals(connection)
    let trash = trashed == 0 ? "none in the trash" : "\(trashed) more in the trash"
    findings.insert(StoreFinding("the database \(path) is in order: \(live.counted("memo")), \(trash)"), at: 0)
    if version < Migrations.steps.count {
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

  private mutating func hasTables(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    let tables = try connection.query("SELECT name FROM sqlite_schema WHERE type = 'table'") { row throws(StoreError) in
      row.text(0)
    }
    // Those that are looked into here; later versions have more.
    let missing = ["memos", "texts", "totals"].filter { !tables.contains($0) }
    for table in missing { add("the database \(path) is damaged: it lacks the table \(table)") }
    return missing.isEmpty
  }

  private mutating func checkRows(_ connection: SQLiteConnection) throws(StoreError) {
    let sql = """
      SELECT memos.key, id, version, bytes, properties, texts.key FROM memos LEFT JOIN texts ON texts.key = memos.key
      """
    let inPieces = try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'pieces'") > 0
    let faults = try connection.query(sql) { row throws(StoreError) in
      try Self.fault(of: row) { key throws(StoreError) in
        inPieces
          ? try TextRows.text(key, in: connection) ?? [] : try TextRows.inlineText(key, in: connection) ?? []
      }
    }.compactMap(\.self)
    for fault in faults.prefix(Self.mostTold) { add(fault) }
    if faults.count > Self.mostTold { add("\((faults.count - Self.mostTold).counted("more memo")) like these") }
    let texts = try connection.integer("SELECT count(*) FROM texts WHERE key NOT IN (SELECT key FROM memos)")
    if texts > 0 { add("the database \(path) keeps \(texts.counted("text")) of no memo") }
  }

  /// What is wrong with a memo's row, if anything is.
  private static func fault(
    of row: SQLiteStatement, text: (_ key: Int) throws(StoreError) -> [UInt8]
  ) throws(StoreError) -> String? {
    guard let id = MemoID(row.text(1)) else { return "the memo in row \(row.integer(0)) has no valid id" }
    guard row.integer(2) > 0 else { return "memo \(id) has the version \(row.integer(2))" }
    guard (try? JSONObject(json: row.bytes(4))) != nil else { return "the properties of memo \(id) can't be read" }
    guard let key = row.optionalInteger(5) else { return "the text of memo \(id) is missing" }
    guard let text = try Self.readable({ () throws(StoreError) in try text(key) }) else {
      return "the text of memo \(id) is damaged: a piece of it is missing"
    }
    guard String(validating: text, as: UTF8.self) != nil else {
      return "the text of memo \(id) is damaged: it is no UTF-8"
    }
    guard text.count == row.integer(3) else {
      return
        "the text of memo \(id) is damaged: it has \(text.count.counted("byte")), and should have \(row.integer(3))"
    }
    return nil
  }

  /// Nil if what is read contradicts itself, rather than not being readable at all.
  private static func readable(_ body: () throws(StoreError) -> [UInt8]) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) { return try body() } catch  where error.reason == .corrupt { return nil }
  }

  private mutating func checkTotals(_ connection: SQLiteConnection) throws(StoreError) {
    let kept = try connection.query("SELECT live, trashed FROM totals") { row throws(StoreError) in
      [row.integer(0), row.integer(1)]
    }
    let (live, trashed) = try totals(connection)
    if kept != [[live, trashed]] {
      add("the totals of \(path) are wrong: lists would tell another number of memos than there are")
    }
  }

  private func totals(_ connection: SQLiteConnection) throws(StoreError) -> (live: Int, trashed: Int) {
    let trashed = try connection.integer("SELECT count(*) FROM memos WHERE trashed_at IS NOT NULL")
    return (try connection.integer("SELECT count(*) FROM memos") - trashed, trashed)
  }

  private mutating func add(_ fault: String) { findings.append(StoreFinding(isFault: true, fault)) }
}
