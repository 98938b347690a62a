import JSON
import MemoModel
import MemoText

/// The tags of memos, as rows of the database: each with the values that lists sort by.
enum TagRows {
  /// Replaces a memo's stored tags by those of its properties and its text.
  static func put(
    _ metadata: MemoMetadata, _ references: MemoReferences?, key: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    let tags = tags(of: metadata, references)
    // Most memos have none, and had none.
    if tags.isEmpty, try !hasSome(key, in: connection) { return }
    if try are(tags, storedOf: key, in: connection) {
      let sql = "UPDATE tags SET tagged_modified_at = ? WHERE key = ?"
      return try connection.run(sql, [.integer(metadata.modifiedAt.millisecondsSince1970), .integer(key)])
    }
    try TotalRows.mend(tagsOf: metadata.id, in: connection)
    try connection.run("DELETE FROM tags WHERE key = ?", [.integer(key)])
    try insert(tags, key, in: connection)
  }

  /// Stores the tags of a memo that has none stored.
  static func add(
    _ metadata: MemoMetadata, _ references: MemoReferences?, key: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    try insert(tags(of: metadata, references), key, in: connection)
  }

  private static func insert(
    _ tags: [String: String], _ key: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    for (tag, name) in tags {
      try TotalRows.mend(tag, in: connection)
      try connection.run(
        """
        INSERT OR IGNORE INTO tags
        SELECT key, ?, trashed_at IS NOT NULL, pinned, modified_at, created_at, sort_title, id, ? FROM memos
        WHERE key = ?
        """, [.text(tag), .text(name), .integer(key)])
    }
  }

  private static func hasSome(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM tags WHERE key = ?)", [.integer(key)]) != 0
  }

  /// Whether these are the stored tags of a memo, with the values that lists sort by except for the time of change.
  /// Most saves change nothing else.
  private static func are(
    _ tags: [String: String], storedOf key: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    let sql = """
      SELECT tag, name, is_trashed = (trashed_at IS NOT NULL) AND is_pinned = pinned AND tagged_created_at = created_at
        AND tagged_sort_title = sort_title AND tagged_id = id
      FROM tags JOIN memos ON memos.key = tags.key WHERE tags.key = ?
      """
    let areRight = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
      row.integer(2) == 1 && tags[row.text(0)].map { $0.utf8.elementsEqual(row.bytes(1)) } ?? false
    }
    return areRight.count == tags.count && areRight.allSatisfy(\.self)
  }

  /// A memo's tags and their parents, by their compared form, each in its first spelling. Written tags come before
  /// parents.
  static func tags(of metadata: MemoMetadata, _ references: MemoReferences?) -> [String: String] {
    var tags: [String: String] = [:]
    let families = (metadata.properties.tags + (references?.tags ?? [])).map(\.tagAndAncestors)
    for name in families.compactMap(\.first) + families.flatMap({ $0.dropFirst() }) {
      let form = name.canonicalCaseless
      if tags[form] == nil { tags[form] = name }
    }
    return tags
  }

  /// Fills in, for all stored memos, whether they are pinned and which tags they have: SQL can neither fold case nor
  /// compose characters. Properties that can't be read have none.
  static func fillIn(_ connection: SQLiteConnection) throws(StoreError) {
    var last = Int.min
    while true {
      // In batches, because properties may be long. JSON's writer does not escape these names.
      let sql = """
        SELECT key, properties FROM memos
        WHERE key > ? AND (instr(properties, '"tags"') OR instr(properties, '"pinned"')) ORDER BY key LIMIT 100
        """
      let rows = try connection.query(sql, [.integer(last)]) { row throws(StoreError) in
        (key: row.integer(0), properties: (try? JSONObject(json: row.bytes(1))) ?? JSONObject())
      }
      // Damaged pages may lead in circles.
      guard let end = rows.last?.key, end > last else { return }
      last = end
      for (key, properties) in rows {
        if properties.isPinned { try connection.run("UPDATE memos SET pinned = 1 WHERE key = ?", [.integer(key)]) }
        for tag in properties.tags { try insert(tag.tagForm, key, in: connection) }
      }
    }
  }

  private static func insert(_ tag: String, _ key: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run(
      """
      INSERT OR IGNORE INTO tags SELECT key, ?, trashed_at IS NOT NULL, pinned, modified_at, created_at, sort_title, id
      FROM memos WHERE key = ?
      """, [.text(tag), .integer(key)])
  }
}
