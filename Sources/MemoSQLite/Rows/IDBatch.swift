import MemoModel

/// Statements about several memos at once: one by one takes longer.
enum IDBatch {
  /// The number that a statement is about.
  static let count = 32
  /// The place of their identifiers in a statement, as a list.
  static let places = "(\((1...count).map { "?\($0)" }.joined(separator: ", ")))"

  /// Runs a statement for all memos, a batch after the other, and hands over its rows.
  static func forEachRow(
    _ sql: String, _ ids: [MemoID], in connection: SQLiteConnection,
    _ body: (SQLiteStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    for start in stride(from: 0, to: ids.count, by: count) {
      var values = ids[start...].prefix(count).map { SQLiteValue.text($0.description) }
      // Nothing equals null.
      values += repeatElement(SQLiteValue.null, count: count - values.count)
      try connection.forEachRow(sql, values) { row throws(StoreError) in
        try body(row)
        return true
      }
    }
  }
}
