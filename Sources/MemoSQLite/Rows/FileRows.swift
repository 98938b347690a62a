import MemoModel

/// Records of a folder's files, as rows of the database.
enum FileRows {
  static func all(in connection: SQLiteConnection) throws(StoreError) -> [FileRow] {
    try rows("ORDER BY path", in: connection)
  }

  /// The rows that meet a condition.
  static func rows(
    _ condition: String, _ values: [SQLiteValue] = [], in connection: SQLiteConnection
  ) throws(StoreError) -> [FileRow] {
    let sql = """
      SELECT path, id, revision, size, modified, changed, inode, born, hash, is_gone, is_released, follows_title,
        permissions
      FROM files \(condition)
      """
    var rows: [FileRow] = []
    try connection.forEachRow(sql, values) { row throws(StoreError) in
      guard let id = MemoID(row.text(1)) else { return true }
      rows.append(
        FileRow(
          path: row.text(0), id: id, revision: row.integer(2), size: row.integer(3), modified: row.integer(4),
          changed: row.integer(5), inode: row.integer(6), born: row.integer(7),
          permissions: UInt16(exactly: row.integer(12)).flatMap { $0 == 0 ? nil : $0 },
          hash: row.withBytes(8) { $0.prefix(16).reduce(0) { $0 << 8 | UInt128($1) } }, isGone: row.integer(9) != 0,
          isReleased: row.integer(10) != 0, followsTitle: row.integer(11) != 0))
      return true
    }
    return rows
  }

  /// Replaces rows with the same path or the same memo. Memos that get another file by that are retitled.
  ///
  /// - Parameter absent: memos that are not stored yet.
  static func note(
    _ rows: [FileRow], forgetting memos: [MemoID], absent: Set<MemoID> = [], by writer: Int,
    in connection: SQLiteConnection
  ) throws(StoreError) {
    var before: [MemoID: MemoFile?] = [:]
    for id in memos + rows.map(\.id) where !absent.contains(id) {
      before[id] = .some(try file(of: id, in: connection))
    }
    for id in memos { try connection.run("DELETE FROM files WHERE id = ?", [.text(id.description)]) }
    for row in rows {
      // Mostly a new memo's file is new, too.
      if absent.contains(row.id) {
        try connection.run(
          "INSERT OR IGNORE INTO files VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, NULL, ?13)",
          values(row))
        if connection.changedRows == 1 { continue }
      }
      for id in try owners(of: row.path, in: connection) where before[id] == nil {
        before[id] = .some(try file(of: id, in: connection))
      }
      try connection.run(
        """
        INSERT OR REPLACE INTO files
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
          (SELECT wanted FROM files WHERE path = ?1 AND id = ?2), ?13
        """, values(row))
    }
    for (id, old) in before {
      let new = try file(of: id, in: connection)
      if new != old { try FiledRows.change(to: new, of: id, by: writer, in: connection) }
    }
  }

  private static func values(_ row: FileRow) -> [SQLiteValue] {
    let hash = (0..<16).map { UInt8(truncatingIfNeeded: row.hash >> (120 - 8 * $0)) }
    let numbers = [row.revision, row.size, row.modified, row.changed, row.inode, row.born].map(SQLiteValue.integer)
    return [.text(row.path), .text(row.id.description)] + numbers + [.blob(hash)]
      + [row.isGone, row.isReleased, row.followsTitle].map { .integer($0 ? 1 : 0) }
      + [.integer(Int(row.permissions ?? 0))]
  }

  /// The memos with a path.
  private static func owners(of path: String, in connection: SQLiteConnection) throws(StoreError) -> [MemoID] {
    try connection.query("SELECT id FROM files WHERE path = ?", [.text(path)]) { row throws(StoreError) in
      MemoID(row.text(0))
    }.compactMap(\.self)
  }

  /// The file of a memo; nil if it has none, or was released, or if its row is kept aside.
  static func file(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> MemoFile? {
    let sql = "SELECT \(path), follows_title FROM files WHERE id = ? AND \(isFile)"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      MemoFile(path: row.text(0), followsTitle: row.integer(1) != 0)
    }.first
  }

  /// The paths that files are to be moved to.
  static func wanted(in connection: SQLiteConnection) throws(StoreError) -> [MemoID: String] {
    let rows = try connection.query("SELECT id, wanted FROM files WHERE wanted IS NOT NULL") { row throws(StoreError) in
      MemoID(row.text(0)).map { ($0, row.text(1)) }
    }
    return Dictionary(rows.compactMap(\.self)) { first, _ in first }
  }

  /// The memos whose files are no longer those of these moves.
  static func stale(_ files: [FileMove], in connection: SQLiteConnection) throws(StoreError) -> [StaleMemo] {
    var stale: [StaleMemo] = []
    for move in files where try file(of: move.id, in: connection) != move.old {
      stale.append(StaleMemo(id: move.id, stored: try filed(MemoRows.memo(move.id, in: connection), in: connection)))
    }
    return stale
  }

  /// Records a planned move of a file.
  static func want(_ file: FileMove, by writer: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run(
      "UPDATE files SET wanted = iif(path = ?1, NULL, ?1), follows_title = ?2 WHERE id = ?3",
      [.text(file.new.path), .integer(file.new.followsTitle ? 1 : 0), .text(file.id.description)])
    try FiledRows.change(to: file.new, of: file.id, by: writer, in: connection)
  }

  /// Whether the row of a file is that of its memo's file.
  static let isFile = "is_released = 0 AND files.path NOT GLOB '\(FileRow.aside)/*'"

  /// The path by which links name a memo.
  static let path = "coalesce(files.wanted, files.path)"

  /// A memo with its file.
  static func filed(_ memo: StoredMemo?, in connection: SQLiteConnection) throws(StoreError) -> StoredMemo? {
    guard var memo else { return nil }
    memo.file = try file(of: memo.metadata.id, in: connection)
    return memo
  }

  /// Live memos without a file, memos in another state than their row names, and rows whose memo no longer exists.
  static func unlikeMemos(in connection: SQLiteConnection) throws(StoreError) -> [MemoID] {
    // To find a memo by its file's row takes half as long as the other way round. What each memo is looked for in has
    // the order of ids: so memos are gone through in that order (`id >= ''`), and not in that of any list (`+`).
    let sql = """
      SELECT files.id FROM files LEFT JOIN memos ON memos.id = files.id WHERE memos.revision IS NOT files.revision
      UNION ALL
      SELECT id FROM memos WHERE id NOT IN (SELECT id FROM files) AND id >= '' AND +trashed_at IS NULL
      """
    return try connection.query(sql, []) { row throws(StoreError) in MemoID(row.text(0)) }.compactMap(\.self)
  }

  /// The revision at which a memo was last in sync with its file; nil if it has none.
  static func revision(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Int? {
    let sql = "SELECT revision FROM files WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) }.first
  }
}
