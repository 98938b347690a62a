import JSON
package import MemoModel

/// Memos as rows of the database's tables, both ways.
package enum MemoRows {
  static let columns =
    "id, version, created_at, modified_at, trashed_at, properties, display_title, preview, bytes, sort_title"

  /// The plausible lengths of a text, in bytes: longer than any is, and short enough to be added up.
  static let lengths = 0...(1 << 40)

  /// The condition for a valid identifier, in SQL.
  static let hasValidID = "length(id) BETWEEN 1 AND \(MemoID.maximumLength) AND NOT id GLOB '*[^A-Za-z0-9._-]*'"

  /// Selects memos with their texts, if these are in their rows.
  private static let memos = """
    SELECT \(columns), revision, memos.key, text, layout IS NULL FROM memos LEFT JOIN texts ON texts.key = memos.key
    """
  private static let memoSQL = "\(memos) WHERE id = ?"
  private static let followingSQL = "\(memos) WHERE memos.key > ? ORDER BY memos.key"

  /// A memo with its text; nil if there is none.
  package static func memo(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> StoredMemo? {
    do throws(StoreError) {
      return try connection.query(memoSQL, [.text(id.description)]) { row throws(StoreError) in
        try Patience.spend(row.integer(8, in: lengths) + row.withBytes(5, \.count))
        return try memo(row, in: connection)
      }.first
    } catch  where error.reason == .corrupt {
      throw damaged(id)
    }
  }

  /// Hands over memos in the order of their keys, until the body answers false.
  ///
  /// - Parameter damaged: called for each memo that can't be read and is left out.
  static func forEach(
    after key: Int, in connection: SQLiteConnection, damaged: (MemoID) -> Void, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError) {
    var last = key
    while true {
      do throws(StoreError) {
        return try forEachReadable(after: &last, in: connection, body)
      } catch  where error.reason == .corrupt {
        // The first columns of a row can be readable though the others aren't. If not even those are, no later row can
        // be found.
        let sql = "SELECT key, id FROM memos WHERE key > ? ORDER BY key LIMIT 1"
        let rows = try connection.query(sql, [.integer(last)]) { row throws(StoreError) in
          (key: row.integer(0), id: MemoID(row.text(1)))
        }
        guard let row = rows.first, row.key > last else { throw error }
        last = row.key
        if let id = row.id { damaged(id) }
      }
    }
  }

  private static func forEachReadable(
    after last: inout Int, in connection: SQLiteConnection, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError) {
    try connection.forEachRow(followingSQL, [.integer(last)]) { row throws(StoreError) in
      let key = row.integer(11)
      // Damaged pages may lead in circles.
      guard key > last else { throw StoreError(.corrupt, "the rows of the store stand in no order") }
      let memo = try memo(row, in: connection)
      last = key
      return body(key, memo)
    }
  }

  private static func memo(_ row: SQLiteStatement, in connection: SQLiteConnection) throws(StoreError) -> StoredMemo {
    let text = row.integer(13) != 0 ? row.optionalBytes(12) : try TextRows.text(row.integer(11), in: connection)
    let metadata = try metadata(row)
    // A text shorter than its row says has lost something; if longer, only the number is wrong.
    guard let text, text.count >= row.integer(8) else { throw damaged(metadata.id) }
    return StoredMemo(metadata: metadata, text: text, revision: row.integer(10))
  }

  /// The error for a single memo that can't be read.
  static func damaged(_ id: MemoID) -> StoreError {
    StoreError(
      .corrupt,
      "memo \(id) is damaged in the store; copy the store's files, then save what can be read with: memo-ls recover")
  }

  /// The recorded length of a memo's text; nil if the memo does not exist.
  static func bytes(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Int? {
    try connection.query("SELECT bytes FROM memos WHERE id = ?", [.text(id.description)]) { row throws(StoreError) in
      row.integer(0)
    }.first
  }

  static func contains(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Bool {
    try isTrashed(id, in: connection) != nil
  }

  /// Those of these memos that exist.
  static func existing(_ ids: [MemoID], in connection: SQLiteConnection) throws(StoreError) -> Set<MemoID> {
    var existing: Set<MemoID> = []
    let sql = "SELECT id FROM memos WHERE id IN \(IDBatch.places)"
    try IDBatch.forEachRow(sql, ids, in: connection) { row throws(StoreError) in
      if let id = MemoID(row.text(0)) { existing.insert(id) }
    }
    return existing
  }

  /// The key of a memo's row; nil if there is none.
  static func key(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Int? {
    let sql = "SELECT key FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) }.first
  }

  /// The identifier of the memo in a row; nil if there is none.
  static func id(of key: Int, in connection: SQLiteConnection) throws(StoreError) -> MemoID? {
    let sql = "SELECT id FROM memos WHERE key = ?"
    return try connection.query(sql, [.integer(key)]) { row throws(StoreError) in MemoID(row.text(0)) }.first ?? nil
  }

  /// Searches the index of identifiers, all of it for those that end with the text.
  static func ids(
    beginningOrEndingWith part: String, limit: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> [MemoID] {
    let sql = """
      SELECT id FROM memos WHERE substr(id, 1, length(?1)) = ?1 OR substr(id, -length(?1)) = ?1
      ORDER BY id <> ?1, id LIMIT ?2
      """
    return try connection.query(sql, [.text(part), .integer(limit)]) { row in MemoID(row.text(0)) }.compactMap { $0 }
  }

  /// Whether a memo is in the trash; nil if it does not exist.
  static func isTrashed(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Bool? {
    let sql = "SELECT trashed_at IS NOT NULL FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) != 0 }.first
  }

  /// All of a memo but its text; nil if there is none.
  static func metadata(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> MemoMetadata? {
    let sql = "SELECT \(columns) FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in try metadata(row) }.first
  }

  /// Metadata from a row's first six columns.
  static func metadata(_ row: SQLiteStatement) throws(StoreError) -> MemoMetadata {
    guard let id = MemoID(row.text(0)) else {
      throw StoreError(
        .corrupt, "a memo's row is damaged; copy the store's files, then save what can be read with: memo-ls recover")
    }
    guard MemoMetadata.versions.contains(row.integer(1)), let properties = try? JSONObject(json: row.bytes(5)) else {
      throw damaged(id)
    }
    return metadata(row, id, version: row.integer(1), properties: properties)
  }

  static func metadata(
    _ row: SQLiteStatement, _ id: MemoID, version: Int, properties: JSONObject
  ) -> MemoMetadata {
    MemoMetadata(
      id: id,
      version: version,
      createdAt: Timestamp(millisecondsSince1970: row.integer(2)),
      modifiedAt: Timestamp(millisecondsSince1970: row.integer(3)),
      trashedAt: row.optionalInteger(4).map(Timestamp.init(millisecondsSince1970:)),
      properties: properties
    )
  }
}
