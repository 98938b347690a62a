import MemoModel
import Platform
import StoreFiles
import Synchronization

/// The state of the files that SQLite has open here beside a database: the write-ahead log and its index. Whoever
/// removes or truncates one of them takes commits with it, and SQLite does not notice.
enum LogState: Equatable {
  /// Both files are intact.
  case whole
  /// The index was removed or truncated; it can be rebuilt from the log.
  case harmed
  /// The log was cut short once all of it was in the database: what is left of it would hide what is newer there.
  case cut
  /// The log was removed, and all of it is in the database.
  case gone
  /// The log was removed; the open descriptor still has what is not in the database yet.
  case taken
  /// The log was truncated, or removed together with its index, before all of it was in the database.
  case lost

  /// Examines the files of a database.
  ///
  /// - Parameters:
  ///   - database: its path as SQLite has it.
  ///   - unsettled: the last known state of the log with commits that are not in the database; nil if there are none.
  /// - Throws: ``StoreError`` if they can't be examined now, which says nothing about them.
  static func of(_ database: String, unsettled: WALIndexHeader?) throws(StoreError) -> LogState {
    let (log, index) = (database + "-wal", database + "-shm")
    // Others go on writing: the log is at least as long as an index read before says, unless that has changed.
    let header = WALIndexHeader(index: index)
    let (namedLog, namedIndex) = (try status(log), try status(index))
    let logSize = namedLog.map { Int($0.st_size) } ?? 0
    let isIndexCut = isCut(index, namedIndex)
    // Open files stay open meanwhile.
    return try SQLiteFiles.files.withLock { files throws(StoreError) in
      let isIndexReplaced = !files[index].values.allSatisfy { $0 == namedIndex.map(FileIdentity.init) }
      let logs = files[log]
      guard logs.values.allSatisfy({ $0 == namedLog.map(FileIdentity.init) }) else {
        // A log is restarted only when all of it is in the database.
        if let header {
          if header.isSettled { return .gone }
          var belongs = false
          for descriptor in logs.keys { if try header.belongs(to: descriptor, log) { belongs = true } }
          if !belongs { return .gone }
        }
        var isReadable = true
        for descriptor in logs.keys { if try !isWhole(descriptor, log, header) { isReadable = false } }
        // With an index of their own, others may have written what does not match this log.
        return isReadable && !isIndexCut && (namedIndex == nil || !isIndexReplaced) ? .taken : .lost
      }
      if let header, header.isSettled, !isIndexReplaced {
        if logSize > 0, logSize < header.logSize, header == WALIndexHeader(index: index) { return .cut }
      } else if let header, !isIndexCut {
        if logSize < header.logSize, header == WALIndexHeader(index: index) { return .lost }
      } else if let unsettled, logSize < unsettled.logSize {
        // A restarted log has another salt.
        var isAnother = false
        for descriptor in logs.keys { if try !unsettled.belongs(to: descriptor, log) { isAnother = true } }
        if logSize < WALIndexHeader.logHeaderSize || !isAnother { return .lost }
      }
      return isIndexReplaced || isIndexCut ? .harmed : .whole
    }
  }

  /// Empties the open log of a database. The store's lock is held, and all of the log is in the database.
  static func emptyLog(of database: String) {
    let log = SQLiteFiles.files.withLock { $0[database + "-wal"].first }
    // A failure leaves what was left of it, for the next look.
    if let log { _ = ftruncate(log.key, 0) }
  }

  private static func isCut(_ index: String, _ named: stat?) -> Bool {
    let size = named.map { Int($0.st_size) } ?? .max
    return SQLiteFiles.maps.withLock { maps in
      maps[index].values.contains { $0.protection?.isTriggered == true || size < $0.offset + $0.size }
    }
  }

  private static func isWhole(
    _ descriptor: Int32, _ log: String, _ header: WALIndexHeader?
  ) throws(StoreError) -> Bool {
    var status = stat()
    guard let header else { return false }
    guard fstat(descriptor, &status) == 0 else { throw SystemFailure.error("can't look at \(log)") }
    return try header.belongs(to: descriptor, log) && Int(status.st_size) >= header.logSize
  }

  /// The status of a name; nil if nothing has it.
  private static func status(_ path: String) throws(StoreError) -> stat? {
    var status = stat()
    if lstat(path, &status) == 0 { return status }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemFailure.error("can't look at \(path)") }
    return nil
  }
}
