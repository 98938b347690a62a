import MemoInspection
import MemoJournal
package import MemoModel
import MemoSQLite
import StoreFiles

/// Stores that are opened for one piece of work, without a journal: what commands use.
package enum StoreAccess {
  /// A store to be changed, made if it is missing, with all that ended processes left.
  ///
  /// - Throws: ``StoreError`` if it can't be had.
  package static func toChange(_ path: String, log: Log) throws(StoreError) -> any MemoStore {
    let store = SQLiteStore(besideJournals: path)
    _ = try JournalRecovery.run(into: store, log: log)
    return store
  }

  /// A store for commands that change nothing. Where its files can't be written, the file is read as it is, if that has
  /// all; else a copy is brought up to date, and read after it was taken away: the open file lasts.
  ///
  /// - Parameters:
  ///   - places: folders for the copy.
  ///   - log: told of what was brought back.
  /// - Throws: ``StoreError`` if it can't be read.
  package static func toRead(_ path: String, places: [String], log: Log) throws(StoreError) -> any MemoStore {
    guard ReadOnlyStore.isReadOnly(path) else { return try toChange(path, log: log) }
    if try ReadOnlyStore.isWhole(path) { return try ReadOnlyStore(path) }
    return try PrivateCopy.with(of: path, in: places) { copy throws(StoreError) in
      try settle(copy)
      return try ReadOnlyStore(copy, calledBy: path)
    }
  }

  /// Whether a store is there and can't be written.
  package static func isReadOnly(_ path: String) -> Bool { ReadOnlyStore.isReadOnly(path) }

  /// What looks at a store, perhaps in a copy.
  package static func inspector(_ path: String, places: [String]) -> any StoreInspector {
    ReadOnlyStore.needsCopy(path) ? CopiedStore(path: path, places: places) : StoreCheck(path: path)
  }

  /// What reads the words out of a store, perhaps in a copy.
  package static func salvager(_ path: String, places: [String]) -> any StoreSalvager {
    ReadOnlyStore.needsCopy(path) ? CopiedStore(path: path, places: places) : StoreSalvage(path: path)
  }

  /// Brings the log's and the journals' changes into the database file, and that to this version's layout.
  private static func settle(_ path: String) throws(StoreError) {
    let store = SQLiteStore(besideJournals: path)
    defer { store.close() }
    // What was brought back is no news: it still stands in the original's journal.
    _ = try JournalRecovery.run(into: store, log: .none)
    try store.settleLog()
  }
}

extension SQLiteStore {
  /// Names a store in whose histories stays what changes in the journals beside it stand on.
  convenience init(besideJournals path: String, writeTimeout: Int32 = 5000) {
    self.init(path: path, writeTimeout: writeTimeout) { JournalFolder.bases(database: path) }
  }
}
