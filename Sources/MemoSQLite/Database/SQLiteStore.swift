public import MemoModel
import Platform
import StoreFiles
import Synchronization

/// Memos in a SQLite database.
///
/// Five connections, opened when first needed: one for reads that an edit may wait for, one for long reads, one for
/// reads of all memos, one for snapshots, and one for writes, so that none waits for another. The file is in WAL mode,
/// where readers never wait for a commit. A file that can't be opened is tried again with each call.
public final class SQLiteStore: ReadingStore {
  /// The database file.
  public let path: String
  /// What every process holds while it writes to the database, and closes once it has written.
  package var lockFile: String { path + "-lock" }
  let reader: Mutex<SQLiteConnection?>
  let longReader: Mutex<SQLiteConnection?>
  let longestReader: Mutex<SQLiteConnection?>
  let snapshotReader: Mutex<SQLiteConnection?>
  let writer: Mutex<Writer?>
  /// Tells this store's changes from those of other processes.
  let identifier = Int.random(in: 1 ... .max)
  /// The identity of the file that was opened first. Another file with its name is never written to, nor created.
  private let identity = Mutex<FileIdentity?>(nil)
  /// The state of the log beside it.
  let standing = Mutex(LogStanding())
  /// Shows others that this store is alive while its clients have files open.
  let openFilesLock = Mutex<OpenFilesLock?>(nil)
  /// Held while the files are reopened.
  let mending = Mutex(())

  /// The resources of a write: the connection, and the lock that keeps other processes out meanwhile.
  struct Writer {
    let connection: SQLiteConnection
    let lock: StoreLock
  }

  /// The time for which a read waits for another process's lock before it fails, in milliseconds. Short: an edit may
  /// wait for it.
  static let readTimeout: Int32 = 250
  /// The time for which a write waits, in milliseconds. Nobody waits for it.
  private let writeTimeout: Int32
  /// Whether reading makes no missing file, but finds nothing in it.
  private let isMadeLate: Bool
  /// Returns the revisions that changes in all journals are based on, even those of living processes; nil if unknown.
  private let bases: @Sendable () -> Set<Int>?

  /// Creates a store. Nothing is opened or created on the disk before the first call.
  ///
  /// - Parameters:
  ///   - writeTimeout: how long a write waits for other programs, in milliseconds.
  ///   - isMadeLate: whether a missing file is made by the first write only; till then nothing is in the store.
  ///   - bases: returns the revisions that changes in the journals beside the store are based on, even those of living
  ///     processes; nil if unknown. These are never pruned. Called only when a history is too long.
  public init(
    path: String, writeTimeout: Int32 = 5000, isMadeLate: Bool = false,
    bases: @escaping @Sendable () -> Set<Int>? = { nil }
  ) {
    self.path = path
    self.writeTimeout = writeTimeout
    self.isMadeLate = isMadeLate
    self.bases = bases
    SQLiteFiles.refuseForeign()
    reader = Mutex(nil)
    longReader = Mutex(nil)
    longestReader = Mutex(nil)
    snapshotReader = Mutex(nil)
    writer = Mutex(nil)
  }

  /// Opens the store now, creating and migrating it if need be, so that trouble shows before the first request.
  ///
  /// - Throws: ``StoreError`` saying why it can't be used; a later call tries again.
  public func open() throws(StoreError) {
    try reading(reader) { _ throws(StoreError) in }
  }

  /// Makes the changes whose memos are at their base, or all or none, in one durable transaction.
  public func write(_ changes: [StoreChange], journal: Int?, together: Bool) throws(StoreError) -> [StaleMemo] {
    try write(changes, journal: journal, together: together) { _, _ throws(StoreError) in }
  }

  /// Makes the changes and records files in one durable transaction, or does neither.
  public func write(
    _ changes: [StoreChange], noting rows: [FileRow], forgetting memos: [MemoID]
  ) throws(StoreError) -> [StaleMemo] {
    try write(changes, journal: nil, together: true) { [identifier] connection, absent throws(StoreError) in
      try FileRows.note(rows, forgetting: memos, absent: absent, by: identifier, in: connection)
    }
  }

  /// Makes the changes and records planned moves of files in one durable transaction, or does neither.
  public func write(_ changes: [StoreChange], moving files: [FileMove]) throws(StoreError) -> [StaleMemo] {
    try write(changes, journal: nil, together: true) { connection throws(StoreError) in
      try FileRows.stale(files, in: connection)
    } begin: { [identifier] connection, _ throws(StoreError) in
      for file in files { try FileRows.want(file, by: identifier, in: connection) }
    }
  }

  /// - Parameters:
  ///   - stale: returns other obstacles to changes that must be made together.
  ///   - begin: the transaction's work before the changes, unless these are left out together. It is told which memos
  ///     are not stored yet, as far as that is known.
  func write(
    _ changes: [StoreChange], journal: Int?, together: Bool,
    stale staleFiles: @Sendable (SQLiteConnection) throws(StoreError) -> [StaleMemo] = { _ throws(StoreError) in [] },
    begin: @Sendable (SQLiteConnection, _ absent: Set<MemoID>) throws(StoreError) -> Void
  ) throws(StoreError) -> [StaleMemo] {
    let othersHaveJournals = try !JournalFolder.journals(database: path).subtracting([journal ?? 0]).isEmpty
    return try writing { writer throws(StoreError) in
      let stale = try writer.connection.transaction(touching: changes.count) { () throws(StoreError) in
        let others = OtherJournals(areThere: othersHaveJournals, bases)
        try TotalRows.mend(in: writer.connection)
        try ChangeRows.mend(in: writer.connection)
        var stale: [StaleMemo] = []
        var (areAbsent, absent): (Bool, Set<MemoID>) = (false, [])
        if together {
          let existing = try MemoRows.existing(changes.map(\.id), in: writer.connection)
          areAbsent = existing.isEmpty
          absent = Set(changes.map(\.id)).subtracting(existing)
          stale = try MemoRows.stale(changes, of: existing, in: writer.connection) + staleFiles(writer.connection)
          guard stale.isEmpty else { return stale }
        }
        try begin(writer.connection, absent)
        let new = NewMemos(changes, areAbsent: areAbsent, in: writer.connection)
        for change in changes {
          let memo = try MemoRows.apply(
            change, among: new, by: identifier, others: others, in: writer.connection)
          if let memo {
            stale.append(memo)
          } else if let journal {
            try JournalRows.set(change.mark, of: change.id, inJournal: journal, in: writer.connection)
          }
        }
        try ChangeRows.trim(in: writer.connection)
        return stale
      }
      // While others save, too, the revisions that they build on must not be lost with the log.
      // They read what changed before, which takes a moment.
      if othersHaveJournals { settle(writer, timeout: 50) } else { noteCommit(writer) }
      return stale
    }
  }

  /// Makes sure that the write-ahead log is on the disk, so that journals with the same changes may go.
  ///
  /// - Throws: ``StoreError`` if the store can't be written.
  public func settleLog() throws(StoreError) { try writing { _ throws(StoreError) in } }

  /// Deletes what was kept for journals that no longer exist.
  ///
  /// - Parameter timeout: how long to wait for other programs, in milliseconds; nil waits as long as any write does.
  /// - Throws: ``StoreError`` if the store can't be read or written.
  public func forgetEndedJournals(timeout: Int32? = nil) throws(StoreError) {
    // Asked in this order, so that a journal created meanwhile does not count as ended.
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

  /// Records files and memos that are in sync, in one transaction.
  public func note(_ rows: [FileRow], forgetting memos: [MemoID]) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try ChangeRows.mend(in: writer.connection)
        try FileRows.note(rows, forgetting: memos, by: identifier, in: writer.connection)
        try ChangeRows.trim(in: writer.connection)
      }
    }
  }

  /// Records imports, in one transaction.
  public func note(_ records: [ImportRecord]) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try ExchangeRows.note(records, in: writer.connection)
      }
    }
  }

  /// Records the files of an export to a folder, in one transaction.
  public func noteExport(_ files: [String: String], to folder: String) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try ExchangeRows.noteExport(files, to: folder, in: writer.connection)
      }
    }
  }

  /// Stores the references of texts that were not read before, in one transaction.
  public func fill(_ found: [FoundReferences]) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        for found in found { try ReferenceRows.fill(found, in: writer.connection) }
        if found.isEmpty { try ReferenceRows.forgetStrays(in: writer.connection) }
      }
      noteCommit(writer)
    }
  }

  /// Moves the write-ahead log into the database file, so that the file alone is the whole store, and closes it.
  public func close() {
    closeAllFiles()
    try? mendFiles()
    reader.withLock { $0 = nil }
    longReader.withLock { $0 = nil }
    longestReader.withLock { $0 = nil }
    snapshotReader.withLock { $0 = nil }
    if writer.withLock({ $0 != nil }) {
      // Best effort: commits left in the log are as durable as the file, and the next start reads them.
      try? withWriter { writer throws(StoreError) in
        writer.connection.settleAndEmpty(timeout: writeTimeout)
      }
    }
    letGo()
  }

  /// Returns freed memory of the process to the system.
  public func giveBackMemory() { Memory.giveBack() }

  /// Closes the connections; the next call reopens those that it needs.
  public func letGo() {
    reader.withLock { $0 = nil }
    longReader.withLock { $0 = nil }
    longestReader.withLock { $0 = nil }
    snapshotReader.withLock { $0 = nil }
    writer.withLock { $0 = nil }
  }

  func writing<Result: Sendable>(
    timeout: Int32? = nil, _ body: @Sendable (Writer) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try mended { () throws(StoreError) in
      try withWriter(timeout: timeout) { writer throws(StoreError) in
        let result = try body(writer)
        writer.lock.announce()
        return result
      }
    }
  }

  /// Whether there is no file yet, nor to be one before something is written.
  package var isMissing: Bool {
    get throws(StoreError) {
      guard isMadeLate, identity.withLock({ $0 == nil }) else { return false }
      return try StoreFile.identity(path) == nil
    }
  }

  /// Creates the file if it is opened for the first time, and else makes sure that it is still the same.
  private func findFile() throws(StoreError) {
    guard identity.withLock({ $0 == nil }) else { return try checkIdentity() }
    try StoreFile.create(path)
  }

  /// Records the file's identity, now that it has proved to be one of ours, and makes it private to its owner.
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

  func openForReading() throws(StoreError) -> sending SQLiteConnection {
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
      let deadline = WriteDeadline(after: timeout ?? writeTimeout)
      if writer == nil { writer = try openForWriting(until: deadline) }
      guard let writer else { throw StoreError(.other, "the store is closed") }
      return try writer.lock.whileHeld(timeout: deadline.left) { () throws(StoreError) in
        writer.connection.wait(atMost: deadline.left)
        try checkIdentity()
        try checkFiles()
        let (wasSettled, unsettled) = standing.withLock { ($0.isSettled, $0.unsettled) }
        do throws(StoreError) {
          let result = try body(writer)
          // A commit into a file that nobody will find again is no save, and a log cut short just now is not moved.
          try checkIdentity()
          try checkFiles()
          return result
        } catch {
          standing.withLock { ($0.isSettled, $0.unsettled) = (wasSettled, unsettled) }
          throw error
        }
      }
    }
  }

  private func openForWriting(until deadline: WriteDeadline) throws(StoreError) -> sending Writer {
    try findFile()
    let connection = try SQLiteConnection(path: path, busyTimeout: deadline.left)
    _ = try Migrations.check(connection, path: path)
    try rememberFile(connection)
    let lock = try StoreLock(path: lockFile)
    try lock.whileHeld(timeout: deadline.left) { () throws(StoreError) in
      connection.wait(atMost: deadline.left)
      try connection.execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1;
        PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 0
        """)
      // Before anything is appended to the file, or moved from the log into the database.
      try connection.transaction { () throws(StoreError) in
        if let log = connection.logPath { try WriteAheadLog.writeAnew(log) }
      }
      let isOld = try connection.integer("PRAGMA user_version") < Migrations.latest
      try Migrations.run(connection, path: path)
      // A store whose tables are only in its log would seem new without the log.
      if isOld { _ = connection.settle() }
    }
    return Writer(connection: connection, lock: lock)
  }
}
