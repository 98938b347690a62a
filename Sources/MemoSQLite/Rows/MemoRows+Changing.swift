import JSON
import MemoModel

extension MemoRows {
  /// A memo's row without its text.
  struct StoredRow {
    let key: Int
    let metadata: MemoMetadata
    let revision: Int
    let bytes: Int
    let displayTitle: String
    let sortTitle: String
    let isPinned: Bool
    var history: HistoryState
  }

  /// Makes a change, if its memo is at the change's base.
  ///
  /// - Parameter new: what is known if all changes of the transaction store new memos.
  /// - Returns: the stored state, if it is not.
  static func apply(
    _ change: StoreChange, among new: NewMemos?, by writer: Int, others: OtherJournals,
    in connection: SQLiteConnection
  ) throws(StoreError) -> StaleMemo? {
    let id = change.id
    let old = new?.areAbsent == true ? nil : try standing(id, in: connection)
    if old?.revision != change.base { return try stale(change, stored: old?.revision, in: connection) }
    switch change.kind {
    case .remove:
      guard let old else { return nil }
      if others.areThere {
        try RevisionRows.keepEnd(of: old, in: connection)
      } else {
        try RevisionRows.forget(id, in: connection)
      }
      try TextRows.removePieces(of: old.key, in: connection)
      try TotalRows.mend(tagsOf: id, in: connection)
      try connection.run("DELETE FROM memos WHERE id = ?", [.text(id.description)])
      try ChangeRows.note(id, from: old.metadata, to: nil, revision: 0, by: writer, in: connection)
    case .put(let row, let text, let references):
      let place = try old.map { old throws(StoreError) in try TextRows.place(old.key, in: connection) } ?? .none
      var history = HistoryState(by: change.by)
      if let old {
        history = try RevisionRows.add(
          old, place, followedBy: row.summary, text, change, others: others, in: connection)
      } else if new?.haveRevisions != false {
        if others.areThere {
          try RevisionRows.tieEnd(of: id, to: change.mark.revision, in: connection)
        } else {
          try RevisionRows.forget(id, in: connection)
        }
      }
      let key = try put(row, revision: change.mark.revision, history, over: old, in: connection)
      if let text { try TextRows.store(text, key, at: place, in: connection) }
      if new?.isFree(key) == true {
        try ReferenceRows.add(references, of: row, key, in: connection)
      } else {
        try ReferenceRows.put(references, of: row, key, isSameText: text == nil, in: connection)
        try NameRows.follow(old, row, key, change.step, in: connection)
      }
      let file = new?.haveFiles == false ? nil : try FileRows.file(of: id, in: connection)
      if file != row.file { try FiledRows.put(file, of: id, in: connection) }
      try ChangeRows.note(
        id, from: old?.metadata, to: row.summary.metadata, revision: change.mark.revision, by: writer, in: connection)
    }
    return nil
  }

  /// The stored states of memos that are not at the bases of these changes.
  ///
  /// - Parameter existing: those of the memos that exist.
  static func stale(
    _ changes: [StoreChange], of existing: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> [StaleMemo] {
    var found: [StaleMemo] = []
    for change in changes where change.base != nil || existing.contains(change.id) {
      let values = [SQLiteValue.text(change.id.description)]
      let revision = try connection.query("SELECT revision FROM memos WHERE id = ?", values) {
        row throws(StoreError) in row.integer(0)
      }.first
      if revision != change.base, let memo = try stale(change, stored: revision, in: connection) { found.append(memo) }
    }
    return found
  }

  /// The stored state of a memo that is not at a change's base; nil if nothing is left to do.
  private static func stale(
    _ change: StoreChange, stored revision: Int?, in connection: SQLiteConnection
  ) throws(StoreError) -> StaleMemo? {
    // The change was made, though that seemed to fail.
    if revision == change.mark.revision { return nil }
    if case .remove = change.kind, revision == nil { return nil }
    return StaleMemo(id: change.id, stored: try FileRows.filed(try memo(change.id, in: connection), in: connection))
  }

  private static let standingSQL = """
    SELECT \(columns), revision, key, undo_to, redo_to, history_due, history_room, author, pinned FROM memos
      WHERE id = ?
    """

  private static func standing(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> StoredRow? {
    try connection.query(standingSQL, [.text(id.description)]) { row throws(StoreError) in
      let history = HistoryState(
        links: UndoLinks(undoTo: row.integer(12), redoTo: row.integer(13), by: row.agent(16)),
        due: Timestamp(millisecondsSince1970: row.integer(14)), room: row.integer(15, in: -1...(1 << 50)))
      return StoredRow(
        key: row.integer(11), metadata: try metadata(row), revision: row.integer(10),
        bytes: row.integer(8, in: MemoRows.lengths),
        displayTitle: row.text(6), sortTitle: row.text(9), isPinned: row.integer(17) == 1, history: history)
    }.first
  }

  /// The columns that a memo's row is stored in.
  private static let stored =
    columns.split(separator: ", ").map(String.init)
    + ["revision", "undo_to", "redo_to", "history_due", "history_room", "pinned", "author"]

  /// A failure ends the whole transaction anyway. Where SQLite knows that, it need not keep what the statement alone
  /// has changed.
  private static let insertion = """
    INSERT OR ROLLBACK INTO memos (\(stored.joined(separator: ", ")))
    VALUES (\(stored.map { _ in "?" }.joined(separator: ", ")))
    """

  private static let update = updating { _ in true }

  /// The same without the columns that only other lists than that of the last changes have in their indexes. What is
  /// set is written to all its indexes, be it the same as before.
  private static let updateInPlace = updating { !["created_at", "trashed_at", "sort_title", "pinned"].contains($0) }

  private static func updating(_ isSet: (String) -> Bool) -> String {
    let columns = zip(2..., stored.dropFirst()).filter { isSet($1) }
    return "UPDATE memos SET \(columns.map { "\($1) = ?\($0)" }.joined(separator: ", ")) WHERE id = ?1"
  }

  /// Stores a row in place of the older one, if there is one, and returns its key.
  private static func put(
    _ row: ListRow, revision: Int, _ history: HistoryState, over old: StoredRow?, in connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    let summary = row.summary
    let metadata = summary.metadata
    let values: [SQLiteValue] = [
      .text(metadata.id.description), .integer(metadata.version),
      .integer(metadata.createdAt.millisecondsSince1970), .integer(metadata.modifiedAt.millisecondsSince1970),
      metadata.trashedAt.map { .integer($0.millisecondsSince1970) } ?? .null,
      .text(String(decoding: metadata.properties.json, as: UTF8.self)),
      .text(summary.displayTitle), .text(summary.preview), .integer(summary.bytes), .text(row.sortTitle),
      .integer(revision), .integer(history.links.undoTo), .integer(history.links.redoTo),
      .integer(history.due.millisecondsSince1970), .integer(history.room),
      .integer(metadata.properties.isPinned ? 1 : 0), .optional(history.links.by),
    ]
    guard let old else {
      try connection.run(insertion, values)
      return connection.lastInsertedKey
    }
    try connection.run(old.isListed(like: row) ? updateInPlace : update, values)
    return old.key
  }
}

extension MemoRows.StoredRow {
  /// Whether a memo stays where it is in all lists but that of the last changes.
  fileprivate func isListed(like row: ListRow) -> Bool {
    let new = row.summary.metadata
    return metadata.createdAt == new.createdAt && metadata.trashedAt == new.trashedAt
      && isPinned == new.properties.isPinned && sortTitle.utf8.elementsEqual(row.sortTitle.utf8)
  }
}
