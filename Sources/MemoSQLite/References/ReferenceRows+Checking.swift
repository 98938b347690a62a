package import MemoModel

extension ReferenceRows {
  /// The number of rows that belong to no memo.
  package static func strays(in connection: SQLiteConnection) throws(StoreError) -> Int {
    var strays = 0
    for table in tables {
      strays += try connection.integer("SELECT count(*) FROM \(table) WHERE key NOT IN (SELECT key FROM memos)")
    }
    return strays
  }

  /// The number of missing starting points of queries about links (`Migrations.ninth`).
  package static func missingCandidates(in connection: SQLiteConnection) throws(StoreError) -> Int {
    try connection.integer(
      """
      SELECT (
        SELECT count(*) FROM (
          SELECT form FROM names GROUP BY form HAVING min(key) <> max(key) EXCEPT SELECT form FROM shared_names)
      ) + (
        SELECT count(*) FROM (
          SELECT form FROM links WHERE NOT EXISTS (
            SELECT 1 FROM names
            WHERE form = links.form AND is_trashed = 0 AND (links.is_identifier <> 1 OR kind = 1))
          EXCEPT SELECT form FROM unmet_links)
      ) + (
        SELECT count(*) FROM memo_references
        WHERE key NOT IN (SELECT key FROM unlinking) AND NOT EXISTS (
          SELECT 1 FROM links WHERE links.key = memo_references.key AND (form <> '' OR is_identifier = 1))
      )
      """)
  }

  /// The memos whose references do not match the rows by which they are found, or that are neither indexed nor waiting
  /// for it.
  package static func faults(in connection: SQLiteConnection) throws(StoreError) -> [MemoID] {
    var faults: [MemoID] = []
    let sql = """
      SELECT memos.key, id, contents, unread.key IS NOT NULL, has_tasks FROM memos
      LEFT JOIN memo_references ON memo_references.key = memos.key LEFT JOIN unread ON unread.key = memos.key
      """
    try connection.forEachRow(sql, []) { row throws(StoreError) in
      let references = row.optionalBytes(2).flatMap(ReferenceContents.decoded)
      // An invalid identifier was reported already.
      guard let id = MemoID(row.text(1)) else { return true }
      let isRead = references != nil && row.integer(4) == (references?.hasTasks == true ? 1 : 0)
      let isFound = try isFound(id, row.integer(0), references, in: connection)
      if isRead == (row.integer(3) != 0) || !isFound { faults.append(id) }
      return true
    }
    return faults
  }

  /// Whether a memo is found by exactly its references.
  private static func isFound(
    _ id: MemoID, _ key: Int, _ references: MemoReferences?, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    let names = references.map { NameRows.names(of: id, $0) } ?? []
    let targets = references.map(LinkRows.targets) ?? [:]
    guard try NameRows.are(names, storedOf: key, in: connection) else { return false }
    return try LinkRows.are(targets, storedOf: key, in: connection)
  }
}
