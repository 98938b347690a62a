import MemoModel

/// How far journals are saved, as rows of the database.
enum JournalRows {
  static func set(_ marks: JournalMarks, in connection: SQLiteConnection) throws(StoreError) {
    for (id, sequence) in marks.sequences {
      try connection.run(
        "INSERT OR REPLACE INTO journal_marks (journal, id, sequence) VALUES (?, ?, ?)",
        [.integer(marks.journal), .text(id.description), .integer(sequence)])
    }
  }

  static func marks(ofJournal journal: Int, in connection: SQLiteConnection) throws(StoreError) -> JournalMarks {
    var marks = JournalMarks(journal: journal, sequences: [:])
    let sql = "SELECT id, sequence FROM journal_marks WHERE journal = ?"
    for (id, sequence) in try connection.query(
      sql, [.integer(journal)],
      row: { row throws(StoreError) in
        (row.text(0), row.integer(1))
      })
    {
      if let id = MemoID(id) { marks.sequences[id] = sequence }
    }
    return marks
  }

  static func journals(in connection: SQLiteConnection) throws(StoreError) -> [Int] {
    try connection.query("SELECT DISTINCT journal FROM journal_marks") { row throws(StoreError) in row.integer(0) }
  }

  static func forget(_ journal: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM journal_marks WHERE journal = ?", [.integer(journal)])
  }
}
