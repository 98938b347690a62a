import JSON
import MemoModel

/// Texts from before they were saved over, as rows of the database: a memo's history, and the bases of other processes'
/// changes.
///
/// A revision holds only its differences from the next version, so that a keystroke costs a few bytes.
package enum RevisionRows {
  /// The size of a row besides its properties and edits, including index entries, in bytes.
  static let overhead = 250

  /// Keeps a memo's stored text before another replaces it; nil stands for the same text.
  ///
  /// - Returns: how many bytes that takes.
  static func keep(
    _ old: MemoRows.StoredRow, _ place: TextRows.Place, followedBy next: Int, _ text: TextUpdate?, use: RevisionUse,
    in connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    var edits = RevisionEdits()
    if let text {
      let stretches = try TextRows.stretches(text.splices.map(\.old), of: old.key, at: place, in: connection)
      for (splice, bytes) in zip(text.splices, stretches) { edits.replace(splice.new, with: bytes) }
    }
    return try insert(old, next: next, edits, use: use, in: connection)
  }

  /// Ends the history of a memo that is destroyed; also keeps its last text, for another process that may have edits of
  /// it.
  static func keepEnd(of old: MemoRows.StoredRow, in connection: SQLiteConnection) throws(StoreError) {
    let text = try TextRows.text(old.key, in: connection) ?? []
    try end(old.metadata.id, in: connection)
    _ = try insert(old, next: 0, RevisionEdits(whole: text), use: .ended, in: connection)
  }

  /// Marks all revisions of a memo as those of a destroyed one.
  static func end(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run(
      "UPDATE revisions SET use = \(RevisionUse.ended.rawValue) WHERE id = ?", [.text(id.description)])
  }

  /// Makes the last revision of a destroyed memo, if it is kept, a revision of the memo that takes over its identifier:
  /// another process may still have edits of it.
  static func tieEnd(of id: MemoID, to next: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run(
      "UPDATE revisions SET next = ? WHERE id = ? AND next = 0", [.integer(next), .text(id.description)])
  }

  /// Deletes all revisions of a memo.
  static func forget(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM revisions WHERE id = ?", [.text(id.description)])
  }

  /// Whether revisions of destroyed memos are kept.
  static func hasDestroyed(in connection: SQLiteConnection) throws(StoreError) -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM revisions WHERE use = \(RevisionUse.ended.rawValue))") != 0
  }

  /// Deletes all revisions of destroyed memos.
  static func forgetDestroyed(in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM revisions WHERE use = \(RevisionUse.ended.rawValue)")
  }

  private static func insert(
    _ memo: MemoRows.StoredRow, next: Int, _ edits: RevisionEdits, use: RevisionUse, in connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    let sql = """
      INSERT OR REPLACE INTO revisions
        (id, revision, next, use, version, undo_to, redo_to, created_at, modified_at, trashed_at, bytes, display_title,
          properties, edits, author)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    let metadata = memo.metadata
    let properties = metadata.properties.json
    try connection.run(
      sql,
      [
        .text(metadata.id.description), .integer(memo.revision), .integer(next), .integer(use.rawValue),
        .integer(metadata.version), .integer(memo.history.links.undoTo), .integer(memo.history.links.redoTo),
        .integer(metadata.createdAt.millisecondsSince1970), .integer(metadata.modifiedAt.millisecondsSince1970),
        metadata.trashedAt.map { .integer($0.millisecondsSince1970) } ?? .null, .integer(memo.bytes),
        .text(memo.displayTitle), .text(String(decoding: properties, as: UTF8.self)), .blob(edits.encoded),
        .optional(memo.history.links.by),
      ])
    return overhead + properties.count + edits.encoded.count
  }
}
