import MemoMarkup
import MemoModel

/// The targets of memos' links, as rows of the database: one for each memo and target.
enum LinkRows {
  /// The targets of a memo's links, and whether any link with each names a heading or block.
  static func targets(of references: MemoReferences) -> [LinkTarget: Bool] {
    var targets: [LinkTarget: Bool] = [:]
    for link in references.links {
      targets[link.target.anywhere] = targets[link.target.anywhere] ?? false || link.fragment != nil
    }
    return targets
  }

  /// Whether these are the stored targets of a memo, in the form in which they are looked up.
  static func are(
    _ targets: [LinkTarget: Bool], storedOf key: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    try exact(key, in: connection) == targets
  }

  /// The stored targets of a memo, each with whether a link with it names a heading or block; nil if one is not stored
  /// in the form in which it is looked up.
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

  /// The stored targets of a memo.
  static func stored(_ key: Int, in connection: SQLiteConnection) throws(StoreError) -> [LinkTarget] {
    let sql = "SELECT form, is_identifier, written FROM links WHERE key = ?"
    return try connection.query(sql, [.integer(key)]) { row throws(StoreError) in LinkTarget(row) }
  }

  /// Replaces a memo's stored targets. Most saves change none, and a renaming one.
  static func put(_ targets: [LinkTarget: Bool], _ key: Int, in connection: SQLiteConnection) throws(StoreError) {
    let stored = try exact(key, in: connection)
    if stored == nil { try connection.run("DELETE FROM links WHERE key = ?", [.integer(key)]) }
    try put(targets, key, over: stored ?? [:], in: connection)
  }

  /// Replaces a memo's stored targets.
  static func put(
    _ targets: [LinkTarget: Bool], _ key: Int, over stored: [LinkTarget: Bool], in connection: SQLiteConnection
  ) throws(StoreError) {
    for target in stored.keys where targets[target] == nil {
      try connection.run(
        "DELETE FROM links WHERE form = ? AND is_identifier = ? AND written = ? AND key = ?",
        target.values + [.integer(key)])
    }
    for (target, hasFragment) in targets where stored[target] != hasFragment {
      try connection.run(
        "INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?)",
        target.values + [.integer(key), .integer(hasFragment ? 1 : 0)])
      if stored[target] == nil { try putStems(of: target.name, in: connection) }
    }
  }

  /// Stores the possible names of files that links by a name lead to.
  static func putStems(of form: String, in connection: SQLiteConnection) throws(StoreError) {
    for stem in Set(LinkPath.readings(of: form).flatMap(\.stems)) where stem != form {
      try connection.run("INSERT OR IGNORE INTO link_stems VALUES (?, ?)", [.text(stem), .text(form)])
    }
  }

  /// The names in links that may mean files with a name, without its extension.
  static func forms(ofStem stem: String, in connection: SQLiteConnection) throws(StoreError) -> [String] {
    try connection.query("SELECT form FROM link_stems WHERE stem = ?", [.text(stem)]) { row throws(StoreError) in
      row.text(0)
    }
  }
}

extension LinkTarget {
  /// The value of `is_identifier` for the path of a file.
  fileprivate static let file = 2

  /// Reads a row's first three columns. A text that can't be an identifier counts as none.
  init(_ row: SQLiteStatement) {
    let isFile = row.integer(1) == Self.file
    self.init(
      name: row.text(0), identifier: MemoID(row.text(2)), isIdentifier: row.integer(1) != 0 && !isFile, isFile: isFile)
  }

  /// The values of these columns.
  var values: [SQLiteValue] {
    [.text(name), .integer(isIdentifier ? 1 : isFile ? Self.file : 0), .text(identifier?.description ?? "")]
  }
}
