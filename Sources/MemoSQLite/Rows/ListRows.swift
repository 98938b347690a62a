import JSON
import MemoModel
import MemoText

/// Pages of lists, read from the database. Each order of each list has an index; only ties are sorted.
enum ListRows {
  /// The columns to read for each memo, and its tags as they are written.
  static let columns = """
    \(MemoRows.columns), (SELECT json_group_array(name) FROM tags AS said WHERE said.key = memos.key AND name <> '')
    """

  static func page(
    _ query: ListQuery, leavingOut hidden: HiddenMemos, uncounted: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> StoredPage {
    let query = try rarestTagFirst(query, in: connection)
    var rows: [ListRow] = []
    for pinned in parts(query) where rows.count < query.limit {
      let wanted = query.limit - rows.count
      var found: [ListRow] = []
      do throws(StoreError) {
        if hidden.isEmpty {
          let (sql, values) = select(query, pinned: pinned, rows: wanted)
          found = try connection.query(sql, values, row: row).compactMap(\.self)
        } else {
          found = try visibleRows(query, pinned: pinned, rows: wanted, leavingOut: hidden, in: connection)
        }
      } catch  where error.reason == .corrupt {
        found = try readableRows(query, pinned: pinned, rows: wanted + hidden.count, in: connection)
        found.removeAll { hidden.contains($0.summary.metadata.id) }
      }
      rows += found.prefix(wanted)
    }
    // A total may be damaged; it is never less than the rows shown.
    return StoredPage(rows: rows, total: max(try total(query, without: uncounted, in: connection), rows.count))
  }

  /// The first rows that are not hidden. The index alone tells where they are: otherwise all columns of hidden rows
  /// would be read first.
  private static func visibleRows(
    _ query: ListQuery, pinned: Bool?, rows: Int, leavingOut hidden: HiddenMemos, in connection: SQLiteConnection
  ) throws(StoreError) -> [ListRow] {
    let (sql, values) = select(query, pinned: pinned, rows: .max, columns: nil)
    var keys: [Int] = []
    try connection.forEachRow(sql, values) { statement throws(StoreError) in
      guard let id = MemoID(statement.text(1)) else { return true }
      if hidden.contains(id) {
        try Patience.spend(id.description.utf8.count)
      } else {
        keys.append(statement.integer(0))
      }
      return keys.count < rows
    }
    var found: [ListRow] = []
    for key in keys {
      let sql = "SELECT \(columns) FROM memos WHERE key = ?"
      found += try connection.query(sql, [.integer(key)], row: row).compactMap(\.self)
    }
    return found
  }

  /// The parts in which a list is read: its pinned memos and then the others; nil stands for all at once.
  static func parts(_ query: ListQuery) -> [Bool?] {
    guard query.pinnedFirst else { return [nil] }
    return query.after?.isPinned == false ? [false] : [true, false]
  }

  /// The statement for a part of a page, with its bindings.
  ///
  /// Pinned memos have indexes of their own. The others are found in those of all memos, skipping at most as many as
  /// there are pinned ones: on a list's first page fewer than it has rows, because a page full of pinned ones stops
  /// there.
  ///
  /// - Parameter columns: the columns to read; nil for key and identifier, which are in the indexes.
  static func select(
    _ query: ListQuery, pinned: Bool?, rows: Int, columns: String? = columns
  ) -> (sql: String, values: [SQLiteValue]) {
    let (comparison, direction) = query.order == .ascending ? (">", "ASC") : ("<", "DESC")
    var memos = ListedMemos(query)
    // A memo with an invalid identifier can be neither shown nor read.
    if columns != nil { memos.conditions.append(MemoRows.hasValidID) }
    let column = memos.column(query.sort)
    if let pinned { memos.conditions.append("\(memos.pinned) = \(pinned ? 1 : 0)") }
    // After a pinned memo all others are still to come.
    if let place = query.after, place.isPinned == (pinned ?? false) {
      let (value, id) = (memos.bind(Self.value(place)), memos.bind(.text(place.id.description)))
      memos.conditions.append("\(column) \(comparison)= \(value)")
      memos.conditions.append("(\(column) \(comparison) \(value) OR \(memos.id) > \(id))")
    }
    let limit = memos.bind(.integer(rows))
    let sql = """
      SELECT \(columns ?? "\(memos.table).key, \(memos.id)") FROM \(columns == nil ? memos.table : memos.joined)
      \(memos.filter)
      ORDER BY \(column) \(direction), \(memos.id) ASC LIMIT \(limit)
      """
    return (sql, memos.values)
  }

  /// The same rows if one can't be read as a whole: of that, the columns before the long ones, which are on its own
  /// page.
  private static func readableRows(
    _ query: ListQuery, pinned: Bool?, rows: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> [ListRow] {
    let readable = "id, version, created_at, modified_at, trashed_at, '{}', '', '', 0, '', '[]'"
    let (sql, values) = select(query, pinned: pinned, rows: rows, columns: readable)
    let beginnings = try connection.query(sql, values, row: row).compactMap(\.self)
    var found: [ListRow] = []
    for beginning in beginnings {
      let id = beginning.summary.metadata.id
      do throws(StoreError) {
        let sql = "SELECT \(columns) FROM memos WHERE id = ?"
        let whole = try connection.query(sql, [.text(id.description)], row: row)
        found.append(whole.first.flatMap(\.self) ?? beginning)
      } catch  where error.reason == .corrupt {
        found.append(beginning)
      }
    }
    return found
  }

  /// The number of memos in a list, without some.
  private static func total(
    _ query: ListQuery, without uncounted: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    let total = try total(query, in: connection)
    if uncounted.isEmpty { return total }
    var memos = ListedMemos(query)
    // No character of an identifier needs an escape in JSON.
    let ids = memos.bind(.text("[\"" + uncounted.lazy.map(\.description).joined(separator: "\",\"") + "\"]"))
    // In this order, so that nothing else is read.
    var found = "json_each(\(ids)) AS given CROSS JOIN memos ON memos.id = given.value"
    if memos.table != "memos" { found += " CROSS JOIN \(memos.table) ON \(memos.table).key = memos.key" }
    return try total - count(memos, from: found, in: connection)
  }

  /// The number of memos in a list.
  private static func total(_ query: ListQuery, in connection: SQLiteConnection) throws(StoreError) -> Int {
    if query.tags.count > 1 || !query.modified.isEverything || !query.created.isEverything {
      try count(ListedMemos(query), in: connection)
    } else if let tag = query.tags.first {
      try TotalRows.memos(of: tag, trashed: query.trashed, in: connection)
    } else {
      try TotalRows.memos(trashed: query.trashed, in: connection)
    }
  }

  private static func count(
    _ memos: ListedMemos, from tables: String? = nil, in connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    try connection.integer("SELECT COUNT(*) FROM \(tables ?? memos.table) \(memos.filter)", memos.values)
  }

  /// The query with its rarest tag first, whose memos may all have to be examined.
  private static func rarestTagFirst(
    _ query: ListQuery, in connection: SQLiteConnection
  ) throws(StoreError) -> ListQuery {
    guard query.tags.count > 1 else { return query }
    var counted: [(tag: String, memos: Int)] = []
    for tag in query.tags {
      counted.append((tag, try TotalRows.memos(of: tag, trashed: query.trashed, in: connection)))
    }
    var query = query
    query.tags = counted.sorted { $0.memos < $1.memos }.map(\.tag)
    return query
  }

  private static func value(_ place: ListPlace) -> SQLiteValue {
    switch place.value {
    case .time(let time): .integer(time.millisecondsSince1970)
    case .title(let title): .text(title)
    }
  }

  /// The readable part of a row. A damaged one must not hide others: reading its memo reports the damage.
  static func row(_ row: SQLiteStatement) throws(StoreError) -> ListRow? {
    guard let id = MemoID(row.text(0)) else { return nil }
    try Patience.spend(row.withBytes(5, \.count))
    let metadata = MemoRows.metadata(
      row, id, version: row.integer(1, in: MemoMetadata.versions),
      properties: (try? JSONObject(json: row.bytes(5))) ?? JSONObject())
    let summary = MemoSummary(
      metadata: metadata, displayTitle: row.text(6), preview: row.text(7), bytes: row.integer(8, in: MemoRows.lengths),
      textTags: tags(row.bytes(10)).tags(beside: metadata.properties.tags))
    return ListRow(summary: summary, sortTitle: row.text(9))
  }

  private static func tags(_ json: [UInt8]) -> [String] {
    guard json.count > 2, let document = try? JSONDocument(json) else { return [] }
    return document.root.elements.compactMap(\.string)
  }
}

/// The memos of a list, as a part of a statement.
private struct ListedMemos {
  /// The table that the conditions refer to.
  let table: String
  /// The prefix of its column names.
  private let prefix: String
  /// The conditions that a memo must meet.
  var conditions: [String]
  /// The values to bind to the statement.
  private(set) var values: [SQLiteValue] = []

  init(_ query: ListQuery) {
    if let tag = query.tags.first {
      table = "tags"
      prefix = "tagged_"
      conditions = []
      conditions.append("tags.tag = \(bind(.text(tag)))")
      conditions.append("tags.is_trashed = \(query.trashed ? 1 : 0)")
      for tag in query.tags.dropFirst() {
        let isOther = "other.key = tags.key AND other.tag = \(bind(.text(tag)))"
        conditions.append("EXISTS (SELECT 1 FROM tags AS other WHERE \(isOther))")
      }
    } else {
      table = "memos"
      prefix = ""
      conditions = [query.trashed ? "trashed_at IS NOT NULL" : "trashed_at IS NULL"]
    }
    for (sort, bounds) in [(ListSort.modified, query.modified), (.created, query.created)] {
      if let earliest = bounds.earliest { conditions.append("\(column(sort)) >= \(bind(earliest))") }
      if let end = bounds.end { conditions.append("\(column(sort)) < \(bind(end))") }
    }
  }

  /// The tables to select from. In this order: the index of the tag's memos has the list's order.
  var joined: String { prefix.isEmpty ? table : "\(table) CROSS JOIN memos ON memos.key = \(table).key" }

  /// The condition for the memos.
  var filter: String { "WHERE " + conditions.joined(separator: " AND ") }

  var id: String { prefix + "id" }

  var pinned: String { prefix.isEmpty ? "pinned" : "is_pinned" }

  /// The column that a list is sorted by.
  func column(_ sort: ListSort) -> String {
    switch sort {
    case .modified: prefix + "modified_at"
    case .created: prefix + "created_at"
    case .title: prefix + "sort_title"
    }
  }

  /// Binds a value and returns its parameter's name.
  mutating func bind(_ value: SQLiteValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  private mutating func bind(_ moment: Timestamp) -> String { bind(.integer(moment.millisecondsSince1970)) }
}
