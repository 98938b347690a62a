import MemoModel

/// Records of imports and exports, as rows of the database.
enum ExchangeRows {
  static func importRecord(
    of source: String, in connection: SQLiteConnection
  ) throws(StoreError) -> ImportRecord? {
    let sql = "SELECT id, digest, text FROM imports WHERE source = ?"
    let found = try connection.query(sql, [.text(source)]) { row throws(StoreError) in
      MemoID(row.text(0)).map { ImportRecord(source: source, id: $0, digest: row.text(1), text: row.bytes(2)) }
    }
    return found.first ?? nil
  }

  static func note(_ records: [ImportRecord], in connection: SQLiteConnection) throws(StoreError) {
    for record in records {
      try connection.run(
        "INSERT OR REPLACE INTO imports VALUES (?, ?, ?, ?)",
        [.text(record.source), .text(record.id.description), .text(record.digest), .blob(record.text)])
    }
  }

  static func exported(
    to folder: String, in connection: SQLiteConnection
  ) throws(StoreError) -> [String: String] {
    let sql = "SELECT name, digest FROM exports WHERE folder = ?"
    let rows = try connection.query(sql, [.text(folder)]) { row throws(StoreError) in (row.text(0), row.text(1)) }
    return Dictionary(rows) { $1 }
  }

  static func noteExport(
    _ files: [String: String], to folder: String, in connection: SQLiteConnection
  ) throws(StoreError) {
    try connection.run("DELETE FROM exports WHERE folder = ?", [.text(folder)])
    for (name, digest) in files {
      try connection.run("INSERT INTO exports VALUES (?, ?, ?)", [.text(folder), .text(name), .text(digest)])
    }
  }
}
