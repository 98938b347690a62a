import MemoModel

/// The references of memos' texts, as rows of the database.
package enum ReferenceRows {
  /// Replaces a memo's stored references; nil for a text that was not read.
  static func put(
    _ references: MemoReferences?, of id: MemoID, _ key: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    if let references {
      try connection.run(insertion, values(references, key))
      try connection.run("DELETE FROM unread WHERE key = ?", [.integer(key)])
    } else {
      try connection.run("DELETE FROM memo_references WHERE key = ?", [.integer(key)])
      try connection.run("INSERT OR IGNORE INTO unread VALUES (?)", [.integer(key)])
    }
    try NameRows.put(references.map { NameRows.names(of: id, $0) } ?? [], key, in: connection)
    try LinkRows.put(references.map(LinkRows.targets) ?? [:], key, in: connection)
  }

  /// Stores the references of a memo that was just stored; if they are nil, the stored ones stay if the text does. The
  /// memo's tags are stored in any case: their rows repeat what lists sort by.
  static func put(
    _ references: MemoReferences?, of row: ListRow, _ key: Int, isSameText: Bool, in connection: SQLiteConnection
  ) throws(StoreError) {
    var said = references
    if said == nil, isSameText { said = try Self.references(key, in: connection) }
    if references != nil || said == nil { try put(said, of: row.summary.metadata.id, key, in: connection) }
    try TagRows.put(row.summary.metadata, said, key: key, in: connection)
  }

  /// Stores the references of a new memo whose key no table has a row for; nil for a text that was not read.
  static func add(
    _ references: MemoReferences?, of row: ListRow, _ key: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    let memo = row.summary.metadata
    if let references {
      try connection.run(insertion, values(references, key))
      try NameRows.add(NameRows.names(of: memo.id, references), key, isTrashed: memo.isTrashed, in: connection)
      try LinkRows.put(LinkRows.targets(of: references), key, over: [:], in: connection)
    } else {
      try connection.run("INSERT OR IGNORE INTO unread VALUES (?)", [.integer(key)])
    }
    try TagRows.add(memo, references, key: key, in: connection)
  }

  private static let insertion = "INSERT OR REPLACE INTO memo_references VALUES (?, ?, ?)"

  private static func values(_ references: MemoReferences, _ key: Int) -> [SQLiteValue] {
    [.integer(key), .integer(references.hasTasks ? 1 : 0), .text(ReferenceContents.encoded(references))]
  }

  /// The stored references of a memo; nil if its text was not read, or they are damaged.
  static func references(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> MemoReferences? {
    let sql = "SELECT contents FROM memo_references WHERE key = ?"
    let found = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
      ReferenceContents.decoded(row.bytes(0))
    }
    return found.first ?? nil
  }

  /// The references of memos, unsaved or stored.
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

  /// Memos whose texts were not read yet, the newest first.
  static func unread(limit: Int, in connection: SQLiteConnection) throws(StoreError) -> [MemoID] {
    var ids: [MemoID] = []
    // Memos with an invalid identifier must not use up the limit.
    let sql = "SELECT id FROM unread JOIN memos ON memos.key = unread.key ORDER BY unread.key DESC"
    try connection.forEachRow(sql, []) { row throws(StoreError) in
      if ids.count < limit, let id = MemoID(row.text(0)) { ids.append(id) }
      return ids.count < limit
    }
    return ids
  }

  /// The tables that have rows of memos, by their keys.
  static let tables = ["unread", "memo_references", "names", "links", "former_titles"]

  /// Deletes rows of memos that do not exist.
  static func forgetStrays(in connection: SQLiteConnection) throws(StoreError) {
    for table in tables { try connection.run("DELETE FROM \(table) WHERE key NOT IN (SELECT key FROM memos)") }
  }

  /// Stores the references of a text that was not read before, if it is still that text.
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
    let file = try FileRows.file(of: id, in: connection)
    if file != found.row.file { try FiledRows.put(file, of: id, in: connection) }
  }
}
