import MemoMarkup
import MemoModel
import MemoText

/// The titles and previews in lists, filled in anew where an earlier version had others.
enum ExcerptRows {
  /// The first lines by which a text with a header was listed; U+FEFF may precede them.
  private static let fences = ["---", "+++", "\u{FEFF}---", "\u{FEFF}+++"]
  /// The most bytes of a text to read: a header and what lists show after it.
  static let mostBytes = 2 * Header.largest

  /// Fills in titles and previews of the memos that begin with a header, and of those whose title is too long. No other
  /// text is read, and one that can't be read stays as it is listed.
  static func fillIn(_ connection: SQLiteConnection) throws(StoreError) {
    var last = Int.min
    while true {
      let sql = """
        SELECT key FROM memos
        WHERE key > ? AND (display_title IN (?, ?, ?, ?) OR length(CAST(display_title AS BLOB)) > 1024)
        ORDER BY key LIMIT 100
        """
      let values = [.integer(last)] + fences.map { SQLiteValue.text($0) }
      let keys = try connection.query(sql, values) { row throws(StoreError) in row.integer(0) }
      guard let end = keys.last else { return }
      last = end
      for key in keys {
        guard let text = (try? TextRows.beginning(key, mostBytes, in: connection)).flatMap({ Rope(validatingUTF8: $0) })
        else { continue }
        let excerpts = Excerpts(of: text)
        let sortTitle = excerpts.title.caseFolded
        try connection.run(
          "UPDATE memos SET display_title = ?, sort_title = ?, preview = ? WHERE key = ?",
          [.text(excerpts.title), .text(sortTitle), .text(excerpts.preview), .integer(key)])
        try connection.run("UPDATE tags SET tagged_sort_title = ? WHERE key = ?", [.text(sortTitle), .integer(key)])
      }
    }
  }
}
