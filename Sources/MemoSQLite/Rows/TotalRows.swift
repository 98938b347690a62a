import MemoModel

/// The numbers of memos that the database's triggers keep: all memos, and those with each tag.
enum TotalRows {
  /// More memos than a file can hold. A total beyond that is damaged and ignored; so is a missing one, or one of
  /// several.
  private static let largest = 1 << 40

  /// The number of stored memos that are live, or in the trash.
  static func memos(trashed: Bool, in connection: SQLiteConnection) throws(StoreError) -> Int {
    if let kept = try kept("totals", in: connection) { return trashed ? kept.trashed : kept.live }
    return try connection.integer("SELECT count(*) FROM memos WHERE trashed_at IS \(trashed ? "NOT NULL" : "NULL")")
  }

  /// The number of those with a tag.
  static func memos(of tag: String, trashed: Bool, in connection: SQLiteConnection) throws(StoreError) -> Int {
    if let kept = try kept("tag_totals WHERE tag = ?", [.text(tag)], in: connection) {
      return trashed ? kept.trashed : kept.live
    }
    let sql = "SELECT count(*) FROM tags WHERE tag = ? AND is_trashed = ?"
    return try connection.integer(sql, [.text(tag), .integer(trashed ? 1 : 0)])
  }

  /// Counts anew if a total is damaged: the triggers could not add to it, and no memo could be stored any more.
  static func mend(in connection: SQLiteConnection) throws(StoreError) {
    guard try kept("totals", in: connection) == nil else { return }
    try connection.run("DELETE FROM totals")
    try connection.run(
      "INSERT INTO totals SELECT count(*) - count(trashed_at), count(trashed_at) FROM memos")
  }

  /// The same for the tags of a memo, before it is subtracted from their totals.
  static func mend(tagsOf id: MemoID, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run(
      """
      UPDATE tags SET is_trashed = is_trashed <> 0
      WHERE key = (SELECT key FROM memos WHERE id = ?) AND is_trashed NOT IN (0, 1)
      """, [.text(id.description)])
    let tags = "SELECT tag FROM tags WHERE key = (SELECT key FROM memos WHERE id = ?)"
    try mend(tags, .text(id.description), in: connection)
  }

  /// The same for a tag.
  static func mend(_ tag: String, in connection: SQLiteConnection) throws(StoreError) {
    try mend("?", .text(tag), in: connection)
  }

  private static func mend(_ tags: String, _ value: SQLiteValue, in connection: SQLiteConnection) throws(StoreError) {
    let count = "SELECT count(*) FROM tags WHERE tags.tag = tag_totals.tag AND is_trashed"
    try connection.run(
      """
      UPDATE tag_totals SET live = (\(count) = 0), trashed = (\(count) = 1)
      WHERE tag IN (\(tags))
        AND NOT (live BETWEEN 0 AND \(largest) AND trashed BETWEEN 0 AND \(largest))
      """, [value])
  }

  private static func kept(
    _ source: String, _ values: [SQLiteValue] = [], in connection: SQLiteConnection
  ) throws(StoreError) -> (live: Int, trashed: Int)? {
    let rows = try connection.query("SELECT live, trashed FROM \(source) LIMIT 2", values) { row throws(StoreError) in
      (live: row.integer(0), trashed: row.integer(1))
    }
    guard rows.count == 1, let kept = rows.first, (0...largest).contains(kept.live),
      (0...largest).contains(kept.trashed)
    else { return nil }
    return kept
  }
}
