import MemoModel

/// What memos' links lead by, as rows of the database: one for each memo and target.
enum LinkRows {
  /// The targets that a memo's links lead by, and whether any of these links names a heading or block.
  static func targets(of references: MemoReferences) -> [LinkTarget: Bool] {
    var targets: [LinkTarget: Bool] = [:]
    for link in references.links {
      targets[link.target] = targets[link.target] ?? false || link.fragment != nil
    }
    return targets
  }

  /// Whether these are the targets that are stored of a memo, each as it is looked for.
  static func are(
    _ targets: [LinkTarget: Bool], storedOf key: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    try exact(key, in: connection) == targets
  }

  /// The targets that are stored of a memo, each with whether a link by it names a heading or block; nil if one is not
  /// stored as it is looked for.
  private static func exact(
    _ key: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> [LinkTarget: Bool]? {
    let sql = "SELECT form, is_identifier, written, has_fragment FROM links WHERE key = ?"
    var stored: [LinkTarget: Bool]? = [:]
    try connection.forEachRow(sql, [.integer(key)]) { row throws(StoreError) in
      let target = LinkTarget(row)
      let isExact =
        target.name.utf8.elementsEqual(row.bytes(0)) && 0...LinkTarget.file ~= row.integer(1)
        && row.text(2) == target.identifier?.description ?? ""
      let isNew = stored?.updateValue(row.integer(3) == 1, forKey: target) == nil
      if !isExact || !isNew || !(0...1).contains(row.integer(3)) { stored = nil }
      return stored != nil
    }
    return stored
  }

  /// The targets that are stored of a memo.
  static func stored(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> [LinkTarget] {
    let sql = "SELECT form, is_identifier, written FROM links WHERE key = ?"
    return try connection.query(sql, [.integer(key)]) { row throws(StoreError) in LinkTarget(row) }
  }

  /// Stores a memo's targets in place of those it had. Most saves change none, and a renaming one.
  static func put(_ targets: [LinkTarget: Bool], _ key: Int, in connection: SQLiteConnection) throws(StoreError) {
    let stored = try exact(key, in: connection)
    if stored == nil { try connection.run("DELETE FROM links WHERE key = ?", [.integer(key)]) }
    for target in (stored ?? [:]).keys where targets[target] == nil {
      try connection.run(
        "DELETE FROM links WHERE form = ? AND is_identifier = ? AND written = ? AND key = ?",
        target.values + [.integer(key)])
    }
    for (target, hasFragment) in targets where stored?[target] != hasFragment {
      try connection.run(
        "INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?)",
        target.values + [.integer(key), .integer(hasFragment ? 1 : 0)])
    }
  }
}

extension LinkTarget {
  /// What `is_identifier` holds of the path of a file.
  fileprivate static let file = 2

  /// From a row's first three columns. What can be no identifier is stored as none.
  init(_ row: SQLiteStatement) {
    let isFile = row.integer(1) == Self.file
    self.init(
      name: row.text(0), identifier: MemoID(row.text(2)), isIdentifier: row.integer(1) != 0 && !isFile, isFile: isFile)
  }

  /// What these columns hold.
  var values: [SQLiteValue] {
    [.text(name), .integer(isIdentifier ? 1 : isFile ? Self.file : 0), .text(identifier?.description ?? "")]
  }
}
