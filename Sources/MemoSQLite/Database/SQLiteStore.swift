public import MemoModel
import StoreFiles
import Synchronization

/// Memos in a SQLite database.
///
/// Five connections, opened when first needed: one for the reads that an edit may wait for, one for long reads, one for
/// those that look at all memos, one for snapshots, and one for writes, so that none waits for another. The file is in
/// WAL mode, where readers never wait for a commit. A file that can't be opened is tried again with each call.
public final class SQLiteStore: ReadingStore {
  /// The database file.
  public let path: String
  let reader: Mutex<SQLiteConnection?>
  let longReader: Mutex<SQLiteConnection?>
  let longestReader: Mutex<SQLiteConnection?>
  let snapshotReader: Mutex<SQLiteConnection?>
  let writer: Mutex<Writer?>
  /// Tells this store's changes from those of other processes.
  private let identifier = Int.random(in: 1 ... .max)
  /// The file that was opened first. Another one under its name is never written to, nor made.
  private let identity = Mutex<FileIdentity?>(nil)
  /// What is known of the log beside it.
  let standing = Mutex(LogStanding())
  /// Held by whoever opens the files anew.
  let mending = Mutex(())

  /// What a write needs: the connection, and the lock that keeps other processes out meanwhile.
  struct Writer {
    let connection: SQLiteConnection
    let lock: StoreLock
  }

  /// How long a read waits for another process's lock before it fails, in milliseconds. Short: an edit may wait behind
  /// it.
  static let readTimeout: Int32 = 250
  /// How long a write waits, in milliseconds. Nobody waits behind it.
  private let writeTimeout: Int32
  /// The revisions that changes in journals stand on, those of living processes too; nil if nobody knows.
  private let bases: @Sendable () -> Set<Int>?

  /// Names a store. Nothing is opened or made before the first call.
  ///
  /// - Parameters:
  ///   - writeTimeout: how long a write waits for other programs, in milliseconds.
  ///   - bases: gives the revisions that changes in the journals beside the store stand on, those of living processes
  ///     too; nil if that can't be told. These are never pushed out of a history. Asked only where one is too long.
  public init(path: String, writeTimeout: Int32 = 5000, bases: @escaping @Sendable () -> Set<Int>? = { nil }) {
    self.path = path
    self.writeTimeout = writeTimeout
    self.bases = bases
    SQLiteFiles.refuseForeign()
    reader = Mutex(nil)
    longReader = Mutex(nil)
    longestReader = Mutex(nil)
    snapshotReader = Mutex(nil)
    writer = Mutex(nil)
  }

  /// Opens the store now, making and migrating it if need be, so that trouble is known before the first request.
  ///
  /// - Throws: ``StoreError`` saying why it can't be used; a later call tries again.
  public func open() throws(StoreError) {
    try reading(reader) { _ throws(StoreError) in }
  }

  /// Makes the changes whose memos stand at their base, or all or none, in one durable transaction.
  public func write(_ changes: [StoreChange], journal: Int?, together: Bool) throws(StoreError) -> [StaleMemo] {
    let othersHaveJournals = try !JournalFolder.journals(database: path).subtracting([journal ?? 0]).isEmpty
    return try writing { writer throws(StoreError) in
      let stale = try writer.connection.transaction(touching: changes.count) { () throws(StoreError) in
        let others = OtherJournals(areThere: othersHaveJournals, bases)
        try TotalRows.mend(in: writer.connection)
        try ChangeRows.mend(in: writer.connection)
        var stale: [StaleMemo] = []
        if together {
          stale = try MemoRows.stale(changes, in: writer.connection)
          guard stale.isEmpty else { return stale }
        }
        for change in changes {
          let memo = try MemoRows.apply(
            change, by: identifier, others: others, in: writer.connection)
          if let memo {
            stale.append(memo)
          } else if let journal {
            try JournalRows.set(change.mark, of: change.id, inJournal: journal, in: writer.connection)
          }
        }
        try ChangeRows.trim(in: writer.connection)
        return stale
      }
      // While others save, too, what they build on must not go with the log.
      if othersHaveJournals { settle(writer) } else { noteCommit(writer) }
      return stale
    }
  }

  /// Makes sure that what the write-ahead log holds is on the disk, so that journals of it may go.
  ///
  /// - Throws: ``StoreError`` if the store can't be written.
  public func settleLog() throws(StoreError) { try writing { _ throws(StoreError) in } }

  /// Forgets what was kept for journals that are no more.
  ///
  /// - Parameter timeout: how long to wait for other programs, in milliseconds; nil: as long as any write does.
  /// - Throws: ``StoreError`` if the store can't be read or written.
  public func forgetEndedJournals(timeout: Int32? = nil) throws(StoreError) {
    // Asked in this order, so that no journal made meanwhile is taken for one that is no more.
    let (marked, hasDestroyed) = try reading(reader) { stored throws(StoreError) in
      (try JournalRows.journals(in: stored.connection), try RevisionRows.hasDestroyed(in: stored.connection))
    }
    let journals = try JournalFolder.journals(database: path)
    let ended = Set(marked).subtracting(journals)
    let forgetsDestroyed = journals.isEmpty && hasDestroyed
    guard !ended.isEmpty || forgetsDestroyed else { return }
    try writing(timeout: timeout) { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        for journal in ended { try JournalRows.forget(journal, in: writer.connection) }
        if forgetsDestroyed { try RevisionRows.forgetDestroyed(in: writer.connection) }
      }
    }
  }

  /// Remembers files and memos that are equal, in one transaction.
  public func note(_ rows: [FileRow], forgetting memos: [MemoID]) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try FileRows.note(rows, forgetting: memos, in: writer.connection)
      }
    }
  }

  /// Remembers what was imported, in one transaction.
  public func note(_ records: [ImportRecord]) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try ExchangeRows.note(records, in: writer.connection)
      }
    }
  }

  /// Remembers which files were exported to a folder, in one transaction.
  public func noteExport(_ files: [String: String], to folder: String) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try ExchangeRows.noteExport(files, to: folder, in: writer.connection)
      }
    }
  }

  /// Keeps what texts say that were not looked at before, in one transaction.
  public func fill(_ found: [FoundReferences]) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        for found in found { try ReferenceRows.fill(found, in: writer.connection) }
        if found.isEmpty { try ReferenceRows.forgetStrays(in: writer.connection) }
      }
      noteCommit(writer)
    }
  }

  /// What is stored now. Reads of each length have a connection of their own.
  public func read<Value: Sendable>(
    _ length: ReadLength, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    // A lock can't be chosen: it is never moved.
    switch length {
    case .short: try reading(reader) { stored throws(StoreError) in try body(stored) }
    case .long: try reading(longReader) { stored throws(StoreError) in try body(stored) }
    case .longest: try reading(longestReader) { stored throws(StoreError) in try body(stored) }
    }
  }

  /// What is stored now, on a connection of its own.
  public func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try reading(snapshotReader) { stored throws(StoreError) in try body(stored) }
  }

  /// Moves the write-ahead log into the database file, so that the file alone is the whole store, and closes it.
  public func close() {
    try? mendFiles()
    reader.withLock { $0 = nil }
    longReader.withLock { $0 = nil }
    longestReader.withLock { $0 = nil }
    snapshotReader.withLock { $0 = nil }
    if writer.withLock({ $0 != nil }) {
      // Best effort: what stays in the log is as durable as the file, and the next start reads it.
      try? withWriter { writer throws(StoreError) in
        _ = try writer.connection.query("PRAGMA wal_checkpoint(TRUNCATE)") { _ throws(StoreError) in }
      }
    }
    letGo()
  }

  /// Closes the connections; the next call opens what it needs anew.
  public func letGo() {
    reader.withLock { $0 = nil }
    longReader.withLock { $0 = nil }
    longestReader.withLock { $0 = nil }
    snapshotReader.withLock { $0 = nil }
    writer.withLock { $0 = nil }
  }

  private func reading<Result: Sendable>(
    _ slot: borrowing Mutex<SQLiteConnection?>, _ body: @Sendable (SQLiteSnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try mended { () throws(StoreError) in
      try slot.withLock { connection throws(StoreError) in
        if connection == nil { connection = try openForReading() }
        guard let connection else { throw StoreError(.other, "the store is closed") }
        let snapshot = SQLiteSnapshot(connection: connection, writer: identifier)
        let result = Swift.Result { () throws(StoreError) in
          try connection.snapshot { () throws(StoreError) in try body(snapshot) }
        }
        // What was read from files that were taken away meanwhile may be anything.
        try checkFiles()
        return try result.get()
      }
    }
  }

  private func writing<Result: Sendable>(
    timeout: Int32? = nil, _ body: @Sendable (Writer) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try mended { () throws(StoreError) in try withWriter(timeout: timeout, body) }
  }

  /// Makes the file if this is the first time it is opened, and makes sure it still is the same if not.
  private func findFile() throws(StoreError) {
    guard identity.withLock({ $0 == nil }) else { return try checkIdentity() }
    try StoreFile.create(path)
  }

  /// Notes which file this is, now that it has turned out to be one of ours, and makes it its owner's alone.
  private func rememberFile(_ connection: SQLiteConnection) throws(StoreError) {
    try StoreGuard.makePrivate(path)
    let database = connection.databasePath
    standing.withLock { $0.database = database }
    try identity.withLock { identity throws(StoreError) in
      if identity == nil { identity = try StoreFile.identity(path) }
    }
  }

  private func checkIdentity() throws(StoreError) {
    let expected = identity.withLock { $0 }
    guard try StoreFile.identity(path) == expected else {
      throw StoreError(
        .replaced,
        "\(path) was removed or replaced while it was in use; put it back, or start the editor again to use the new one"
      )
    }
    try StoreGuard.check(path)
  }

  private func openForReading() throws(StoreError) -> sending SQLiteConnection {
    try findFile()
    let connection = try SQLiteConnection(path: path, busyTimeout: Self.readTimeout)
    let version = try Migrations.check(connection, path: path)
    try rememberFile(connection)
    if version < Migrations.latest {
      try withWriter { _ throws(StoreError) in }
    }
    try connection.execute("PRAGMA query_only = 1; PRAGMA wal_autocheckpoint = 0")
    return connection
  }

  func withWriter<Result: Sendable>(
    timeout: Int32? = nil, _ body: @Sendable (Writer) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try writer.withLock { writer throws(StoreError) in
      let timeout = timeout ?? writeTimeout
      if writer == nil { writer = try openForWriting(timeout: timeout) }
      guard let writer else { throw StoreError(.other, "the store is closed") }
      writer.connection.wait(atMost: timeout)
      return try writer.lock.whileHeld(timeout: timeout) { () throws(StoreError) in
        try checkIdentity()
        try checkFiles()
        let wasSettled = standing.withLock { $0.isSettled }
        do throws(StoreError) {
          let result = try body(writer)
          // A commit into a file that nobody will find again is no save.
          try checkIdentity()
          if standing.withLock({ !$0.isSettled }) { try checkFiles() }
          return result
        } catch {
          standing.withLock { $0.isSettled = wasSettled }
          throw error
        }
      }
    }
  }

  private func openForWriting(timeout: Int32) throws(StoreError) -> sending Writer {
    try findFile()
    let connection = try SQLiteConnection(path: path, busyTimeout: timeout)
    _ = try Migrations.check(connection, path: path)
    try rememberFile(connection)
    let lock = try StoreLock(path: path + "-lock")
    try lock.whileHeld(timeout: timeout) { () throws(StoreError) in
      try connection.execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1;
        PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 0
        """)
      // Before anything is written behind what is there, or moved from it into the database.
      try connection.transaction { () throws(StoreError) in
        if let log = connection.logPath { try WriteAheadLog.writeAnew(log) }
      }
      let isOld = try connection.integer("PRAGMA user_version") < Migrations.latest
      try Migrations.run(connection, path: path)
      // A store whose tables are taken away with its log would be taken for a new one.
      if isOld { _ = connection.settle() }
    }
    return Writer(connection: connection, lock: lock)
  }
}
