internal import CSQLite
package import MemoModel
import Platform

/// One connection to a database file. Not for two threads at once: ``SQLiteStore`` keeps each behind a lock.
package final class SQLiteConnection {
  let handle: OpaquePointer
  private var statements: [StatementText: SQLiteStatement] = [:]
  private let path: String
  /// The names of memos, filled at the first query for them.
  var names = NameCache()
  /// The end of the last page of memos found by their links.
  var bookmark: LinkedBookmark?

  /// Opens a file, which must exist.
  ///
  /// - Parameter busyTimeout: how long a call waits for another process's lock, in milliseconds.
  convenience init(path: String, busyTimeout: Int32) throws(StoreError) {
    try self.init(path: path, name: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: busyTimeout)
  }

  /// Opens a file with special parameters.
  ///
  /// - Parameters:
  ///   - name: SQLite's name for the file: the path, or a URI with parameters.
  ///   - flags: `SQLITE_OPEN_…`, of which these are always set: one thread at a time by construction, extended codes.
  init(path: String, name: String, flags: Int32, busyTimeout: Int32) throws(StoreError) {
    self.path = path
    // If this SQLite's calls can't be replaced, changes of its files by others go unnoticed, as in any other program.
    _ = SQLiteFiles.areWatched
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteFailure.storeError(code: code, opened, path: path)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(handle, busyTimeout)
    for (option, isOn) in Self.options { _ = memo_sqlite_configure(handle, option, isOn) }
    // SQLite's temporary data may be a memo's words: they must not be in files other than the store's.
    _ = sqlite3_exec(handle, "PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = 1", nil, nil, nil)
  }

  /// Opens a database without a file in which nothing is, in the place of a store that does not exist yet.
  static func empty(_ path: String) throws(StoreError) -> sending SQLiteConnection {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
    let connection = try SQLiteConnection(path: path, name: ":memory:", flags: flags, busyTimeout: 0)
    try Migrations.run(connection, path: path)
    return connection
  }

  /// Whether it was opened so.
  var hasNoFile: Bool { databasePath?.isEmpty ?? true }

  /// Sets how long a call waits for another process's lock, in milliseconds.
  func wait(atMost timeout: Int32) { sqlite3_busy_timeout(handle, timeout) }

  /// The size of its page cache in KiB, SQLite's own default.
  private static let cache = 2000

  /// The file is not to be trusted (<https://sqlite.org/security.html>): no SQL can corrupt it, its schema can call
  /// only harmless functions, and views and foreign keys, which no store has, do nothing.
  private static let options: [(option: Int32, isOn: Int32)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    (SQLITE_DBCONFIG_ENABLE_FKEY, 0),
    // Checkpoints run only under the store's own lock; see StoreLock.
    (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1),
  ]

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The path of the write-ahead log, which need not exist; nil for a database without a file.
  var logPath: String? {
    guard let file = sqlite3_db_filename(handle, "main"), let log = sqlite3_filename_wal(file) else { return nil }
    return String(cString: log)
  }

  /// The path under which SQLite has the database open; nil for a database without a file.
  var databasePath: String? { sqlite3_db_filename(handle, "main").map { String(cString: $0) } }

  /// Runs statements without parameters and without interesting rows.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement and reads its rows. The compiled statement is cached.
  package func query<Row>(
    _ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteStatement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try forEachRow(sql, values) { statement throws(StoreError) in
      rows.append(try row(statement))
      return true
    }
    return rows
  }

  /// Runs one statement and hands over its rows, until the body answers false. The compiled statement is cached.
  package func forEachRow(
    _ sql: String, _ values: [SQLiteValue], _ body: (SQLiteStatement) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    statement.bind(values)
    while true {
      switch statement.step() {
      case SQLITE_ROW: guard try body(statement) else { return }
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  /// Runs one statement for its effect. The compiled statement is cached.
  package func run(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) {
    _ = try query(sql, values) { _ throws(StoreError) in }
  }

  /// The single integer that a statement returns; 0 if it returns none.
  package func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) -> Int {
    try query(sql, values) { row throws(StoreError) in row.integer(0) }.first ?? 0
  }

  /// The key of the row that was inserted last.
  var lastInsertedKey: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// The number of rows that the last statement inserted, changed or deleted.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// The most bytes that all contents of the file can have.
  package func largestContents() throws(StoreError) -> Int {
    try integer("PRAGMA page_count") * integer("PRAGMA page_size")
  }

  /// Frees cached pages, if they are many: with a long text they would take as much memory again.
  ///
  /// - Parameter least: the number of bytes that counts as many.
  func giveBackMemory(from least: Int = 256 << 10) {
    var (used, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, 0)
    guard used >= least else { return }
    sqlite3_db_release_memory(handle)
    Memory.giveBack()
  }

  /// Runs a body whose reads all see one moment's contents: those of the running transaction, or of one of its own.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try run("BEGIN")
    // Failing to end a transaction that only read does no harm.
    defer { try? run("COMMIT") }
    return try body()
  }

  /// Does all of a body's work or none of it. The write lock is taken first, so that nothing read inside can become
  /// stale.
  ///
  /// - Parameter memos: how many memos are written. For many, shared pages are kept in memory until the end: SQLite
  ///   would write and reread the same pages many times.
  func transaction<Result>(
    touching memos: Int = 1, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let isLarge = memos > 16
    if isLarge { try execute("PRAGMA cache_size = -\(min(Self.cache + 32 * memos, 64 << 10))") }
    defer { if isLarge { try? execute("PRAGMA cache_size = -\(Self.cache)") } }
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body()
      try run("COMMIT")
      giveBackMemory()
      return result
    } catch {
      // After some failures (a full disk) SQLite has rolled back by itself, and this fails; either way nothing is left.
      try? run("ROLLBACK")
      throw error
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> SQLiteStatement {
    let text = StatementText(sql: sql)
    if let statement = statements[text] { return statement }
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else { throw failure(code) }
    let statement = SQLiteStatement(compiled)
    statements[text] = statement
    return statement
  }

  private func failure(_ code: Int32) -> StoreError {
    SQLiteFailure.storeError(code: code, handle, path: path)
  }
}

/// A statement's SQL as a key. Its length and its end tell most statements apart; to hash all of it takes as long as a
/// short statement does.
private struct StatementText: Hashable {
  let sql: String
  private static let hashed = 24

  func hash(into hasher: inout Hasher) {
    let utf8 = sql.utf8
    hasher.combine(utf8.count)
    _ = utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0).suffix(Self.hashed)))
    }
  }
}
