package import MemoModel

/// The point up to which journals are saved, as rows of the database.
package enum JournalRows {
  static func set(
    _ mark: JournalMark, of id: MemoID, inJournal journal: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO journal_marks (journal, id, sequence, version, base, revision) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .integer(journal), .text(id.description), .integer(mark.sequence), .integer(mark.version), .integer(mark.base),
        .integer(mark.revision),
      ])
  }

  /// The point up to which a journal is saved.
  package static func marks(ofJournal journal: Int, in connection: SQLiteConnection) throws(StoreError) -> [MemoID:
    JournalMark]
  {
    let sql = "SELECT id, sequence, version, base, revision FROM journal_marks WHERE journal = ?"
    let rows = try connection.query(sql, [.integer(journal)]) { row throws(StoreError) in
      (
        id: MemoID(row.text(0)),
        mark: JournalMark(
          sequence: row.integer(1), version: row.integer(2), base: row.integer(3), revision: row.integer(4))
      )
    }
    var marks: [MemoID: JournalMark] = [:]
    for case (let id?, let mark) in rows { marks[id] = mark }
    return marks
  }

  static func journals(in connection: SQLiteConnection) throws(StoreError) -> [Int] {
    try connection.query("SELECT DISTINCT journal FROM journal_marks") { row throws(StoreError) in row.integer(0) }
  }

  static func forget(_ journal: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM journal_marks WHERE journal = ?", [.integer(journal)])
  }
}
