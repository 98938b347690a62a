import MemoModel

/// What memos' texts say, as rows of the database.
package enum ReferenceRows {
  /// Stores what a text says in place of what the one before it said; nil for one that was not looked at.
  static func put(
    _ references: MemoReferences?, of id: MemoID, _ key: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    if let references {
      try connection.run(
        "INSERT OR REPLACE INTO memo_references VALUES (?, ?, ?)",
        [.integer(key), .integer(references.hasTasks ? 1 : 0), .text(ReferenceContents.encoded(references))])
      try connection.run("DELETE FROM unread WHERE key = ?", [.integer(key)])
    } else {
      try connection.run("DELETE FROM memo_references WHERE key = ?", [.integer(key)])
      try connection.run("INSERT OR IGNORE INTO unread VALUES (?)", [.integer(key)])
    }
    try NameRows.put(references.map { NameRows.names(of: id, $0) } ?? [], key, in: connection)
    try LinkRows.put(references.map(LinkRows.targets) ?? [:], key, in: connection)
  }

  /// Stores what the text of a memo says that was just stored; without references, what is stored stays with a text
  /// that stays. The memo's tags are stored in any case: lists are sorted by what else is new of it.
  static func put(
    _ references: MemoReferences?, of row: ListRow, _ key: Int, isSameText: Bool, in connection: SQLiteConnection
  ) throws(StoreError) {
    var said = references
    if said == nil, isSameText { said = try Self.references(key, in: connection) }
    if references != nil || said == nil { try put(said, of: row.summary.metadata.id, key, in: connection) }
    try TagRows.put(row.summary.metadata, said, key: key, in: connection)
  }

  /// What is stored of a memo; nil if its text was not looked at, or what is stored is damaged.
  static func references(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> MemoReferences? {
    let sql = "SELECT contents FROM memo_references WHERE key = ?"
    let found = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
      ReferenceContents.decoded(row.bytes(0))
    }
    return found.first ?? nil
  }

  /// What memos say, unsaved or stored.
  static func references(
    of ids: [MemoID], over unsaved: UnsavedReferences, in connection: SQLiteConnection
  ) throws(StoreError) -> [MemoID: MemoReferences] {
    var found: [MemoID: MemoReferences] = [:]
    for id in ids {
      guard let key = try MemoRows.key(of: id, in: connection), try unsaved.counts(key, id, in: connection) else {
        continue
      }
      found[id] = try references(key, in: connection)
    }
    for memo in unsaved.memos where ids.contains(memo.row.summary.metadata.id) {
      found[memo.row.summary.metadata.id] = memo.references
    }
    return found
  }

  /// Memos whose texts were not looked at yet, those made last first.
  static func unread(limit: Int, in connection: SQLiteConnection) throws(StoreError) -> [MemoID] {
    var ids: [MemoID] = []
    // What has no valid identifier takes no other's place.
    let sql = "SELECT id FROM unread JOIN memos ON memos.key = unread.key ORDER BY unread.key DESC"
    try connection.forEachRow(sql, []) { row throws(StoreError) in
      if ids.count < limit, let id = MemoID(row.text(0)) { ids.append(id) }
      return ids.count < limit
    }
    return ids
  }

  /// The tables that have rows of memos, by their keys.
  static let tables = ["unread", "memo_references", "names", "links", "former_titles"]

  /// Forgets what is kept of memos that are not there.
  static func forgetStrays(in connection: SQLiteConnection) throws(StoreError) {
    for table in tables { try connection.run("DELETE FROM \(table) WHERE key NOT IN (SELECT key FROM memos)") }
  }

  /// Stores what a text says that was not looked at, if it is the one that was found so.
  static func fill(_ found: FoundReferences, in connection: SQLiteConnection) throws(StoreError) {
    let summary = found.row.summary
    let id = summary.metadata.id
    let sql = """
      UPDATE memos SET display_title = ?, sort_title = ?, preview = ?
      WHERE id = ? AND revision = ? AND key IN (SELECT key FROM unread) RETURNING key
      """
    let values: [SQLiteValue] = [
      .text(summary.displayTitle), .text(found.row.sortTitle), .text(summary.preview), .text(id.description),
      .integer(found.revision),
    ]
    let keys = try connection.query(sql, values) { row throws(StoreError) in row.integer(0) }
    guard let key = keys.first else { return }
    try put(found.references, of: id, key, in: connection)
    try NameRows.noteFormerTitles(of: id, key, in: connection)
    guard let metadata = try MemoRows.metadata(of: id, in: connection) else { return }
    try TagRows.put(metadata, found.references, key: key, in: connection)
  }
}
