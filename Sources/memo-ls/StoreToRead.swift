import MemoEngine
import MemoServer
import MemoSQLite
import StoreFiles

/// Stores that are only read.
enum StoreToRead {
  /// A store for commands that change nothing. Where its files can't be written, the file is read as it is, if that has
  /// all; else a copy is brought up to date, and read after it was taken away: the open file lasts.
  ///
  /// - Parameter places: folders for the copy.
  /// - Throws: ``StoreError`` if it can't be read.
  static func open(_ path: String, places: [String]) throws(StoreError) -> any MemoStore {
    guard ReadOnlyStore.isReadOnly(path) else { return RecoveringStore(SQLiteStore(path: path), Log(level: .warning)) }
    if try ReadOnlyStore.isWhole(path) { return try ReadOnlyStore(path) }
    return try PrivateCopy.with(of: path, in: places) { copy throws(StoreError) in
      try settle(copy)
      return try ReadOnlyStore(copy, calledBy: path)
    }
  }

  /// Brings the log's and the journals' changes into the database file, and that to this version's layout.
  private static func settle(_ path: String) throws(StoreError) {
    let store = SQLiteStore(path: path)
    defer { store.close() }
    // What was brought back is no news: it still stands in the original's journal.
    _ = try RecoveringStore(store, Log(level: .error)).statistics()
    try store.settleLog()
  }
}
