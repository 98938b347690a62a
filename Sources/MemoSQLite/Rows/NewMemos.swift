import MemoModel

/// What a transaction that stores many memos, all of them new, looks up once and not for each.
struct NewMemos {
  /// From how many on that is faster.
  private static let least = 16

  /// Whether none of them was found in this transaction.
  let areAbsent: Bool
  /// Whether files of memos are recorded.
  let haveFiles: Bool
  /// Whether revisions of any memo are kept.
  let haveRevisions: Bool
  /// The last key that a row of theirs could have.
  private let lastKey: Int

  private static let sql: String = {
    let last = (ReferenceRows.tables + ["tags", "texts"]).map { "coalesce((SELECT max(key) FROM \($0)), 0)" }
    let keys = last.joined(separator: ", ")
    return "SELECT max(\(keys)), EXISTS (SELECT 1 FROM files), EXISTS (SELECT 1 FROM revisions)"
  }()

  /// Looks it up; nil if the changes are few, or others are among them, or a table is damaged.
  ///
  /// - Parameter areAbsent: whether none of the memos was found in this transaction; false if nobody has looked.
  init?(_ changes: [StoreChange], areAbsent: Bool, in connection: SQLiteConnection) {
    guard changes.count >= Self.least, changes.allSatisfy({ $0.base == nil && $0.isPut }) else { return nil }
    let found = try? connection.query(Self.sql) { row throws(StoreError) in
      (row.integer(0), row.integer(1) != 0, row.integer(2) != 0)
    }.first
    guard let found else { return nil }
    (self.areAbsent, lastKey, haveFiles, haveRevisions) = (areAbsent, found.0, found.1, found.2)
  }

  /// Whether no table has rows for the key of a memo that was just stored; in a store that is not damaged none has.
  func isFree(_ key: Int) -> Bool { key > lastKey }
}

extension StoreChange {
  fileprivate var isPut: Bool { if case .put = kind { true } else { false } }
}
