package import MemoModel

extension ReferenceRows {
  /// How many memos' texts say something else than the rows by which they are found, or neither are looked at nor known
  /// to be still to be looked at. What belongs to no memo counts, too.
  package static func faults(in connection: SQLiteConnection) throws(StoreError) -> Int {
    var faults = 0
    for table in ["unread", "memo_references", "names", "links", "former_titles"] {
      faults += try connection.integer(
        "SELECT count(DISTINCT key) FROM \(table) WHERE key NOT IN (SELECT key FROM memos)")
    }
    let sql = """
      SELECT memos.key, id, trashed_at IS NOT NULL, contents, unread.key IS NOT NULL, has_tasks FROM memos
      LEFT JOIN memo_references ON memo_references.key = memos.key LEFT JOIN unread ON unread.key = memos.key
      """
    try connection.forEachRow(sql, []) { row throws(StoreError) in
      let references = row.optionalBytes(3).flatMap(ReferenceContents.decoded)
      // What has no valid identifier has been told.
      guard let id = MemoID(row.text(1)) else { return true }
      let isRead = references != nil && references?.hasTasks == (row.integer(5) != 0)
      let isFound = try isFound(id, row.integer(0), isTrashed: row.integer(2) != 0, references, in: connection)
      if isRead == (row.integer(4) != 0) || !isFound { faults += 1 }
      return true
    }
    return faults
  }

  /// Whether a memo is found by what its text says, and by nothing else.
  private static func isFound(
    _ id: MemoID, _ key: Int, isTrashed: Bool, _ references: MemoReferences?, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    let sql = "SELECT count(*) FROM names WHERE key = ? AND is_trashed <> ?"
    let mistaken = try connection.integer(sql, [.integer(key), .integer(isTrashed ? 1 : 0)])
    let names = try NameRows.stored(key, in: connection)
    let targets = try LinkRows.stored(key, in: connection)
    return mistaken == 0 && names == references.map { NameRows.names(of: id, $0) } ?? []
      && targets == references.map(LinkRows.targets) ?? [:]
  }
}
