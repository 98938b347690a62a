import JSON
import MemoModel

/// Memos as rows of the database's tables, both ways.
enum MemoRows {
  static let columns =
    "id, version, created_at, modified_at, trashed_at, properties, display_title, preview, bytes, sort_title"

  static func memo(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> StoredMemo? {
    let sql = "SELECT \(columns), revision, key FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      let text = try TextRows.text(row.integer(11), in: connection) ?? []
      return StoredMemo(metadata: try metadata(row), text: text, revision: row.integer(10))
    }.first
  }

  /// Hands over memos in the order of their keys, until the body answers false.
  static func forEach(
    after key: Int, in connection: SQLiteConnection, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError) {
    let sql = """
      SELECT \(columns), revision, memos.key, text, layout IS NULL FROM memos LEFT JOIN texts ON texts.key = memos.key
      WHERE memos.key > ? ORDER BY memos.key
      """
    try connection.forEachRow(sql, [.integer(key)]) { row throws(StoreError) in
      let key = row.integer(11)
      let text = row.integer(13) != 0 ? row.bytes(12) : try TextRows.text(key, in: connection) ?? []
      return body(key, StoredMemo(metadata: try metadata(row), text: text, revision: row.integer(10)))
    }
  }

  static func contains(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Bool {
    try isTrashed(id, in: connection) != nil
  }

  /// Reads the index of identifiers, all of it for those that only end so.
  static func ids(
    beginningOrEndingWith part: String, limit: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> [MemoID] {
    let sql = """
      SELECT id FROM memos WHERE substr(id, 1, length(?1)) = ?1 OR substr(id, -length(?1)) = ?1
      ORDER BY id <> ?1, id LIMIT ?2
      """
    return try connection.query(sql, [.text(part), .integer(limit)]) { row in MemoID(row.text(0)) }.compactMap { $0 }
  }

  /// Whether a memo is in the trash; nil if there is none.
  static func isTrashed(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Bool? {
    let sql = "SELECT trashed_at IS NOT NULL FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) != 0 }.first
  }

  /// Metadata from a row's first six columns.
  static func metadata(_ row: SQLiteStatement) throws(StoreError) -> MemoMetadata {
    guard let id = MemoID(row.text(0)), MemoMetadata.versions.contains(row.integer(1)),
      let properties = try? JSONObject(json: row.bytes(5))
    else {
      throw StoreError(
        .corrupt, "a memo's row is damaged; copy the store's files, then save what can be read with: memo-ls recover")
    }
    return MemoMetadata(
      id: id,
      version: row.integer(1),
      createdAt: Timestamp(millisecondsSince1970: row.integer(2)),
      modifiedAt: Timestamp(millisecondsSince1970: row.integer(3)),
      trashedAt: row.optionalInteger(4).map(Timestamp.init(millisecondsSince1970:)),
      properties: properties
    )
  }
}
