public import MemoModel
import Platform
import StoreFiles
import Synchronization

/// A database file that nobody writes: SQLite takes no lock and creates no file beside it. A log or a journal beside it
/// is not read.
public final class ReadOnlyStore: ReadingStore {
  private let path: String
  /// The version of its schema.
  private let version: Int
  private let connection: Mutex<SQLiteConnection>

  /// Whether a store exists, and can't be written: neither the file, nor its folder, where SQLite creates other files.
  public static func isReadOnly(_ path: String) -> Bool {
    access(path, F_OK) == 0 && (access(path, W_OK) != 0 || access(StoreFile.folder(of: path), W_OK | X_OK) != 0)
  }

  /// Whether a store has a log that can't be read in place.
  public static func needsCopy(_ path: String) -> Bool {
    isReadOnly(path) && (try? OwnFile.size("\(path)-wal")) ?? 0 > 0
  }

  /// Whether the database file alone has everything in the store, with the latest schema.
  ///
  /// - Throws: ``StoreError`` if it can't be read, or is no store.
  public static func isWhole(_ path: String) throws(StoreError) -> Bool {
    guard try OwnFile.size("\(path)-wal") == 0, try OwnFile.size("\(path)-journal") == 0 else { return false }
    guard try JournalFolder.journals(database: path).isEmpty else { return false }
    return try ReadOnlyStore(path).version == Migrations.latest
  }

  /// Opens a file, which may be removed afterwards.
  ///
  /// - Parameter name: the store's name in errors; nil uses the file's own path.
  /// - Throws: ``StoreError`` if it can't be read, is no store, or might be somebody else's.
  public init(_ file: String, calledBy name: String? = nil) throws(StoreError) {
    path = name ?? file
    _ = try OwnFile.size(file)
    let opened = try SQLiteConnection(unchanging: file, calledBy: path)
    version = try Migrations.check(opened, path: path)
    connection = Mutex(opened)
  }

  /// Refuses.
  public func write(_ changes: [StoreChange], journal: Int?, together: Bool) throws(StoreError) -> [StaleMemo] {
    throw refusal
  }

  private var refusal: StoreError {
    StoreError(
      .readOnly, "\(path) can't be written; copy it to a folder of yours and name that copy with --store")
  }

  /// Refuses.
  public func note(_ records: [ImportRecord]) throws(StoreError) { throw refusal }

  /// Refuses.
  public func note(_ rows: [FileRow], forgetting memos: [MemoID]) throws(StoreError) { throw refusal }

  /// Refuses.
  public func write(
    _ changes: [StoreChange], noting rows: [FileRow], forgetting memos: [MemoID]
  ) throws(StoreError) -> [StaleMemo] {
    throw refusal
  }

  /// Refuses.
  public func write(_ changes: [StoreChange], moving files: [FileMove]) throws(StoreError) -> [StaleMemo] {
    throw refusal
  }

  /// Refuses.
  public func openFiles(of ids: [MemoID]) throws(StoreError) { throw refusal }

  /// Refuses.
  public func closeFiles(of ids: [MemoID]) throws(StoreError) { throw refusal }

  /// None: who can't note what is open is asked by nobody who writes files.
  public func filesOpen() throws(StoreError) -> FilesOpen { FilesOpen() }

  /// Refuses.
  public func fill(_ found: [FoundReferences]) throws(StoreError) { throw refusal }

  /// Records nothing: the files exist all the same, and the next export treats them like other people's.
  public func noteExport(_ files: [String: String], to folder: String) throws(StoreError) {}

  /// Does nothing: there is no work to finish.
  public func close() {}

  /// The stored data, which never changes.
  public func read<Value: Sendable>(
    _ length: ReadLength, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try reading { stored throws(StoreError) in try body(stored) }
  }

  /// The same.
  public func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try reading { stored throws(StoreError) in try body(stored) }
  }

  /// Runs a body that reads no more than so much. Nobody but this process's own threads can be waited for.
  public func reading<Value>(
    atMost bytes: Int, mayWait: Bool, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try Patience.limited(to: bytes, mayWait: mayWait, body) }

  private func reading<Value: Sendable>(
    _ body: @Sendable (SQLiteSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try connection.withLock { connection throws(StoreError) in
      // Nobody can change anything, so one moment lasts for ever, and no change has a writer.
      try Patience.limitingValues(of: connection) { () throws(StoreError) in
        try body(SQLiteSnapshot(connection: connection, writer: 0))
      }
    }
  }
}
