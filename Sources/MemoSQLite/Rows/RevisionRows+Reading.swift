import JSON
package import MemoModel

extension RevisionRows {
  /// A memo at a revision, traced back from its stored state or its destruction; nil if the path is not kept.
  ///
  /// The edits on the path are combined before any text is touched, so that a long path costs little more than a short
  /// one.
  package static func memo(
    _ id: MemoID, revision: Int, from now: StoredMemo?, in connection: SQLiteConnection
  ) throws(StoreError) -> StoredMemo? {
    if let now, now.revision == revision { return now }
    let sql = """
      SELECT id, version, created_at, modified_at, trashed_at, properties, next FROM revisions
      WHERE id = ? AND revision = ?
      """
    let rows = try connection.query(sql, [.text(id.description), .integer(revision)]) { row throws(StoreError) in
      (metadata: try MemoRows.metadata(row), next: row.integer(6))
    }
    guard let row = rows.first, let way = try way(id, from: revision, to: now?.revision ?? 0, in: connection),
      let text = way.applied(to: now?.text ?? [])
    else { return nil }
    return StoredMemo(metadata: row.metadata, text: text, revision: revision)
  }

  /// The edits that turn a later text into a revision's; nil if some are not kept.
  private static func way(
    _ id: MemoID, from revision: Int, to end: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> RevisionEdits? {
    let sql = "SELECT next, edits FROM revisions WHERE id = ? AND revision = ?"
    var way = EditComposition()
    var seen: Set<Int> = []
    var current = revision
    while current != end {
      // Damaged rows must not lead in circles.
      guard seen.insert(current).inserted else { return nil }
      let rows = try connection.query(sql, [.text(id.description), .integer(current)]) { row throws(StoreError) in
        (next: row.integer(0), edits: RevisionEdits(row.bytes(1)))
      }
      guard let row = rows.first, let edits = row.edits, way.add(edits) else { return nil }
      current = row.next
    }
    return way.sum
  }

  /// A page of a memo's history, newest first.
  static func history(
    _ id: MemoID, before version: Int, limit: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> HistoryPage {
    let count = """
      SELECT (SELECT count(*) FROM memos WHERE id = ?1)
        + (SELECT count(*) FROM revisions WHERE id = ?1 AND \(isShown))
      """
    let total = try connection.integer(count, [.text(id.description)])
    let sql = """
      SELECT revision, version, modified_at, bytes, display_title, author FROM memos WHERE id = ?1 AND version < ?2
      UNION ALL
      SELECT revision, version, modified_at, bytes, display_title, author FROM revisions
        WHERE id = ?1 AND version < ?2 AND \(isShown)
      ORDER BY version DESC LIMIT ?3
      """
    let values: [SQLiteValue] = [.text(id.description), .integer(version), .integer(limit)]
    let entries = try connection.query(sql, values) { row throws(StoreError) in
      HistoryEntry(
        revision: row.integer(0), version: row.integer(1, in: MemoMetadata.versions),
        modifiedAt: Timestamp(millisecondsSince1970: row.integer(2)), bytes: row.integer(3, in: MemoRows.lengths),
        displayTitle: row.text(4), by: row.agent(5))
    }
    return HistoryPage(entries: entries, total: total)
  }

  /// Whether a row is a state in its memo's history, and not in that of an earlier memo with the same identifier.
  private static let isShown = "use = \(RevisionUse.history.rawValue) AND EXISTS (SELECT 1 FROM memos WHERE id = ?1)"

  /// Where undo and redo lead from a revision that history shows, and its author; nil if it shows no such revision.
  static func links(
    _ id: MemoID, revision: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> UndoLinks? {
    let sql = """
      SELECT undo_to, redo_to, author FROM memos WHERE id = ?1 AND revision = ?2
      UNION ALL
      SELECT undo_to, redo_to, author FROM revisions WHERE id = ?1 AND revision = ?2 AND \(isShown)
      """
    return try connection.query(sql, [.text(id.description), .integer(revision)]) { row throws(StoreError) in
      UndoLinks(undoTo: row.integer(0), redoTo: row.integer(1), by: row.agent(2))
    }.first
  }

  /// The target of undoing or redoing the stored state.
  static func move(
    from now: StoredMemo, _ direction: HistoryDirection, in connection: SQLiteConnection
  ) throws(StoreError) -> StoredMove {
    let id = now.metadata.id
    let links = try links(id, revision: now.revision, in: connection) ?? UndoLinks()
    return try StoredMove(from: now, links, direction) { revision throws(StoreError) in
      guard let links = try Self.links(id, revision: revision, in: connection),
        let memo = try memo(id, revision: revision, from: now, in: connection)
      else { return nil }
      return (memo, links)
    }
  }
}
