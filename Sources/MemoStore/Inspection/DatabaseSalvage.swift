import MemoModel

/// Reads rows out of a database that may be damaged: each by itself, so that one that can't be read takes no other with it.
struct DatabaseSalvage {
  private let connection: SQLiteConnection
  /// The rows' keys, as far as any table or index still tells them.
  private(set) var keys: [Int] = []
  /// Whether some table or index could not be read to its end.
  private(set) var hasGaps = false
  /// Where memos are, if the index that should tell can't be trusted.
  private var keysByID: [MemoID: Int] = [:]

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

  init(path: String) throws(StoreError) {
    connection = try SQLiteConnection(inspecting: path)
    // What of the schema stands before a damaged page of it is used (<https://sqlite.org/pragma.html#pragma_writable_schema>).
    try connection.execute("PRAGMA writable_schema = 1")
    // The statement that finds the damage fails, those after it do not.
    _ = try? connection.integer("SELECT count(*) FROM memos")
    // One moment's contents, whoever writes meanwhile; it ends with the connection.
    try connection.run("BEGIN")
    hasRevisions = try connection.integer("PRAGMA user_version") >= 3
    if (try? connection.integer("SELECT count(*) FROM sqlite_schema")) != 0 { findKeys() }
  }

  func marks(ofJournal id: Int) -> [MemoID: JournalMark]? {
    try? JournalRows.marks(ofJournal: id, in: connection)
  }

  /// The memo of a key; nil if there is none, or none that can be read: then `isLost` tells.
  func memo(key: Int) -> (memo: Memo?, isLost: Bool) {
    let (row, isDamaged) = row(key)
    guard let text = beginningOfText(key) else { return (nil, isDamaged || row != nil) }
    let isWhole = text.isWhole && (row.map { $0.bytes == text.bytes.count } ?? true)
    return (Memo(id: row?.id, revision: row?.revision ?? 0, text: text.bytes, isWhole: isWhole), false)
  }

  /// As much of a text as can be read from its beginning.
  private func beginningOfText(_ key: Int) -> (bytes: [UInt8], isWhole: Bool)? {
    guard hasRevisions, case .pieces(let layout)? = try? TextRows.place(key, in: connection) else {
      return connection.beginning(of: "text", in: "texts", key: key)
    }
    var bytes: [UInt8] = []
    for piece in layout.pieces {
      let found = connection.beginning(of: "bytes", in: "pieces", key: piece.key)
      bytes += found?.bytes ?? []
      guard found?.isWhole == true, found?.bytes.count == piece.count else { return (bytes, false) }
    }
    return (bytes, true)
  }

  private func row(_ key: Int) -> (row: (id: MemoID?, revision: Int, bytes: Int)?, isDamaged: Bool) {
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

  /// Walks each table, and an index, from both ends: what lies behind a damaged page one way may lie before it the other.
  private mutating func findKeys() {
    var found: Set<Int> = []
    for source in ["memos NOT INDEXED ORDER BY key", "texts ORDER BY key", "memos ORDER BY id"] {
      for direction in ["ASC", "DESC"] {
        do throws(StoreError) {
          _ = try connection.query("SELECT key FROM \(source) \(direction)") { row throws(StoreError) in
            found.insert(row.integer(0))
          }
        } catch {
          hasGaps = true
        }
      }
    }
    // Keys are given out from 1 on, one after the other: what no walk reached stands between those that were.
    if hasGaps, let last = found.max(), last > 0 { found.formUnion((1...last).prefix(Self.mostGuesses)) }
    keys = found.sorted()
    guard hasGaps else { return }
    for key in keys { if let id = row(key).row?.id { keysByID[id] = key } }
  }
}
