import JSON
import MemoModel

/// Texts as they were before they were saved over, as rows of the database: what a process that ended had started from, when
/// another has saved the same memo since.
///
/// A revision holds what it does not share with the version that followed, so that a keystroke costs some bytes.
enum RevisionRows {
  /// How many bytes of a memo's revisions are kept, beside four times its own length, where other processes have journals.
  private static let budget = 1 << 20

  /// Keeps what is stored of a memo before another text is stored in its place; nil stands for the same text. Where nobody
  /// else has a journal the last revision is enough: somebody may just be starting.
  static func keep(
    _ old: MemoRows.Standing, _ place: TextRows.Place, followedBy next: Int, _ text: TextUpdate?, forOthers: Bool,
    in connection: SQLiteConnection
  ) throws(StoreError) {
    var edits = RevisionEdits()
    if let text {
      let stretches = try TextRows.stretches(text.splices.map(\.old), of: old.key, at: place, in: connection)
      for (splice, bytes) in zip(text.splices, stretches) { edits.replace(splice.new, with: bytes) }
    }
    try insert(old, next: next, edits, in: connection)
    let sql = """
      DELETE FROM revisions WHERE key IN (
        SELECT key FROM (
          SELECT key, sum(length(edits) + 64) OVER (ORDER BY key DESC ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW)
            AS newer FROM revisions WHERE id = ?)
        WHERE newer > ?)
      """
    let budget = forOthers ? Self.budget + 4 * (text?.count ?? old.bytes) : 0
    try connection.run(sql, [.text(old.metadata.id.description), .integer(budget)])
  }

  /// Keeps the last text of a memo that is destroyed, for another process that may have edits of it.
  static func keepEnd(of old: MemoRows.Standing, in connection: SQLiteConnection) throws(StoreError) {
    let text = try TextRows.text(old.key, in: connection) ?? []
    try insert(old, next: 0, RevisionEdits(whole: text), in: connection)
  }

  /// Makes the end of a destroyed memo, if it is kept, a revision of the one that takes its identifier: another process may
  /// still have edits of it.
  static func tieEnd(of id: MemoID, to next: Int, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run(
      "UPDATE revisions SET next = ? WHERE id = ? AND next = 0", [.integer(next), .text(id.description)])
  }

  /// Forgets all revisions of a memo.
  static func forget(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM revisions WHERE id = ?", [.text(id.description)])
  }

  /// Forgets all revisions.
  static func forgetAll(in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM revisions")
  }

  private static func insert(
    _ memo: MemoRows.Standing, next: Int, _ edits: RevisionEdits, in connection: SQLiteConnection
  ) throws(StoreError) {
    let sql = """
      INSERT OR REPLACE INTO revisions
        (id, revision, next, version, created_at, modified_at, trashed_at, properties, edits)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    let metadata = memo.metadata
    try connection.run(
      sql,
      [
        .text(metadata.id.description), .integer(memo.revision), .integer(next), .integer(metadata.version),
        .integer(metadata.createdAt.millisecondsSince1970), .integer(metadata.modifiedAt.millisecondsSince1970),
        metadata.trashedAt.map { .integer($0.millisecondsSince1970) } ?? .null,
        .text(String(decoding: metadata.properties.json, as: UTF8.self)), .blob(edits.encoded),
      ])
  }

  /// A memo as it was at a revision, reached back from what is stored now, or from its end; nil if the way is not kept.
  static func memo(
    _ id: MemoID, revision: Int, from now: StoredMemo?, in connection: SQLiteConnection
  ) throws(StoreError) -> StoredMemo? {
    if let now, now.revision == revision { return now }
    let sql = """
      SELECT id, version, created_at, modified_at, trashed_at, properties, revision, next, edits FROM revisions
      WHERE id = ? ORDER BY key DESC
      """
    var current = now
    var found: StoredMemo?
    _ = try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      guard found == nil, row.integer(7) == current?.revision ?? 0 else { return }
      guard let text = RevisionEdits(row.bytes(8))?.applied(to: current?.text ?? []) else { return }
      let memo = StoredMemo(metadata: try MemoRows.metadata(row), text: text, revision: row.integer(6))
      current = memo
      if memo.revision == revision { found = memo }
    }
    return found
  }
}
