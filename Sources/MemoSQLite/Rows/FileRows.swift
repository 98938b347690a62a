import MemoModel

/// What is remembered of a folder's files, as rows of the database.
enum FileRows {
  static func all(in connection: SQLiteConnection) throws(StoreError) -> [FileRow] {
    let sql = """
      SELECT path, id, revision, size, modified, changed, inode, born, hash, is_gone, is_released FROM files
      ORDER BY path
      """
    return try connection.query(sql, []) { row throws(StoreError) in
      MemoID(row.text(1)).map { id in
        FileRow(
          path: row.text(0), id: id, revision: row.integer(2), size: row.integer(3), modified: row.integer(4),
          changed: row.integer(5), inode: row.integer(6), born: row.integer(7),
          hash: row.bytes(8).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }, isGone: row.integer(9) != 0,
          isReleased: row.integer(10) != 0)
      }
    }.compactMap(\.self)
  }

  /// What has the same path goes, and what has the same memo.
  static func note(
    _ rows: [FileRow], forgetting memos: [MemoID], in connection: SQLiteConnection
  ) throws(StoreError) {
    for id in memos { try connection.run("DELETE FROM files WHERE id = ?", [.text(id.description)]) }
    for row in rows {
      let hash = (0..<16).map { UInt8(truncatingIfNeeded: row.hash >> (120 - 8 * $0)) }
      let numbers = [row.revision, row.size, row.modified, row.changed, row.inode, row.born].map(SQLiteValue.integer)
      try connection.run(
        "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [.text(row.path), .text(row.id.description)] + numbers
          + [.blob(hash), .integer(row.isGone ? 1 : 0), .integer(row.isReleased ? 1 : 0)])
    }
  }

  /// The state of a memo that its file was last equal to; nil if it has none.
  static func revision(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Int? {
    let sql = "SELECT revision FROM files WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) }.first
  }
}
