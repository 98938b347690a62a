import MemoModel

/// The changes that each transaction made, as rows of the database: so processes learn of each other's changes.
enum ChangeRows {
  /// The number of changes that are kept. A process that falls further behind reads everything anew.
  static let limit = 10_000

  /// The possible versions, and 0 for none.
  private static let versions = 0...MemoMetadata.versions.upperBound

  /// Records a transaction's change of a memo; nil stands for no row.
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

  /// The version before a change that only gives a memo another file.
  private static let filing = -1

  /// Records that a memo has another file, or none any more, without another change.
  static func noteFiling(
    of memo: MemoMetadata, revision: Int, by writer: Int, in connection: SQLiteConnection
  ) throws(StoreError) {
    let place = SQLiteValue.integer(presence(memo).rawValue)
    try connection.run(
      "INSERT INTO changes (writer, id, before, after, base_version, version, revision) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(writer), .text(memo.id.description), place, place, .integer(filing), .integer(memo.version),
        .integer(revision),
      ])
  }

  /// Deletes changes beyond the limit.
  static func trim(in connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM changes WHERE moment <= (SELECT max(moment) FROM changes) - \(limit)")
  }

  /// Restarts the sequence numbers if they are used up or damaged, since no change could be recorded any more.
  /// Processes that have read some learn of a gap.
  static func mend(in connection: SQLiteConnection) throws(StoreError) {
    let last = "(SELECT coalesce(max(moment), 0) FROM changes)"
    let count = try connection.integer("SELECT max(\(last), \(momentSQL))")
    guard count > largestChangeSequence else { return }
    try connection.execute("DELETE FROM changes; DELETE FROM sqlite_sequence WHERE name = 'changes'")
  }

  /// A number that the sequence never reaches.
  private static let largestChangeSequence = 1 << 60

  private static func presence(_ metadata: MemoMetadata?) -> MemoPresence {
    guard let metadata else { return .absent }
    return metadata.isTrashed ? .trashed : .live
  }

  /// The sequence number of the database's last change.
  static func changeSequence(in connection: SQLiteConnection) throws(StoreError) -> Int {
    try connection.integer("SELECT \(momentSQL)")
  }

  private static let momentSQL = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0)"

  /// The memos changed since a sequence number; nil if not all changes since are still known.
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

  /// Other writers' changes since a sequence number.
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
      let (isFiling, version) = (row.integer(5) == filing, row.integer(6, in: versions))
      // For a change of the file alone the version stays the same.
      let base = isFiling ? version : row.integer(5, in: versions)
      let since = earlier.flatMap { $0.isFiling && !isFiling ? nil : $0 }
      let change = ExternalChanges.Change(
        id: id, before: since?.before ?? before, after: after, baseVersion: since?.baseVersion ?? base,
        version: version, revision: row.integer(7), isFiling: isFiling && since?.isFiling ?? true)
      changes[id] = (row.integer(0), change)
    }
    return ExternalChanges(
      changes: changes.values.sorted { $0.sequence < $1.sequence }.map(\.change),
      hasGap: first != changeSequence &+ 1, changeSequence: now)
  }
}
