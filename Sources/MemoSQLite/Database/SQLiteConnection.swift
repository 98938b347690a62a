internal import CSQLite
package import MemoModel
import Platform

/// One connection to a database file. Not for two threads at once: ``SQLiteStore`` keeps each behind a lock.
package final class SQLiteConnection {
  let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  private let path: String
  /// The names of memos, once they were asked for.
  var names = NameCache()
  /// Where the last page of memos that were found by their links ended.
  var bookmark: LinkedBookmark?

  /// Opens a file, which must exist.
  ///
  /// - Parameter busyTimeout: how long a call waits for another process's lock, in milliseconds.
  convenience init(path: String, busyTimeout: Int32) throws(StoreError) {
    try self.init(path: path, name: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: busyTimeout)
  }

  /// Opens a file in a way of its own.
  ///
  /// - Parameters:
  ///   - name: what SQLite is given: the path, or a URI with parameters.
  ///   - flags: `SQLITE_OPEN_…`, of which these are always set: one thread at a time by construction, extended codes.
  init(path: String, name: String, flags: Int32, busyTimeout: Int32) throws(StoreError) {
    self.path = path
    // Where SQLite keeps its calls to itself, what others do to its files goes unnoticed, as in any other program.
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
    // What SQLite notes to take a statement back may be a memo's words: they stand in no file but the store's.
    _ = sqlite3_exec(handle, "PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = 1", nil, nil, nil)
  }

  /// Sets how long a call waits for another process's lock, in milliseconds.
  func wait(atMost timeout: Int32) { sqlite3_busy_timeout(handle, timeout) }

  /// How many KiB of pages it keeps, which is what SQLite keeps by itself.
  private static let cache = 2000

  /// What a file says is not to be believed (<https://sqlite.org/security.html>): no SQL can corrupt it, no function
  /// that is not harmless is called by its schema, and views and foreign keys, which no store has, do nothing.
  private static let options: [(option: Int32, isOn: Int32)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    (SQLITE_DBCONFIG_ENABLE_FKEY, 0),
    // Checkpoints run under the store's own lock only; see StoreLock.
    (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1),
  ]

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The write-ahead log's file, which need not be there; nil for a database that has no file.
  var logPath: String? {
    guard let file = sqlite3_db_filename(handle, "main"), let log = sqlite3_filename_wal(file) else { return nil }
    return String(cString: log)
  }

  /// The database's file by the name under which SQLite has it open; nil for a database that has none.
  var databasePath: String? { sqlite3_db_filename(handle, "main").map { String(cString: $0) } }

  /// Moves what the log holds into the database and both onto the disk, as far as nobody reads what was before; true if
  /// nothing is left. Only under the store's own lock.
  func settle() -> Bool {
    var (frames, settled): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, &settled)
    return code == SQLITE_OK && frames == settled
  }

  /// Runs statements that have no parameters and no rows worth reading.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement and reads its rows. It is compiled once and kept.
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

  /// Runs one statement and hands over its rows, until the body answers false. It is compiled once and kept.
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

  /// Runs one statement for its effect. It is compiled once and kept.
  package func run(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) {
    _ = try query(sql, values) { _ throws(StoreError) in }
  }

  /// The single integer that a statement answers; 0 if it answers nothing.
  package func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) -> Int {
    try query(sql, values) { row throws(StoreError) in row.integer(0) }.first ?? 0
  }

  /// How many bytes all that stands in the file can have at most.
  package func largestContents() throws(StoreError) -> Int {
    try integer("PRAGMA page_count") * integer("PRAGMA page_size")
  }

  /// Lets go of the pages that were read or written, if they are many: beside a long text they would be as much again.
  ///
  /// - Parameter least: how many bytes are many.
  func giveBackMemory(from least: Int = 256 << 10) {
    var (used, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, 0)
    guard used >= least else { return }
    sqlite3_db_release_memory(handle)
    Memory.giveBack()
  }

  /// Reads all that a body reads from one moment's contents: that of the transaction which is under way, or of one of
  /// its own.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try run("BEGIN")
    // Ending a transaction that only read can't fail in a way that matters: nothing is lost with it.
    defer { try? run("COMMIT") }
    return try body()
  }

  /// Does all of a body's work or none of it. The write lock is taken first, so that nothing read inside can grow
  /// stale.
  ///
  /// - Parameter memos: how many are written. What many share is kept in memory until all of them are: SQLite would
  ///   write the same pages, and read them again, many times.
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
      // After some failures (a full disk) SQLite has rolled back by itself, and this says so; either way nothing is
      // left.
      try? run("ROLLBACK")
      throw error
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else { throw failure(code) }
    let statement = SQLiteStatement(compiled)
    statements[sql] = statement
    return statement
  }

  private func failure(_ code: Int32) -> StoreError {
    SQLiteFailure.storeError(code: code, handle, path: path)
  }
}
