import MemoModel
import MemoSQLite

/// Reads rows from a database that may be damaged: each by itself, so that an unreadable one does not hide others.
struct DatabaseSalvage {
  private let connection: SQLiteConnection
  /// The rows' keys, as far as any table or index still has them.
  private(set) var keys: [Int] = []
  /// Whether some table or index could not be read to its end.
  private(set) var hasGaps = false
  /// The memos' keys by identifier, if the index for that can't be trusted.
  private var keysByID: [MemoID: Int] = [:]

  /// Those of the tables to read that have no computed columns.
  private let plainTables: [String]

  /// Whether the file is new enough to have revisions.
  private let hasRevisions: Bool

  /// A memo as far as it can be read.
  struct Memo {
    /// Its identifier; nil if the row with it can't be read.
    let id: MemoID?
    let revision: Int
    let text: [UInt8]
    /// Whether the text is complete.
    let isWhole: Bool
  }

  /// The most keys that are tried without knowing whether there is a row.
  private static let mostGuesses = 1 << 20
  /// The least bytes that a memo takes, including its index entries.
  private static let smallestRow = 64

  init(path: String) throws(StoreError) {
    connection = try SQLiteConnection(inspecting: path)
    // The part of the schema before a damaged page is used (<https://sqlite.org/pragma.html#pragma_writable_schema>).
    try connection.execute("PRAGMA writable_schema = 1")
    // The statement that finds the damage fails; later ones don't.
    _ = try? connection.integer("SELECT count(*) FROM memos")
    // One moment's contents, even if others write meanwhile; it ends with the connection.
    try connection.run("BEGIN")
    hasRevisions = try connection.integer("PRAGMA user_version") >= 3
    plainTables = ["memos", "texts", "pieces"].filter { [connection] in Self.isPlain($0, in: connection) }
    if (try? connection.integer("SELECT count(*) FROM sqlite_schema")) != 0 { findKeys() }
  }

  /// Whether all columns of a table are stored. A computed one may say anything, and take for ever.
  private static func isPlain(_ table: String, in connection: SQLiteConnection) -> Bool {
    let sql = "SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden <> 0"
    // An unreadable part of the schema has no computed columns.
    return (try? connection.integer(sql, [.text(table)])) ?? 0 == 0
  }

  func marks(ofJournal id: Int) -> [MemoID: JournalMark]? {
    try? JournalRows.marks(ofJournal: id, in: connection)
  }

  /// The memo with a key; nil if there is none, or, as `isLost` tells, it can't be read.
  func memo(key: Int) -> (memo: Memo?, isLost: Bool) {
    let (row, isDamaged) = row(key)
    guard let text = readableText(key) else { return (nil, isDamaged || row != nil) }
    let isWhole = text.isWhole && (row.map { $0.bytes == text.bytes.count } ?? true)
    return (Memo(id: row?.id, revision: row?.revision ?? 0, text: text.bytes, isWhole: isWhole), false)
  }

  /// The readable part of a text.
  private func readableText(_ key: Int) -> (bytes: [UInt8], isWhole: Bool)? {
    guard plainTables.contains("texts") else { return nil }
    guard hasRevisions, plainTables.contains("pieces"),
      case .pieces(let layout)? = try? TextRows.place(key, in: connection)
    else {
      return connection.beginning(of: "text", in: "texts", key: key)
    }
    var bytes: [UInt8] = []
    var isWhole = true
    var seen: Set<Int> = []
    // Words after an unreadable piece still count. A damaged layout may name one piece again and again.
    for piece in layout.pieces {
      let isNew = seen.insert(piece.key).inserted
      let found = isNew ? connection.beginning(of: "bytes", in: "pieces", key: piece.key) : nil
      bytes += found?.bytes ?? []
      if found?.isWhole != true || found?.bytes.count != piece.count { isWhole = false }
    }
    return (bytes, isWhole)
  }

  private func row(_ key: Int) -> (row: (id: MemoID?, revision: Int, bytes: Int)?, isDamaged: Bool) {
    guard plainTables.contains("memos") else { return (nil, true) }
    do throws(StoreError) {
      let sql = "SELECT id, \(hasRevisions ? "revision" : "1"), bytes FROM memos WHERE key = ?"
      let rows = try connection.query(sql, [.integer(key)]) { row throws(StoreError) in
        (id: MemoID(row.text(0)), revision: row.integer(1), bytes: row.integer(2))
      }
      return (rows.first, false)
    } catch {
      return (nil, true)
    }
  }

  /// The memo with an identifier.
  func memo(id: MemoID) -> Memo? {
    if hasGaps { return keysByID[id].flatMap { memo(key: $0).memo } }
    let sql = "SELECT key FROM memos WHERE id = ?"
    let found = try? connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) }
    return found?.first.flatMap { memo(key: $0).memo }
  }

  /// A memo's text at a revision; nil if that is not kept, or can't be read completely.
  func text(of id: MemoID, revision: Int) -> [UInt8]? {
    let now = memo(id: id)
    if let now, now.isWhole, now.revision == revision { return now.text }
    let stored = try? MemoRows.memo(id, in: connection)
    return try? RevisionRows.memo(id, revision: revision, from: stored, in: connection)?.text
  }

  /// Walks each table, and an index, from both ends: rows behind a damaged page in one direction may precede it in the
  /// other.
  private mutating func findKeys() {
    var found: Set<Int> = []
    // A row takes at least four bytes.
    let mostRows = ((try? connection.largestContents()) ?? 0) / 4
    let sources = ["memos NOT INDEXED ORDER BY key", "texts ORDER BY key", "memos ORDER BY id"].filter { source in
      plainTables.contains { source.hasPrefix($0) }
    }
    if sources.count < 3 { hasGaps = true }
    for source in sources {
      for direction in ["ASC", "DESC"] {
        var rows = 0
        do throws(StoreError) {
          try connection.forEachRow("SELECT key FROM \(source) \(direction)", []) { row throws(StoreError) in
            found.insert(row.integer(0))
            rows += 1
            // Damaged pages may lead in circles.
            return rows <= mostRows
          }
          if rows > mostRows { hasGaps = true }
        } catch {
          hasGaps = true
        }
      }
    }
    // Keys are consecutive from 1: those that no walk reached are between those that were found.
    if hasGaps, let last = found.max(), last > 0 {
      let mostMemos = mostRows * 4 / Self.smallestRow
      found.formUnion((1...last).prefix(min(Self.mostGuesses, mostMemos)))
    }
    keys = found.sorted()
    guard hasGaps else { return }
    for key in keys { if let id = row(key).row?.id { keysByID[id] = key } }
  }
}
