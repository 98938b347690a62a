import MemoModel

/// Pages of lists, read from the database. Each order of each list has an index; only ties are sorted.
enum ListRows {
  static func page(
    _ query: ListQuery, leavingOut hidden: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> StoredPage {
    var rows: [ListRow] = []
    let wanted = query.limit + hidden.count
    for pinned in parts(query) where rows.count < wanted {
      let (sql, values) = select(query, pinned: pinned, rows: wanted - rows.count)
      rows += try connection.query(sql, values, row: row)
    }
    rows.removeAll { hidden.contains($0.summary.metadata.id) }
    let total = try total(query, leavingOut: hidden, in: connection)
    return StoredPage(rows: Array(rows.prefix(query.limit)), total: total)
  }

  /// The parts that a list is read in: its pinned memos and then the others, or all at once, which is nil.
  static func parts(_ query: ListQuery) -> [Bool?] {
    guard query.pinnedFirst else { return [nil] }
    return query.after?.isPinned == false ? [false] : [true, false]
  }

  /// The statement for a part of a page, and what to bind to it.
  ///
  /// Pinned memos have indexes of their own. The others are found in those of all memos, with at most as many passed over as
  /// there are pinned ones: on a list's first page fewer than it has rows, because a page full of pinned ones stops there.
  static func select(_ query: ListQuery, pinned: Bool?, rows: Int) -> (sql: String, values: [SQLiteValue]) {
    let (comparison, direction) = query.order == .ascending ? (">", "ASC") : ("<", "DESC")
    var values: [SQLiteValue] = [.integer(rows)]
    var table = "memos"
    var names = (column: column(query.sort), id: "id", pinned: "pinned")
    var condition = query.trashed ? "trashed_at IS NOT NULL" : "trashed_at IS NULL"
    if let tag = query.tag {
      // In this order: the index of the tag's memos gives the list's order.
      table = "tags CROSS JOIN memos ON memos.key = tags.key"
      names = ("tagged_\(names.column)", "tagged_id", "is_pinned")
      condition = "tag = ?2 AND is_trashed = \(query.trashed ? 1 : 0)"
      values.append(.text(tag))
    }
    if let pinned { condition += " AND \(names.pinned) = \(pinned ? 1 : 0)" }
    // Behind a pinned memo all others are still to come.
    if let place = query.after, place.isPinned == (pinned ?? false) {
      let (value, id) = ("?\(values.count + 1)", "?\(values.count + 2)")
      condition += " AND \(names.column) \(comparison)= \(value)"
      condition += " AND (\(names.column) \(comparison) \(value) OR \(names.id) > \(id))"
      values += [Self.value(place), .text(place.id.description)]
    }
    let sql = """
      SELECT \(MemoRows.columns) FROM \(table) WHERE \(condition)
      ORDER BY \(names.column) \(direction), \(names.id) ASC LIMIT ?1
      """
    return (sql, values)
  }

  private static func column(_ sort: ListSort) -> String {
    switch sort {
    case .modified: "modified_at"
    case .created: "created_at"
    case .title: "sort_title"
    }
  }

  /// How many memos a list has without those left out.
  private static func total(
    _ query: ListQuery, leavingOut hidden: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    let column = query.trashed ? "trashed" : "live"
    guard let tag = query.tag else {
      var total = try connection.integer("SELECT \(column) FROM totals")
      for id in hidden where try MemoRows.isTrashed(id, in: connection) == query.trashed { total -= 1 }
      return total
    }
    let counted = try connection.query("SELECT \(column) FROM tag_totals WHERE tag = ?", [.text(tag)]) {
      row throws(StoreError) in row.integer(0)
    }
    var total = counted.first ?? 0
    for id in hidden where try TagRows.isTagged(id, tag, trashed: query.trashed, in: connection) { total -= 1 }
    return total
  }

  private static func value(_ place: ListPlace) -> SQLiteValue {
    switch place.value {
    case .time(let time): .integer(time.millisecondsSince1970)
    case .title(let title): .text(title)
    }
  }

  private static func row(_ row: SQLiteStatement) throws(StoreError) -> ListRow {
    let summary = MemoSummary(
      metadata: try MemoRows.metadata(row), displayTitle: row.text(6), preview: row.text(7), bytes: row.integer(8))
    return ListRow(summary: summary, sortTitle: row.text(9))
  }
}
