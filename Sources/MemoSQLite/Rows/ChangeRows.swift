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
    guard count > largestChangeSequence else { return }
    try connection.execute("DELETE FROM changes; DELETE FROM sqlite_sequence WHERE name = 'changes'")
  }

  /// More moments than there ever are.
  private static let largestChangeSequence = 1 << 60

  private static func presence(_ metadata: MemoMetadata?) -> MemoPresence {
    guard let metadata else { return .absent }
    return metadata.isTrashed ? .trashed : .live
  }

  /// The sequence number of the last change that the database has.
  static func changeSequence(in connection: SQLiteConnection) throws(StoreError) -> Int {
    try connection.integer("SELECT \(momentSQL)")
  }

  private static let momentSQL = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0)"

  /// Which memos somebody did something to since a change; nil if not all of that is still known.
  static func changedMemos(since changeSequence: Int, in connection: SQLiteConnection) throws(StoreError) -> Set<
    MemoID
  >? {
    guard try changeSequence != Self.changeSequence(in: connection) else { return [] }
    var ids: Set<MemoID> = []
    let sql = "SELECT moment, id FROM changes WHERE moment > ? ORDER BY moment"
    var first: Int?
    _ = try connection.query(sql, [.integer(changeSequence)]) { row throws(StoreError) in
      first = first ?? row.integer(0)
      if let id = MemoID(row.text(1)) { ids.insert(id) }
    }
    return first == changeSequence &+ 1 ? ids : nil
  }

  /// What others than this writer did since a change.
  static func changes(
    since changeSequence: Int?, notBy writer: Int, in connection: SQLiteConnection
  ) throws(StoreError) -> ExternalChanges {
    let now = try Self.changeSequence(in: connection)
    guard let changeSequence, changeSequence != now else {
      return ExternalChanges(changes: [], hasGap: false, changeSequence: now)
    }
    let sql = """
      SELECT moment, writer, id, before, after, base_version, version, revision FROM changes
      WHERE moment > ? ORDER BY moment
      """
    var changes: [MemoID: (sequence: Int, change: ExternalChanges.Change)] = [:]
    var first: Int?
    _ = try connection.query(sql, [.integer(changeSequence)]) { row throws(StoreError) in
      first = first ?? row.integer(0)
      guard row.integer(1) != writer, let id = MemoID(row.text(2)), let before = MemoPresence(rawValue: row.integer(3)),
        let after = MemoPresence(rawValue: row.integer(4))
      else { return }
      let earlier = changes[id]?.change
      let change = ExternalChanges.Change(
        id: id, before: earlier?.before ?? before, after: after,
        baseVersion: earlier?.baseVersion ?? row.integer(5, in: versions), version: row.integer(6, in: versions),
        revision: row.integer(7))
      changes[id] = (row.integer(0), change)
    }
    return ExternalChanges(
      changes: changes.values.sorted { $0.sequence < $1.sequence }.map(\.change),
      hasGap: first != changeSequence &+ 1, changeSequence: now)
  }
}
