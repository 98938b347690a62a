import JSON
import MemoModel

/// Memos as rows of the database's tables, both ways.
enum MemoRows {
  private static let columns =
    "id, version, created_at, modified_at, trashed_at, properties, display_title, preview, bytes, sort_title"

  static func memo(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> StoredMemo? {
    let sql = "SELECT \(columns), revision, key FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      let text = try TextRows.text(row.integer(11), in: connection) ?? []
      return StoredMemo(metadata: try metadata(row), text: text, revision: row.integer(10))
    }.first
  }

  static func contains(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Bool {
    try isTrashed(id, in: connection) != nil
  }

  static func list(
    _ query: ListQuery, leavingOut hidden: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> StoredPage {
    let (sql, values) = select(query, rows: query.limit + hidden.count)
    let rows = try connection.query(sql, values, row: listRow).filter { !hidden.contains($0.summary.metadata.id) }
    var total = try connection.integer("SELECT \(query.trashed ? "trashed" : "live") FROM totals")
    for id in hidden where try isTrashed(id, in: connection) == query.trashed { total -= 1 }
    return StoredPage(rows: Array(rows.prefix(query.limit)), total: total)
  }

  /// The statement for a page of a list, and what to bind to it. Each order has an index; only ties are sorted.
  static func select(_ query: ListQuery, rows: Int) -> (sql: String, values: [SQLiteValue]) {
    let column =
      switch query.sort {
      case .modified: "modified_at"
      case .created: "created_at"
      case .title: "sort_title"
      }
    let (comparison, direction) = query.order == .ascending ? (">", "ASC") : ("<", "DESC")
    var condition = query.trashed ? "trashed_at IS NOT NULL" : "trashed_at IS NULL"
    var values: [SQLiteValue] = []
    if let place = query.after {
      condition += " AND \(column) \(comparison)= ?1 AND (\(column) \(comparison) ?1 OR id > ?2)"
      values = [value(place), .text(place.id.description)]
    }
    values.append(.integer(rows))
    let sql = """
      SELECT \(columns) FROM memos WHERE \(condition) ORDER BY \(column) \(direction), id ASC LIMIT ?\(values.count)
      """
    return (sql, values)
  }

  /// Whether a memo is in the trash; nil if there is none.
  private static func isTrashed(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Bool? {
    let sql = "SELECT trashed_at IS NOT NULL FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) != 0 }.first
  }

  /// Makes a change, if its memo stands where it starts from.
  ///
  /// - Returns: what is stored, if that is something else.
  static func apply(
    _ change: StoreChange, by writer: Int, othersHaveJournals: Bool, in connection: SQLiteConnection
  ) throws(StoreError) -> StaleMemo? {
    let old = try standing(change.id, in: connection)
    if old?.revision != change.base {
      if case .remove = change.kind, old == nil { return nil }
      return StaleMemo(id: change.id, stored: try memo(change.id, in: connection))
    }
    switch change.kind {
    case .remove:
      guard let old else { return nil }
      if othersHaveJournals {
        try RevisionRows.keepEnd(of: old, in: connection)
      } else {
        try RevisionRows.forget(change.id, in: connection)
      }
      try TextRows.removePieces(of: old.key, in: connection)
      try connection.run("DELETE FROM memos WHERE id = ?", [.text(change.id.description)])
      try ChangeRows.note(change.id, from: old.metadata, to: nil, revision: 0, by: writer, in: connection)
    case .put(let row, let text):
      let metadata = row.summary.metadata
      let place = try old.map { old throws(StoreError) in try TextRows.place(old.key, in: connection) } ?? .none
      if let old {
        try RevisionRows.keep(
          old, place, followedBy: change.mark.revision, text, forOthers: othersHaveJournals, in: connection)
      } else if othersHaveJournals {
        try RevisionRows.tieEnd(of: change.id, to: change.mark.revision, in: connection)
      } else {
        try RevisionRows.forget(change.id, in: connection)
      }
      let key = try put(row, revision: change.mark.revision, in: connection)
      if let text { try TextRows.store(text, key, at: place, in: connection) }
      try ChangeRows.note(
        change.id, from: old?.metadata, to: metadata, revision: change.mark.revision, by: writer, in: connection)
    }
    return nil
  }

  /// A memo's row without its text.
  struct Standing {
    let key: Int
    let metadata: MemoMetadata
    let revision: Int
    let bytes: Int
  }

  private static func standing(_ id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Standing? {
    let sql = "SELECT \(columns), revision, key FROM memos WHERE id = ?"
    return try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in
      Standing(key: row.integer(11), metadata: try metadata(row), revision: row.integer(10), bytes: row.integer(8))
    }.first
  }

  /// Stores a row in place of any older one and gives its key.
  private static func put(_ row: ListRow, revision: Int, in connection: SQLiteConnection) throws(StoreError) -> Int {
    let summary = row.summary
    let metadata = summary.metadata
    let sql = """
      INSERT INTO memos (\(columns), revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, created_at = excluded.created_at,
        modified_at = excluded.modified_at, trashed_at = excluded.trashed_at, properties = excluded.properties,
        display_title = excluded.display_title, preview = excluded.preview, bytes = excluded.bytes,
        sort_title = excluded.sort_title, revision = excluded.revision
      RETURNING key
      """
    let values: [SQLiteValue] = [
      .text(metadata.id.description), .integer(metadata.version),
      .integer(metadata.createdAt.millisecondsSince1970), .integer(metadata.modifiedAt.millisecondsSince1970),
      metadata.trashedAt.map { .integer($0.millisecondsSince1970) } ?? .null,
      .text(String(decoding: metadata.properties.json, as: UTF8.self)),
      .text(summary.displayTitle), .text(summary.preview), .integer(summary.bytes), .text(row.sortTitle),
      .integer(revision),
    ]
    let keys = try connection.query(sql, values) { row throws(StoreError) in row.integer(0) }
    guard let key = keys.first else { throw StoreError(.other, "the store gave a memo no key; try again") }
    return key
  }

  private static func value(_ place: ListPlace) -> SQLiteValue {
    switch place.value {
    case .time(let time): .integer(time.millisecondsSince1970)
    case .title(let title): .text(title)
    }
  }

  private static func listRow(_ row: SQLiteStatement) throws(StoreError) -> ListRow {
    let summary = MemoSummary(
      metadata: try metadata(row), displayTitle: row.text(6), preview: row.text(7), bytes: row.integer(8))
    return ListRow(summary: summary, sortTitle: row.text(9))
  }

  /// Metadata from a row's first six columns.
  static func metadata(_ row: SQLiteStatement) throws(StoreError) -> MemoMetadata {
    guard let id = MemoID(row.text(0)), MemoMetadata.versions.contains(row.integer(1)),
      let properties = try? JSONObject(json: row.bytes(5))
    else {
      throw StoreError(.corrupt, "a memo's row is damaged; copy the store's file and restore a backup")
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
