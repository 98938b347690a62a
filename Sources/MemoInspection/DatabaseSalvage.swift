import MemoModel
import MemoSQLite

/// Reads rows out of a database that may be damaged: each by itself, so that one that can't be read takes no other with
/// it.
struct DatabaseSalvage {
  private let connection: SQLiteConnection
  /// The rows' keys, as far as any table or index still tells them.
  private(set) var keys: [Int] = []
  /// Whether some table or index could not be read to its end.
  private(set) var hasGaps = false
  /// Where memos are, if the index that should tell can't be trusted.
  private var keysByID: [MemoID: Int] = [:]

  /// Those of the tables that are read.
  private let plainTables: [String]

  /// Whether the file is new enough to tell the states of a memo apart.
  private let hasRevisions: Bool

  /// A memo as far as it can be read.
  struct Memo {
    /// Nil where the row with the identifier can't be read.
    let id: MemoID?
    let revision: Int
    let text: [UInt8]
    /// Whether the text is all that was saved.
    let isWhole: Bool
  }

  /// The most keys that are tried on the mere chance that there is a row.
  private static let mostGuesses = 1 << 20
  /// How many bytes a memo takes at least, with its places in indexes.
  private static let smallestRow = 64

  init(path: String) throws(StoreError) {
    connection = try SQLiteConnection(inspecting: path)
    // What of the schema stands before a damaged page of it is used
    // (<https://sqlite.org/pragma.html#pragma_writable_schema>).
    try connection.execute("PRAGMA writable_schema = 1")
    // The statement that finds the damage fails, those after it do not.
    _ = try? connection.integer("SELECT count(*) FROM memos")
    // One moment's contents, whoever writes meanwhile; it ends with the connection.
    try connection.run("BEGIN")
    hasRevisions = try connection.integer("PRAGMA user_version") >= 3
    plainTables = ["memos", "texts", "pieces"].filter { [connection] in Self.isPlain($0, in: connection) }
    if (try? connection.integer("SELECT count(*) FROM sqlite_schema")) != 0 { findKeys() }
  }

  /// Whether all columns of a table are stored. One that is worked out may say anything, and take for ever.
  private static func isPlain(_ table: String, in connection: SQLiteConnection) -> Bool {
    let sql = "SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden <> 0"
    // What of the schema can't be read has no columns that are worked out.
    return (try? connection.integer(sql, [.text(table)])) ?? 0 == 0
  }

  func marks(ofJournal id: Int) -> [MemoID: JournalMark]? {
    try? JournalRows.marks(ofJournal: id, in: connection)
  }

  /// The memo of a key; nil if there is none, or none that can be read: then `isLost` tells.
  func memo(key: Int) -> (memo: Memo?, isLost: Bool) {
    let (row, isDamaged) = row(key)
    guard let text = readableText(key) else { return (nil, isDamaged || row != nil) }
    let isWhole = text.isWhole && (row.map { $0.bytes == text.bytes.count } ?? true)
    return (Memo(id: row?.id, revision: row?.revision ?? 0, text: text.bytes, isWhole: isWhole), false)
  }

  /// As much of a text as can be read.
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
    // Words behind a piece that can't be read are words still. A layout that is damaged may name one piece again and
    // again.
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

  /// The memo of an identifier.
  func memo(id: MemoID) -> Memo? {
    if hasGaps { return keysByID[id].flatMap { memo(key: $0).memo } }
    let sql = "SELECT key FROM memos WHERE id = ?"
    let found = try? connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) }
    return found?.first.flatMap { memo(key: $0).memo }
  }

  /// A memo's text as it was at a revision; nil if that is not kept, or can't be read whole.
  func text(of id: MemoID, revision: Int) -> [UInt8]? {
    let now = memo(id: id)
    if let now, now.isWhole, now.revision == revision { return now.text }
    let stored = try? MemoRows.memo(id, in: connection)
    return try? RevisionRows.memo(id, revision: revision, from: stored, in: connection)?.text
  }

  /// Walks each table, and an index, from both ends: what lies behind a damaged page one way may lie before it the
  /// other.
  private mutating func findKeys() {
    var found: Set<Int> = []
    // No row takes less than four bytes.
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
            // Damaged pages may lead round and round.
            return rows <= mostRows
          }
          if rows > mostRows { hasGaps = true }
        } catch {
          hasGaps = true
        }
      }
    }
    // Keys are given out from 1 on, one after the other: what no walk reached stands between those that were.
    if hasGaps, let last = found.max(), last > 0 {
      let mostMemos = mostRows * 4 / Self.smallestRow
      found.formUnion((1...last).prefix(min(Self.mostGuesses, mostMemos)))
    }
    keys = found.sorted()
    guard hasGaps else { return }
    for key in keys { if let id = row(key).row?.id { keysByID[id] = key } }
  }
}
