import MemoModel

extension RevisionRows {
  /// Prunes a memo's revisions at a save, within the limits of one save.
  ///
  /// - Parameters:
  ///   - old: the state stored so far.
  ///   - now: the moment of the save.
  ///   - bytes: the new text's length.
  /// - Returns: the decisions.
  static func prune(
    _ old: MemoRows.StoredRow, now: Timestamp, bytes: Int, others: OtherJournals, in connection: SQLiteConnection
  ) throws(StoreError) -> HistoryPruning {
    let id = old.metadata.id
    var rows = try rows(of: id, in: connection)
    if others.areThere, HistoryPruning.isOverBudget(rows, bytes: bytes) {
      for index in rows.indices where others.need(rows[index].revision) { rows[index].isNeeded = true }
    }
    let pruning = HistoryPruning(
      rows, before: old.revision, old.metadata.modifiedAt, now: now, keepsBases: others.areThere, bytes: bytes)
    for run in pruning.runs { try carryOut(run, in: connection) }
    for row in pruning.hidden {
      let sql = "UPDATE revisions SET use = \(RevisionUse.base.rawValue) WHERE key = ?"
      try connection.run(sql, [.integer(row.key)])
    }
    for row in pruning.kept {
      let links = pruning.following(row.links)
      guard links != row.links else { continue }
      let sql = "UPDATE revisions SET undo_to = ?, redo_to = ?, author = ? WHERE key = ?"
      try connection.run(
        sql, [.integer(links.undoTo), .integer(links.redoTo), .optional(links.by), .integer(row.key)])
    }
    return pruning
  }

  private static func rows(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> [HistoryPruning.Row] {
    let sql = """
      SELECT key, revision, next, modified_at, use, undo_to, redo_to, author, length(properties) + length(edits)
      FROM revisions WHERE id = ?
      """
    let file = try FileRows.revision(of: id, in: connection)
    let needed = try SyncRows.revisions(of: id, in: connection).union(file.map { [$0] } ?? [])
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      HistoryPruning.Row(
        key: row.integer(0), revision: row.integer(1), next: row.integer(2),
        modifiedAt: Timestamp(millisecondsSince1970: row.integer(3)),
        use: RevisionUse(rawValue: row.integer(4)) ?? .base,
        links: UndoLinks(undoTo: row.integer(5), redoTo: row.integer(6), by: row.agent(7)),
        size: overhead + row.integer(8), isNeeded: needed.contains(row.integer(1)))
    }
  }

  /// Deletes rows, and makes the edits of the next older one start where theirs did.
  private static func carryOut(_ run: HistoryPruning.Run, in connection: SQLiteConnection) throws(StoreError) {
    if let older = run.older, let first = run.rows.first {
      var edits: RevisionEdits? = RevisionEdits()
      for row in run.rows + [older] {
        guard let behind = try self.edits(row.key, in: connection) else {
          edits = nil
          break
        }
        edits = edits?.followed(by: behind)
      }
      // Damaged edits stay, and older revisions can't be read, as before.
      guard let edits else { return }
      try connection.run(
        "UPDATE revisions SET next = ?, edits = ? WHERE key = ?",
        [.integer(first.next), .blob(edits.encoded), .integer(older.key)])
    }
    for row in run.rows { try connection.run("DELETE FROM revisions WHERE key = ?", [.integer(row.key)]) }
  }

  private static func edits(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> RevisionEdits? {
    let sql = "SELECT edits FROM revisions WHERE key = ?"
    let found = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in RevisionEdits(row.bytes(0)) }
    return found.first ?? nil
  }
}
