import MemoModel

/// What each transaction did to which memo, as rows of the database: how one process learns what others did.
enum ChangeRows {
  /// How many changes are kept. Whoever has not looked for longer reads everything anew.
  static let limit = 10_000

  /// What a version may be, and 0 for none.
  private static let versions = 0...MemoMetadata.versions.upperBound

  /// Notes what a transaction does to a memo; nil stands for no row.
  static func note(
    _ id: MemoID, from before: MemoMetadata?, to after: MemoMetadata?, revision: Int, by writer: Int,
    in connection: SQLiteConnection
  ) throws(StoreError) {
    try connection.run(
      "INSERT INTO changes (writer, id, before, after, base_version, version, revision) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(writer), .text(id.description), .integer(presence(before).rawValue),
        .integer(presence(after).rawValue), .integer(before?.version ?? 0), .integer(after?.version ?? 0),
        .integer(revision),
      ])
  }

  /// Forgets what is too long ago.
  static func trim(in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM changes WHERE moment <= (SELECT max(moment) FROM changes) - \(limit)")
  }

  /// Starts counting anew where the moments are used up, or damaged: no change could be noted any more. Who has read
  /// some is told of a gap.
  static func mend(in connection: SQLiteConnection) throws(StoreError) {
    let last = "(SELECT coalesce(max(moment), 0) FROM changes)"
    let count = try connection.integer("SELECT max(\(last), \(momentSQL))")
    guard count > lastMoment else { return }
    try connection.execute("DELETE FROM changes; DELETE FROM sqlite_sequence WHERE name = 'changes'")
  }

  /// More moments than there ever are.
  private static let lastMoment = 1 << 60

  private static func presence(_ metadata: MemoMetadata?) -> MemoPresence {
    guard let metadata else { return .absent }
    return metadata.isTrashed ? .trashed : .live
  }

  /// The moment up to which the database has all changes.
  static func moment(in connection: SQLiteConnection) throws(StoreError) -> Int {
    try connection.integer("SELECT \(momentSQL)")
  }

  private static let momentSQL = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0)"

  /// Which memos somebody did something to since a moment; nil if not all of that is still known.
  static func changedMemos(since moment: Int, in connection: SQLiteConnection) throws(StoreError) -> Set<MemoID>? {
    guard try moment != Self.moment(in: connection) else { return [] }
    var ids: Set<MemoID> = []
    let sql = "SELECT moment, id FROM changes WHERE moment > ? ORDER BY moment"
    var first: Int?
    _ = try connection.query(sql, [.integer(moment)]) { row throws(StoreError) in
      first = first ?? row.integer(0)
      if let id = MemoID(row.text(1)) { ids.insert(id) }
    }
    return first == moment &+ 1 ? ids : nil
  }

  /// What others than this writer did since a moment.
  static func changes(
    since moment: Int?, notBy writer: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> OthersChanges {
    let now = try Self.moment(in: connection)
    guard let moment, moment != now else { return OthersChanges(changes: [], hasGap: false, moment: now) }
    let sql = """
      SELECT moment, writer, id, before, after, base_version, version, revision FROM changes
      WHERE moment > ? ORDER BY moment
      """
    var changes: [MemoID: (moment: Int, change: OthersChanges.Change)] = [:]
    var first: Int?
    _ = try connection.query(sql, [.integer(moment)]) { row throws(StoreError) in
      first = first ?? row.integer(0)
      guard row.integer(1) != writer, let id = MemoID(row.text(2)), let before = MemoPresence(rawValue: row.integer(3)),
        let after = MemoPresence(rawValue: row.integer(4))
      else { return }
      let earlier = changes[id]?.change
      let change = OthersChanges.Change(
        id: id, before: earlier?.before ?? before, after: after,
        baseVersion: earlier?.baseVersion ?? row.integer(5, in: versions), version: row.integer(6, in: versions),
        revision: row.integer(7))
      changes[id] = (row.integer(0), change)
    }
    return OthersChanges(
      changes: changes.values.sorted { $0.moment < $1.moment }.map(\.change),
      hasGap: first != moment &+ 1, moment: now)
  }
}
