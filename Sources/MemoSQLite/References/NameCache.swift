import MemoModel

/// The names that a connection has in memory, updated as memos change.
struct NameCache {
  /// A title or another name in its compared form.
  struct Name {
    let key: Int
    let form: [UInt8]
    /// Whether it is an alias, or the name of the memo's file.
    let isAlias: Bool
  }

  /// The names as of when all were read.
  private(set) var index = NameIndex()
  /// The memos that may have other names since.
  private(set) var changed: Set<Int> = []
  /// The present names of these.
  private(set) var names: [Name] = []
  /// The state of the store at the last update: its changes, and the texts that were not indexed, since indexing one is
  /// no change.
  private var seen: (changes: Int, unread: Int)?
  /// The last name read so far; nil if all were.
  private var last: Place?
  /// Equal names, the last that were read.
  private var same: [Name] = []

  /// A row's place among all names.
  private struct Place {
    var form: [UInt8] = []
    var kind = Int.min, key = Int.min

    func precedes(_ other: Place) -> Bool {
      form == other.form
        ? (kind, key) < (other.kind, other.key) : form.lexicographicallyPrecedes(other.form)
    }
  }

  /// The most memos whose names are reread for a query, instead of all names.
  private static let mostChanged = 500

  /// The most memos whose names are read ahead: they take 4 MB of memory.
  static let mostReadAhead = 120_000

  /// The number of names that are read ahead in one go, so that others come in between.
  static let portion = 2_000

  /// Brings it up to the database's present state.
  ///
  /// - Parameter limit: the most names to read.
  /// - Returns: whether all names were read. Memos that changed while names were read are among the changed ones.
  mutating func update(from connection: SQLiteConnection, reading limit: Int) throws(StoreError) -> Bool {
    let changes = try ChangeRows.changeSequence(in: connection)
    let unread = try connection.integer("SELECT count(*) FROM unread")
    if let seen, seen == (changes, unread), last == nil { return true }
    let ids =
      try seen.map { seen throws(StoreError) in
        try ChangeRows.changedMemos(since: seen.changes, in: connection)
      } ?? nil
    // Invalid while it is being updated.
    seen = nil
    for id in ids ?? [] { if let key = try MemoRows.key(of: id, in: connection) { changed.insert(key) } }
    if ids == nil || changed.count > Self.mostChanged {
      (index, last, same) = (NameIndex(), Place(), [])
      let sql = "SELECT key FROM unread LIMIT \(Self.mostChanged + 1)"
      changed = Set(try connection.query(sql) { row throws(StoreError) in row.integer(0) })
    }
    try readOn(from: connection, limit)
    names = []
    for key in changed {
      let sql = "SELECT form, kind FROM names WHERE key = ? AND \(Self.isMeant)"
      names += try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
        Name(key: key, form: row.bytes(0), isAlias: row.integer(1) != NameKind.title.rawValue)
      }
    }
    seen = (changes, unread)
    return last == nil
  }

  /// Reads the names after the last one read.
  private mutating func readOn(from connection: SQLiteConnection, _ limit: Int) throws(StoreError) {
    guard let last else { return }
    var place = last
    let sql = """
      SELECT form, kind, key FROM names WHERE (form, kind, key) > (CAST(? AS TEXT), ?, ?) AND \(Self.isMeant)
      ORDER BY form, kind, key LIMIT ?
      """
    let values: [SQLiteValue] = [
      .blob(last.form), .integer(last.kind), .integer(last.key), .integer(limit),
    ]
    var count = 0
    try connection.forEachRow(sql, values) { row throws(StoreError) in
      place = Place(form: row.bytes(0), kind: row.integer(1), key: row.integer(2))
      let name = Name(key: place.key, form: place.form, isAlias: place.kind != NameKind.title.rawValue)
      if let last = same.last, last.form != name.form || last.isAlias != name.isAlias { try appendSame(connection) }
      same.append(name)
      count += 1
      return true
    }
    // Damaged pages may lead in circles.
    if count == limit, last.precedes(place) { return self.last = place }
    try appendSame(connection)
    self.last = nil
  }

  /// Adds equal names, in the order of their memos' identifiers.
  private mutating func appendSame(_ connection: SQLiteConnection) throws(StoreError) {
    if same.count > 1 {
      var ordered: [(id: String, name: Name)] = []
      for name in same { ordered.append((try MemoRows.id(of: name.key, in: connection)?.description ?? "", name)) }
      same = ordered.sorted { $0.id < $1.id }.map(\.name)
    }
    for name in same { index.append(name.form, isAlias: name.isAlias, name.key) }
    same.removeAll(keepingCapacity: true)
  }

  /// Titles, aliases, and the names of files that are not their memos' titles, too.
  private static let isMeant = """
    is_trashed = 0 AND (kind IN (\(NameKind.title.rawValue), \(NameKind.alias.rawValue))
      OR kind = \(NameKind.stem.rawValue) AND NOT EXISTS (
        SELECT 1 FROM names AS titles
        WHERE titles.form = names.form AND titles.kind = \(NameKind.title.rawValue) AND titles.key = names.key))
    """
}
