public import MemoModel
import Platform
import StoreFiles
import Synchronization

/// A database file that nobody writes: SQLite takes no lock and makes no file beside it. What stands in a log or a
/// journal beside it is not read.
public final class ReadOnlyStore: MemoStore {
  private let path: String
  /// Of its layout.
  private let version: Int
  private let connection: Mutex<SQLiteConnection>

  /// Whether a store is there, and can't be written: the file, or its folder, in which SQLite makes other files.
  public static func isReadOnly(_ path: String) -> Bool {
    access(path, F_OK) == 0 && (access(path, W_OK) != 0 || access(StoreFile.folder(of: path), W_OK | X_OK) != 0)
  }

  /// Whether a store has a log that can't be read where it is.
  public static func needsCopy(_ path: String) -> Bool {
    isReadOnly(path) && (try? OwnFile.size("\(path)-wal")) ?? 0 > 0
  }

  /// Whether the database file alone has all that is in the store, in this version's layout.
  ///
  /// - Throws: ``StoreError`` if it can't be read, or is no store.
  public static func isWhole(_ path: String) throws(StoreError) -> Bool {
    guard try OwnFile.size("\(path)-wal") == 0, try OwnFile.size("\(path)-journal") == 0 else { return false }
    guard try JournalFolder.journals(database: path).isEmpty else { return false }
    return try ReadOnlyStore(path).version == Migrations.steps.count
  }

  /// Opens a file, which may be taken away afterwards.
  ///
  /// - Parameter name: what the store is called; nil calls it by the file's own path.
  /// - Throws: ``StoreError`` if it can't be read, is no store, or might be somebody else's.
  public init(_ file: String, calledBy name: String? = nil) throws(StoreError) {
    path = name ?? file
    _ = try OwnFile.size(file)
    let opened = try SQLiteConnection(unchanging: file, calledBy: path)
    version = try Migrations.check(opened, path: path)
    connection = Mutex(opened)
  }

  /// One memo with its text.
  public func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    try reading { connection throws(StoreError) in try MemoRows.memo(id, in: connection) }
  }

  /// How long a memo's text is.
  public func bytes(of id: MemoID) throws(StoreError) -> Int? {
    try reading { connection throws(StoreError) in try MemoRows.bytes(of: id, in: connection) }
  }

  /// Whether there is a memo of this identifier.
  public func contains(_ id: MemoID) throws(StoreError) -> Bool {
    try reading { connection throws(StoreError) in try MemoRows.contains(id, in: connection) }
  }

  /// The identifiers that begin or end with a text.
  public func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID] {
    try reading { connection throws(StoreError) in
      try MemoRows.ids(beginningOrEndingWith: part, limit: limit, in: connection)
    }
  }

  /// One page of a list.
  public func list(
    _ query: ListQuery, leavingOut hidden: Set<MemoID>, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage {
    try reading { connection throws(StoreError) in
      try ListRows.page(query, leavingOut: hidden, uncounted: uncounted, in: connection)
    }
  }

  /// Several memos with their texts.
  public func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo] {
    var memos: [StoredMemo] = []
    for id in ids { if let memo = try memo(id) { memos.append(memo) } }
    return memos
  }

  /// A memo as it was at an earlier revision.
  public func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try reading { connection throws(StoreError) in
      let now = try MemoRows.memo(id, in: connection)
      return try RevisionRows.memo(id, revision: revision, from: now, in: connection)
    }
  }

  /// A memo as its history has it.
  public func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try reading { connection throws(StoreError) in
      guard try RevisionRows.links(id, revision: revision, in: connection) != nil else { return nil }
      let now = try MemoRows.memo(id, in: connection)
      return try RevisionRows.memo(id, revision: revision, from: now, in: connection)
    }
  }

  /// A page of a memo's history.
  public func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage {
    try reading { connection throws(StoreError) in
      try RevisionRows.history(id, before: version ?? .max, limit: limit, in: connection)
    }
  }

  /// What undoing or redoing would lead to.
  public func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove? {
    try reading { connection throws(StoreError) in
      guard let now = try MemoRows.memo(id, in: connection) else { return nil }
      return try RevisionRows.move(from: now, direction, in: connection)
    }
  }

  /// Refuses.
  public func write(_ changes: [StoreChange], journal: Int?) throws(StoreError) -> [StaleMemo] {
    throw refusal
  }

  private var refusal: StoreError {
    StoreError(
      .readOnly, "\(path) can't be written; copy it to a folder of yours and name that copy with --store")
  }

  /// What was imported from a file the last time.
  public func importRecord(of source: String) throws(StoreError) -> ImportRecord? {
    try reading { connection throws(StoreError) in try ExchangeRows.importRecord(of: source, in: connection) }
  }

  /// Refuses.
  public func note(_ records: [ImportRecord]) throws(StoreError) { throw refusal }

  /// The files that were exported to a folder.
  public func exported(to folder: String) throws(StoreError) -> [String: String] {
    try reading { connection throws(StoreError) in try ExchangeRows.exported(to: folder, in: connection) }
  }

  /// Remembers nothing: the files are there all the same, and the next export keeps them as if others had made them.
  public func noteExport(_ files: [String: String], to folder: String) throws(StoreError) {}

  /// Nobody is there who could change anything.
  public func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges {
    // Only what this store itself wrote would be left out, which is nothing.
    try reading { connection throws(StoreError) in
      try ChangeRows.changes(since: changeSequence, notBy: 0, in: connection)
    }
  }

  /// How far a journal's changes are saved.
  public func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark] {
    try reading { connection throws(StoreError) in try JournalRows.marks(ofJournal: id, in: connection) }
  }

  /// What is stored, which stays as it is.
  public func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try reading { connection throws(StoreError) in try body(SQLiteSnapshot(connection: connection)) }
  }

  /// What `stats` tells.
  public func statistics() throws(StoreError) -> StoreStatistics {
    try reading { connection throws(StoreError) in
      StoreStatistics(
        schemaVersion: version,
        memos: try connection.integer("SELECT live + trashed FROM totals"),
        bytes: try connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size"))
    }
  }

  /// Nothing is left to be put in order.
  public func close() {}

  private func reading<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.withLock { connection throws(StoreError) in try body(connection) }
  }
}
