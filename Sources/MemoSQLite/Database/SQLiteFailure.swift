internal import CSQLite
import MemoModel
import Platform
import StoreFiles

/// SQLite's result codes as store errors: <https://sqlite.org/rescode.html>.
enum SQLiteFailure {
  /// `SQLITE_IOERR_SHMMAP`.
  private static let indexMapFailure = SQLITE_IOERR | 21 << 8
  /// `SQLITE_IOERR_SHORT_READ`.
  private static let shortRead = SQLITE_IOERR | 2 << 8

  /// Uses only texts that belong to the code. SQLite's message about the connection may quote the file, and so a memo,
  /// whose words must not be in a log: `malformed database schema (…)`.
  ///
  /// - Parameter connection: the one that failed; nil if none could be opened.
  static func storeError(code: Int32, _ connection: OpaquePointer?, path: String) -> StoreError {
    let cause = "(SQLite \(code): \(String(cString: sqlite3_errstr(code))))"
    switch code & 0xFF {
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      // The specific cause, such as a full disk or no descriptor left, behind SQLite's general code.
      let system: Int32 =
        switch code {
        case Self.indexMapFailure: SQLiteFiles.lastMapFailure
        // A file that is too short is not a failed call: the system's code is an earlier one's.
        case Self.shortRead: 0
        default: connection.map(sqlite3_system_errno) ?? 0
        }
      let failure = SystemFailure(system == 0 && code & 0xFF == SQLITE_IOERR ? EIO : system)
      return StoreError(failure.reason, "\(path) can't be read or written; \(failure.advice) \(cause)")
    case SQLITE_FULL:
      return StoreError(.full, "the disk that holds \(path) is full; free some space \(cause)")
    case SQLITE_READONLY:
      return StoreError(
        .readOnly, "\(path) can't be written; check the permissions of the file and its folder \(cause)")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return StoreError(.locked, "another program keeps \(path) locked; close it or wait \(cause)")
    case SQLITE_CORRUPT:
      return StoreError(
        .corrupt, "\(path) is damaged; copy it, then save what can be read with: memo-ls recover \(cause)")
    case SQLITE_NOTADB:
      return StoreError(.notAMemoStore, "\(path) is not a database; name another file with --store \(cause)")
    case SQLITE_PERM, SQLITE_AUTH:
      return StoreError(
        .permission, "\(path) can't be opened; check the permissions of the file and its folder \(cause)")
    case SQLITE_TOOBIG:
      return StoreError(.other, "a memo is too large for \(path); take something out of it \(cause)")
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR:
      return StoreError(
        .other,
        "\(path) refuses what is to be stored; copy it, then save what can be read with: memo-ls recover "
          + "\(cause)")
    default:
      return StoreError(.other, "the store \(path) failed \(cause)")
    }
  }
}
