import JSON
import MemoModel
import MemoText

/// Pages of lists, read from the database. Each order of each list has an index; only ties are sorted.
enum ListRows {
  /// What is read of each memo: its columns, and its tags as they are written.
  static let columns = """
    \(MemoRows.columns), (SELECT json_group_array(name) FROM tags AS said WHERE said.key = memos.key AND name <> '')
    """

  static func page(
    _ query: ListQuery, leavingOut hidden: Set<MemoID>, uncounted: Set<MemoID>, in connection: SQLiteConnection
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
    // A total may be damaged; it is never less than what is there to be seen.
    return StoredPage(rows: rows, total: max(try total(query, without: uncounted, in: connection), rows.count))
  }

  /// The first rows that are not hidden. Where they are the index alone tells: before a row could be passed over, all
  /// its columns would have been read.
  private static func visibleRows(
    _ query: ListQuery, pinned: Bool?, rows: Int, leavingOut hidden: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> [ListRow] {
    let (sql, values) = select(query, pinned: pinned, rows: .max, columns: nil)
    var keys: [Int] = []
    try connection.forEachRow(sql, values) { statement throws(StoreError) in
      if let id = MemoID(statement.text(1)), !hidden.contains(id) { keys.append(statement.integer(0)) }
      return keys.count < rows
    }
    var found: [ListRow] = []
    for key in keys {
      let sql = "SELECT \(columns) FROM memos WHERE key = ?"
      found += try connection.query(sql, [.integer(key)], row: row).compactMap(\.self)
    }
    return found
  }

  /// The parts that a list is read in: its pinned memos and then the others, or all at once, which is nil.
  static func parts(_ query: ListQuery) -> [Bool?] {
    guard query.pinnedFirst else { return [nil] }
    return query.after?.isPinned == false ? [false] : [true, false]
  }

  /// The statement for a part of a page, and what to bind to it.
  ///
  /// Pinned memos have indexes of their own. The others are found in those of all memos, with at most as many passed
  /// over as there are pinned ones: on a list's first page fewer than it has rows, because a page full of pinned ones
  /// stops there.
  ///
  /// - Parameter columns: what to read of each memo; nil for its key and its identifier, which stand in the indexes.
  static func select(
    _ query: ListQuery, pinned: Bool?, rows: Int, columns: String? = columns
  ) -> (sql: String, values: [SQLiteValue]) {
    let (comparison, direction) = query.order == .ascending ? (">", "ASC") : ("<", "DESC")
    var memos = ListedMemos(query)
    // What has no valid identifier can be neither shown nor read.
    if columns != nil { memos.conditions.append(MemoRows.hasValidID) }
    let column = memos.column(query.sort)
    if let pinned { memos.conditions.append("\(memos.pinned) = \(pinned ? 1 : 0)") }
    // Behind a pinned memo all others are still to come.
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

  /// The same rows where one can't be read as a whole: of that, what stands before the long columns, on its own page.
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

  /// How many memos a list has without some.
  private static func total(
    _ query: ListQuery, without uncounted: Set<MemoID>, in connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    let total = try total(query, in: connection)
    if uncounted.isEmpty { return total }
    var memos = ListedMemos(query)
    // No character of an identifier means anything in JSON.
    let ids = memos.bind(.text("[\"" + uncounted.lazy.map(\.description).joined(separator: "\",\"") + "\"]"))
    // In this order, so that nothing else is looked at.
    var found = "json_each(\(ids)) AS given CROSS JOIN memos ON memos.id = given.value"
    if memos.table != "memos" { found += " CROSS JOIN \(memos.table) ON \(memos.table).key = memos.key" }
    return try total - count(memos, from: found, in: connection)
  }

  /// How many memos a list has.
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

  /// The query with the tag first that has the fewest memos, all of which may have to be looked at.
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

  /// What can be shown of a row. A damaged one takes no other with it: whoever reads its memo is told.
  static func row(_ row: SQLiteStatement) throws(StoreError) -> ListRow? {
    guard let id = MemoID(row.text(0)) else { return nil }
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

/// The memos that a list is made of, as a part of a statement.
private struct ListedMemos {
  /// The table whose columns the conditions are about.
  let table: String
  /// What stands before the names of its columns.
  private let prefix: String
  /// What must hold of a memo.
  var conditions: [String]
  /// What is bound to the statement.
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

  /// The memos that the rows are about. In this order: the index of the tag's memos gives the list's order.
  var joined: String { prefix.isEmpty ? table : "\(table) CROSS JOIN memos ON memos.key = \(table).key" }

  /// The condition that holds of them.
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

  /// The name of a value that is bound.
  mutating func bind(_ value: SQLiteValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  private mutating func bind(_ moment: Timestamp) -> String { bind(.integer(moment.millisecondsSince1970)) }
}
