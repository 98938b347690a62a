import MemoModel

/// What is known of the hub, as rows of the database.
enum SyncRows {
  static func hub(in connection: SQLiteConnection) throws(StoreError) -> SyncHub? {
    try connection.query("SELECT url, membership, cursor FROM sync_hubs") { row throws(StoreError) in
      SyncHub(url: row.text(0), membership: row.bytes(1), cursor: row.optionalBytes(2))
    }.first
  }

  static func setHub(_ hub: SyncHub?, in connection: SQLiteConnection) throws(StoreError) {
    try connection.execute("DELETE FROM sync_hubs; DELETE FROM sync_rows; DELETE FROM sync_revisions;")
    guard let hub else { return }
    try connection.run(
      "INSERT INTO sync_hubs VALUES (?, ?, ?)",
      [.text(hub.url), json(hub.membership), hub.cursor.map(json) ?? .null])
  }

  static func setAccess(_ hub: SyncHub, in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("UPDATE sync_hubs SET url = ?, membership = ?", [.text(hub.url), json(hub.membership)])
  }

  static func row(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
    try connection.query("SELECT row FROM sync_rows WHERE id = ?", [.text(id.description)]) { row throws(StoreError) in
      row.bytes(0)
    }.first
  }

  static func state(of id: MemoID, at revision: Int, in connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
    let sql = "SELECT memo FROM sync_revisions WHERE id = ? AND revision = ?"
    return try connection.query(sql, [.text(id.description), .integer(revision)]) { row throws(StoreError) in
      row.optionalBytes(0)
    }.first ?? nil
  }

  static func unsettled(limit: Int, in connection: SQLiteConnection) throws(StoreError) -> [MemoID] {
    let sql = """
      SELECT id FROM (
        SELECT memos.id FROM memos LEFT JOIN sync_rows ON sync_rows.id = memos.id
        WHERE sync_rows.revision IS NOT memos.revision
        UNION ALL
        SELECT id FROM sync_rows WHERE revision IS NOT 0 AND id NOT IN (SELECT id FROM memos)
      ) ORDER BY id LIMIT ?
      """
    return try ids(sql, [.integer(limit)], in: connection)
  }

  static func based(in connection: SQLiteConnection) throws(StoreError) -> [MemoID] {
    try ids("SELECT id FROM sync_rows WHERE is_based ORDER BY id", [], in: connection)
  }

  /// The revisions of a memo that a row names and that are among its own.
  static func revisions(of id: MemoID, in connection: SQLiteConnection) throws(StoreError) -> Set<Int> {
    let sql = "SELECT revision FROM sync_revisions WHERE id = ? AND memo IS NULL"
    return Set(try connection.query(sql, [.text(id.description)]) { row throws(StoreError) in row.integer(0) })
  }

  /// Those of these memos that exist, or have a row.
  static func known(_ ids: [MemoID], in connection: SQLiteConnection) throws(StoreError) -> Set<MemoID> {
    var known: Set<MemoID> = []
    let sql = """
      SELECT id FROM memos WHERE id IN \(IDBatch.places)
        UNION ALL SELECT id FROM sync_rows WHERE id IN \(IDBatch.places)
      """
    try IDBatch.forEachRow(sql, ids, in: connection) { row throws(StoreError) in
      if let id = MemoID(row.text(0)) { known.insert(id) }
    }
    return known
  }

  /// Replaces rows, one for each memo at most.
  static func put(_ records: [SyncRecord], in connection: SQLiteConnection) throws(StoreError) {
    var known: [MemoID: Set<Int>] = [:]
    let sql = "SELECT id, revision FROM sync_revisions WHERE id IN \(IDBatch.places)"
    try IDBatch.forEachRow(sql, records.map(\.id), in: connection) { row throws(StoreError) in
      if let id = MemoID(row.text(0)) { known[id, default: []].insert(row.integer(1)) }
    }
    for record in records { try put(record, over: known[record.id] ?? [], in: connection) }
  }

  private static func put(
    _ record: SyncRecord, over known: Set<Int>, in connection: SQLiteConnection
  ) throws(StoreError) {
    let id = SQLiteValue.text(record.id.description)
    try connection.run(
      "INSERT OR REPLACE INTO sync_rows VALUES (?, ?, ?, ?)",
      [id, record.settled.map(SQLiteValue.integer) ?? .null, .integer(record.isBased ? 1 : 0), json(record.row)])
    for revision in known.subtracting(record.revisions) {
      try connection.run("DELETE FROM sync_revisions WHERE id = ? AND revision = ?", [id, .integer(revision)])
    }
    for revision in record.revisions.subtracting(known) {
      let memo = record.state.flatMap { $0.revision == revision ? json($0.memo) : nil }
      try connection.run("INSERT INTO sync_revisions VALUES (?, ?, ?)", [id, .integer(revision), memo ?? .null])
    }
  }

  static func move(to cursor: [UInt8], in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("UPDATE sync_hubs SET cursor = ?", [json(cursor)])
  }

  private static func ids(
    _ sql: String, _ values: [SQLiteValue], in connection: SQLiteConnection
  ) throws(StoreError) -> [MemoID] {
    try connection.query(sql, values) { row throws(StoreError) in MemoID(row.text(0)) }.compactMap(\.self)
  }

  private static func json(_ bytes: [UInt8]) -> SQLiteValue { .text(String(decoding: bytes, as: UTF8.self)) }
}
