internal import CSQLite
import Platform

/// Moving the log's contents into the database: all of them or none. SQLite writes only the last state of each page,
/// so whatever a reader keeps it from moving leaves a database that is damaged without its log, which somebody may
/// remove.
///
/// Only under the store's own lock.
extension SQLiteConnection {
  /// Moves the log's contents into the database and syncs both, unless readers are in the way; true if nothing is left.
  ///
  /// - Parameter timeout: how long to wait for readers, in milliseconds.
  func settle(timeout: Int32 = 0) -> Bool {
    guard canSettle(timeout: timeout) else { return false }
    var (frames, settled): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, &settled)
    return code == SQLITE_OK && frames == settled
  }

  /// Moves the log's contents into the database and empties the log, unless readers are in the way.
  ///
  /// - Parameter timeout: how long to wait for readers, in milliseconds.
  func settleAndEmpty(timeout: Int32) {
    guard canSettle(timeout: timeout) else { return }
    sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
  }

  /// Whether nobody reads a state before the last commit, now or within a time in milliseconds.
  private func canSettle(timeout: Int32) -> Bool {
    var waited: Int32 = 0
    while hasEarlierReader {
      guard waited < timeout else { return false }
      usleep(1000)
      waited += 1
    }
    return true
  }

  /// Whether somebody reads a state before the last commit, in this process or another. Whoever begins to read while
  /// the store's lock is held sees the last commit.
  private var hasEarlierReader: Bool {
    guard let path = databasePath, let header = WALIndexHeader(index: path + "-shm") else { return false }
    return header.readMarks.enumerated().contains { slot, mark in
      // Readers in the first slot see the database without the log.
      slot > 0 && mark < header.frames && !isFree(slot)
    }
  }

  /// Whether nobody holds the lock of a slot for readers (<https://sqlite.org/walformat.html#wal_locks>).
  private func isFree(_ slot: Int) -> Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2, let lock = methods.pointee.xShmLock
    else { return true }
    let first = Int32(3)
    let (offset, exclusive) = (first + Int32(slot), SQLITE_SHM_EXCLUSIVE)
    guard lock(file, offset, 1, SQLITE_SHM_LOCK | exclusive) == SQLITE_OK else { return false }
    _ = lock(file, offset, 1, SQLITE_SHM_UNLOCK | exclusive)
    return true
  }
}
