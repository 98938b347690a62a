import MemoModel

/// The tables, indexes and triggers of a database: each one's name and its SQL without regard to white space
/// (<https://sqlite.org/schematab.html>).
package struct Schema: Equatable {
  private(set) var objects: [String: [UInt8]] = [:]
  /// Their names, in the order in which the steps create them, with those of objects that went again.
  private var names: [String] = []
  /// The SQL of rows that are there from the beginning.
  private var rows: [[UInt8]] = []

  init() {}

  /// Takes a step. Parsed from the step's SQL, which takes 0.1 ms; running it in SQLite would take 7 ms. Each statement
  /// must start a line, and its other lines be indented or close a bracket.
  mutating func follow(_ sql: String) {
    var statement: [UInt8] = []
    for line in Array(sql.utf8).split(separator: UInt8(ascii: "\n")) {
      let isStart = (line.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false)
      if isStart, !line.elementsEqual("END;".utf8) {
        take(statement)
        statement = []
      }
      statement += line
      statement.append(UInt8(ascii: "\n"))
    }
    take(statement)
  }

  /// Creates everything in an empty database.
  func create(in connection: SQLiteConnection) throws(StoreError) {
    var left = objects
    for sql in names.compactMap({ left.removeValue(forKey: $0) }) + rows {
      try connection.execute(String(decoding: sql, as: UTF8.self))
    }
  }

  private mutating func take(_ statement: [UInt8]) {
    var sql = Self.collapsed(statement)
    if sql.last == UInt8(ascii: ";") { sql.removeLast() }
    let words = sql.split(separator: UInt8(ascii: " "), maxSplits: 5).map { String(decoding: $0, as: UTF8.self) }
    guard words.count >= 3 else { return }
    let name = words[2]
    switch (words[0], words.dropFirst(3).first) {
    case ("CREATE", _):
      objects[name] = sql
      names.append(name)
    case ("DROP", _): objects[name] = nil
    case ("INSERT", "VALUES"): rows.append(sql)
    case ("ALTER", "RENAME"): objects[words[5]] = objects.removeValue(forKey: name)
    case ("ALTER", "ADD"):
      // After the last column, and so before a constraint of the whole table.
      guard let table = objects[name],
        let end = table.indices.first(where: { table[$0] == UInt8(ascii: ",") && Self.isConstraint(table[$0...]) })
          ?? table.lastIndex(of: UInt8(ascii: ")"))
      else { return }
      let column = sql.dropFirst("ALTER TABLE \(name) ADD COLUMN ".utf8.count)
      objects[name] = table[..<end] + Array(", ".utf8) + column + table[end...]
    default: break
    }
  }

  /// Whether SQL continues with a constraint of the whole table.
  private static func isConstraint(_ sql: ArraySlice<UInt8>) -> Bool {
    sql.starts(with: ", PRIMARY KEY (".utf8) || sql.starts(with: ", UNIQUE (".utf8)
  }

  /// SQL with one space in place of any white space, and none next to a comma or bracket. Ours has none of these in
  /// quotes, and no comments.
  static func collapsed(_ sql: [UInt8]) -> [UInt8] {
    var collapsed: [UInt8] = []
    collapsed.reserveCapacity(sql.count)
    var (hasSpace, last) = (false, UInt8(ascii: "("))
    for byte in sql {
      if byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte) {
        hasSpace = true
        continue
      }
      let isClosing = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")")
      if hasSpace, !isClosing, last != UInt8(ascii: "(") { collapsed.append(UInt8(ascii: " ")) }
      collapsed.append(byte)
      (hasSpace, last) = (false, byte)
    }
    return collapsed
  }
}
