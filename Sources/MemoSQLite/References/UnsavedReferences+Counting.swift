import MemoModel

extension UnsavedReferences {
  /// Whether a memo's stored state counts: no unsaved state replaces it, and it has the tag that all must have.
  func counts(_ key: Int, _ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Bool {
    if hidden.contains(id) { return false }
    guard let tag else { return true }
    let sql = "SELECT EXISTS (SELECT 1 FROM tags WHERE key = ? AND tag = ?)"
    return try connection.integer(sql, [.integer(key), .text(tag)]) == 1
  }

  /// The keys of the stored memos with the tag that all must have; nil if there is no such tag.
  func keysWithTag(in connection: SQLiteConnection) throws(StoreError) -> Set<Int>? {
    guard let tag else { return nil }
    return Set(
      try connection.query("SELECT key FROM tags WHERE tag = ?", [.text(tag)]) { row throws(StoreError) in
        row.integer(0)
      })
  }
}
