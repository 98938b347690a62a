import MemoInspection
import MemoJournal
package import MemoModel
import MemoSQLite
import Platform
import StoreFiles

/// Stores that are opened for one piece of work, without a journal, as commands need them.
package enum StoreAccess {
  /// A store to be changed, created if it is missing, with all journals of ended processes recovered.
  ///
  /// - Throws: ``StoreError`` if it can't be opened.
  package static func toChange(_ path: String, log: Log) throws(StoreError) -> any MemoStore {
    let store = SQLiteStore(besideJournals: path)
    try recover(into: store, log)
    return store
  }

  /// The longest wait for other processes that recover journals.
  private static let patience = Duration.seconds(5)

  /// Recovers all journals, and waits in steps of 5 ms for those that other processes recover: `flock` has no timeout.
  private static func recover(into store: SQLiteStore, _ log: Log) throws(StoreError) {
    let end = ContinuousClock.now + patience
    while true {
      var waits = false
      try JournalRecovery.run(into: store) { report in
        log.write(.warning, report.description)
      } isUnderWay: { _ in
        waits = ContinuousClock.now < end
      }
      guard waits else { return }
      usleep(5000)
    }
  }

  /// A store for commands that change nothing. If its files can't be written, the file is read in place, if that has
  /// everything; else a copy is brought up to date, and read after it was removed: the open file lasts.
  ///
  /// - Parameters:
  ///   - places: folders that the copy can be made in.
  ///   - log: receives what was recovered.
  /// - Throws: ``StoreError`` if it can't be read.
  package static func toRead(_ path: String, places: [String], log: Log) throws(StoreError) -> any MemoStore {
    guard ReadOnlyStore.isReadOnly(path) else { return try beside(others: path, log) }
    if try ReadOnlyStore.isWhole(path) { return try ReadOnlyStore(path) }
    return try PrivateCopy.with(of: path, in: places) { copy throws(StoreError) in
      try settle(copy)
      return try ReadOnlyStore(copy, calledBy: path)
    }
  }

  /// Whether there is a store, be it that all there is of it are changes in journals of ended processes.
  package static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
      || JournalFolder.lastChanges(database: path).map { $0.values.contains { !$0.isEmpty } } ?? true
  }

  /// A store that others may keep locked: then it is read as it is.
  private static func beside(others path: String, _ log: Log) throws(StoreError) -> any MemoStore {
    let store = SQLiteStore(besideJournals: path, writeTimeout: shortTimeout)
    do throws(StoreError) { try recover(into: store, log) } catch  where error.reason == .locked {
      try store.open()
      log.write(
        .warning,
        "another program keeps \(path) locked; what an ended program could not save there is not shown until that ends")
    }
    return store
  }

  /// The longest wait of those who read for who keeps the store locked, in milliseconds.
  private static let shortTimeout: Int32 = 1000

  /// Whether a store exists and can't be written.
  package static func isReadOnly(_ path: String) -> Bool { ReadOnlyStore.isReadOnly(path) }

  /// An inspector of a store, perhaps of a copy.
  package static func inspector(_ path: String, places: [String]) -> any StoreInspector {
    ReadOnlyStore.needsCopy(path) ? CopiedStore(path: path, places: places) : StoreCheck(path: path)
  }

  /// A salvager of a store, perhaps of a copy.
  package static func salvager(_ path: String, places: [String]) -> any StoreSalvager {
    ReadOnlyStore.needsCopy(path) ? CopiedStore(path: path, places: places) : StoreSalvage(path: path)
  }

  /// Moves the changes of the log and the journals into the database file, and migrates that.
  private static func settle(_ path: String) throws(StoreError) {
    let store = SQLiteStore(besideJournals: path)
    defer { store.close() }
    // Not logged: the original's journal still has these changes.
    try recover(into: store, .none)
    try store.settleLog()
  }
}

extension SQLiteStore {
  /// Creates a store that never prunes the bases of changes in the journals beside it.
  convenience init(besideJournals path: String, writeTimeout: Int32 = 5000, isMadeLate: Bool = false) {
    self.init(path: path, writeTimeout: writeTimeout, isMadeLate: isMadeLate) { JournalFolder.bases(database: path) }
  }
}
