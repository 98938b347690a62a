import MemoModel

extension Schema {
  /// A difference between a database and this program's schema.
  package struct Difference {
    /// Its name; for a missing or changed object of ours, that object's.
    package let name: String
    /// A description that fits after "the database".
    package let description: String
    /// What to do about it.
    package let advice: String
  }

  /// The differences that could make a database behave differently from this schema.
  ///
  /// Another program's tables and their indexes do not count: nothing here touches them. Its triggers and views do, and
  /// so do its indexes of our tables, which may refuse or replace a row.
  func differences(in connection: SQLiteConnection) throws(StoreError) -> [Difference] {
    var missing = objects
    var differences: [Difference] = []
    let rows = try connection.query("SELECT name, sql FROM sqlite_schema") { row throws(StoreError) in
      (name: row.text(0), sql: Self.collapsed(row.bytes(1)))
    }
    // Indexes for constraints within a table's SQL have no SQL of their own.
    for (name, sql) in rows where !sql.isEmpty {
      if let expected = missing.removeValue(forKey: name) {
        if sql != expected { differences.append(Self.changed(name, expected)) }
      } else if let difference = try foreign(name, sql, in: connection) {
        differences.append(difference)
      }
    }
    differences += missing.map(Self.missing)
    return differences.sorted { $0.name < $1.name }
  }

  /// The harm that another program's object could do; nil if none. The SQL counts: SQLite goes by that.
  private func foreign(
    _ name: String, _ sql: [UInt8], in connection: SQLiteConnection
  ) throws(StoreError) -> Difference? {
    switch Self.kind(sql) {
    case "table": return nil
    case "index":
      for table in objects.keys {
        let sql = "SELECT count(*) FROM pragma_index_list(?) WHERE name = ?"
        if try connection.integer(sql, [.text(table), .text(name)]) != 0 { return Self.foreign(name, "index") }
      }
      return nil
    case let kind: return Self.foreign(name, kind)
    }
  }

  private static func foreign(_ name: String, _ kind: String) -> Difference {
    let kindAndName = "\(kind) \(harmless(name))"
    return Difference(
      name: name, description: "has a foreign \(kindAndName), which could change what is saved or read",
      advice: "remove it with SQLite (DROP \(kind == "virtual table" ? "TABLE" : kind.uppercased()))")
  }

  private static func changed(_ name: String, _ expected: [UInt8]) -> Difference {
    Difference(
      name: name, description: "is damaged: its \(kind(expected)) \(name) is not the one that memo-ls makes",
      advice: "bring back a backup")
  }

  private static func missing(_ name: String, _ expected: [UInt8]) -> Difference {
    Difference(
      name: name, description: "is damaged: it lacks the \(kind(expected)) \(name)", advice: "bring back a backup")
  }

  /// The kind of object that SQL creates, as SQLite stores the SQL.
  private static func kind(_ sql: [UInt8]) -> String {
    let kinds = [
      ("CREATE TABLE ", "table"), ("CREATE INDEX ", "index"), ("CREATE UNIQUE INDEX ", "index"),
      ("CREATE TRIGGER ", "trigger"), ("CREATE VIEW ", "view"), ("CREATE VIRTUAL TABLE ", "virtual table"),
    ]
    return kinds.first { sql.starts(with: $0.0.utf8) }?.1 ?? "object"
  }

  /// A foreign name made safe for a line: cut, and without characters that a terminal or a log could misread.
  private static func harmless(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(60).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: "?"
      default: String(scalar)
      }
    }
    return scalars.joined() + (name.unicodeScalars.count > 60 ? "…" : "")
  }
}
