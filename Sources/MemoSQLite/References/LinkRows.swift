import MemoModel

/// What memos' links lead by, as rows of the database: one for each memo and target.
enum LinkRows {
  /// The targets that a memo's links lead by, and whether any of these names a heading or block.
  static func targets(of references: MemoReferences) -> [LinkTarget: Bool] {
    var targets: [LinkTarget: Bool] = [:]
    for link in references.links {
      targets[link.target, default: false] = targets[link.target] ?? false || link.fragment != nil
    }
    return targets
  }

  /// Stores a memo's targets in place of those it had. What stays is not written.
  static func put(
    _ targets: [LinkTarget: Bool], _ key: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    let sql = "SELECT form, is_identifier, written, has_fragment FROM links WHERE key = ?"
    let stored = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
      (row: Row(row), hasFragment: row.integer(3) != 0)
    }
    var missing: [Row: Bool] = [:]
    for (target, hasFragment) in targets {
      missing[Row(target), default: false] = missing[Row(target)] ?? false || hasFragment
    }
    for (row, hasFragment) in stored {
      if missing[row] == hasFragment {
        missing[row] = nil
      } else {
        try connection.run(
          "DELETE FROM links WHERE form = ? AND is_identifier = ? AND written = ? AND key = ?",
          row.values + [.integer(key)])
      }
    }
    for (row, hasFragment) in missing {
      try connection.run(
        "INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?)",
        row.values + [.integer(key), .integer(hasFragment ? 1 : 0)])
    }
  }

  /// A target as it is stored.
  struct Row: Hashable {
    private let form: String
    private let isIdentifier: Bool
    /// The identifier; empty if it can be none.
    private let written: String

    init(_ target: LinkTarget) {
      form = target.name
      isIdentifier = target.isIdentifier
      written = target.identifier?.description ?? ""
    }

    /// From a row's first three columns.
    init(_ row: SQLiteStatement) {
      form = row.text(0)
      isIdentifier = row.integer(1) != 0
      written = row.text(2)
    }

    var target: LinkTarget {
      LinkTarget(name: form, identifier: MemoID(written), isIdentifier: isIdentifier)
    }

    var values: [SQLiteValue] { [.text(form), .integer(isIdentifier ? 1 : 0), .text(written)] }
  }
}
