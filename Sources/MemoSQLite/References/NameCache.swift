import MemoModel

/// The names that a connection has in memory, brought up to date as memos change.
struct NameCache {
  /// A title or alias in the form in which names are compared.
  struct Name {
    let key: Int
    let form: [UInt8]
    let isAlias: Bool
  }

  /// The names as they were when all were read.
  private(set) var index = NameIndex()
  /// The memos that may have other names since.
  private(set) var changed: Set<Int> = []
  /// What these are called now.
  private(set) var names: [Name] = []
  /// What was in the store when it was last looked at: its changes, and the texts that nobody had looked at. When such
  /// a text is looked at, that is no change.
  private var seen: (changes: Int, unread: Int)?

  /// The most memos whose names are read anew for a question, rather than all.
  private static let mostChanged = 500

  /// Brings it up to what the database has at this moment.
  mutating func update(from connection: SQLiteConnection) throws(StoreError) {
    let changes = try ChangeRows.changeSequence(in: connection)
    let unread = try connection.integer("SELECT count(*) FROM unread")
    if let seen, seen == (changes, unread) { return }
    let ids =
      try seen.map { seen throws(StoreError) in
        try ChangeRows.changedMemos(since: seen.changes, in: connection)
      } ?? nil
    // Nothing is known of it while it is brought up to date.
    seen = nil
    for id in ids ?? [] { if let key = try MemoRows.key(of: id, in: connection) { changed.insert(key) } }
    if ids == nil || changed.count > Self.mostChanged {
      try readAll(from: connection)
      let sql = "SELECT key FROM unread LIMIT \(Self.mostChanged + 1)"
      changed = Set(try connection.query(sql) { row throws(StoreError) in row.integer(0) })
    }
    names = []
    for key in changed {
      let sql = "SELECT form, kind FROM names WHERE key = ? AND \(Self.isMeant)"
      names += try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
        Name(key: key, form: row.bytes(0), isAlias: row.integer(1) != NameKind.title.rawValue)
      }
    }
    seen = (changes, unread)
  }

  private mutating func readAll(from connection: SQLiteConnection) throws(StoreError) {
    index = NameIndex()
    var same: [Name] = []
    let sql = "SELECT form, kind, key FROM names WHERE \(Self.isMeant) ORDER BY form, kind, key"
    try connection.forEachRow(sql, []) { row throws(StoreError) in
      let name = Name(key: row.integer(2), form: row.bytes(0), isAlias: row.integer(1) != NameKind.title.rawValue)
      if let last = same.last, last.form != name.form || last.isAlias != name.isAlias {
        try append(&same, connection)
      }
      same.append(name)
      return true
    }
    try append(&same, connection)
  }

  /// Adds names that are the same, in the order of their memos' identifiers.
  private mutating func append(_ same: inout [Name], _ connection: SQLiteConnection) throws(StoreError) {
    if same.count > 1 {
      var ordered: [(id: String, name: Name)] = []
      for name in same { ordered.append((try MemoRows.id(of: name.key, in: connection)?.description ?? "", name)) }
      same = ordered.sorted { $0.id < $1.id }.map(\.name)
    }
    for name in same { index.append(name.form, isAlias: name.isAlias, name.key) }
    same.removeAll(keepingCapacity: true)
  }

  private static let isMeant =
    "kind IN (\(NameKind.title.rawValue), \(NameKind.alias.rawValue)) AND is_trashed = 0"
}
