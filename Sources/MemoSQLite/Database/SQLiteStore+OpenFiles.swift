public import MemoModel
import Synchronization

/// Files that clients have open: rows that name their holder, which is a store object, and a lock that shows whether
/// that holder is alive. The lock is taken before the first row is written, so a row without a lock is left from a
/// process that has ended.
extension SQLiteStore {
  /// As the port says.
  public func openFiles(of ids: [MemoID]) throws(StoreError) {
    try openFilesLock.withLock { lock throws(StoreError) in
      if lock == nil { lock = try OpenFilesLock(database: path, holder: identifier) }
    }
    try changeOpenFiles { connection throws(StoreError) in
      for id in ids { try OpenFileRows.open(id, by: identifier, in: connection) }
    }
  }

  /// As the port says.
  public func closeFiles(of ids: [MemoID]) throws(StoreError) {
    try changeOpenFiles { connection throws(StoreError) in
      for id in ids { try OpenFileRows.close(id, by: identifier, in: connection) }
    }
  }

  /// As the port says.
  public func filesOpen() throws(StoreError) -> FilesOpen {
    let rows = try reading(reader) { stored throws(StoreError) in try OpenFileRows.all(in: stored.connection) }
    var others: Set<MemoID> = []
    for (holder, ids) in rows where holder != identifier {
      if OpenFilesLock.isTaken(database: path, holder: holder) { others.formUnion(ids) }
    }
    return FilesOpen(here: rows[identifier] ?? [], elsewhere: others)
  }

  private func changeOpenFiles(_ body: @Sendable (SQLiteConnection) throws(StoreError) -> Void) throws(StoreError) {
    let (path, identifier) = (path, identifier)
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try ChangeRows.mend(in: writer.connection)
        let holders = try OpenFileRows.all(in: writer.connection).keys
        for holder in holders where holder != identifier && !OpenFilesLock.isTaken(database: path, holder: holder) {
          try OpenFileRows.forget(holder, in: writer.connection)
          OpenFilesLock.removeLeft(database: path, holder: holder)
        }
        try body(writer.connection)
        try ChangeRows.trim(in: writer.connection)
      }
    }
  }

  /// Closes all files of this store's clients. If the rows can't be deleted now, the missing lock makes them void.
  func closeAllFiles() {
    guard openFilesLock.withLock({ $0 != nil }) else { return }
    let identifier = identifier
    try? changeOpenFiles { connection throws(StoreError) in
      for id in try OpenFileRows.all(in: connection)[identifier] ?? [] {
        try OpenFileRows.close(id, by: identifier, in: connection)
      }
    }
    openFilesLock.withLock { $0 = nil }
  }
}
