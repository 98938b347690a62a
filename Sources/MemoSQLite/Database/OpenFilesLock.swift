import MemoModel
import Platform
import StoreFiles

/// Shows that the holder of open files is alive: an exclusive `flock` on a file of its own beside the database,
/// `memos.sqlite-open-<holder>`. The kernel releases it when the process ends, in whatever way.
final class OpenFilesLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Takes a holder's lock; holders are random numbers, so nobody else has it.
  ///
  /// - Throws: ``StoreError`` if its file can't be made, or the file system has no locks.
  init(database: String, holder: Int) throws(StoreError) {
    path = Self.path(database, holder)
    descriptor = try LockFile.open(path)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemFailure.error("can't lock \(path)")
      close(descriptor)
      throw error
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Whether a holder is alive.
  static func isTaken(database: String, holder: Int) -> Bool {
    // If that can't be checked, assume that it is: a file that may be open is not written.
    LockFile.isTaken(path(database, holder)) ?? true
  }

  /// Deletes the file that a dead holder left.
  static func removeLeft(database: String, holder: Int) { unlink(path(database, holder)) }

  private static func path(_ database: String, _ holder: Int) -> String {
    "\(database)-open-\(String(holder, radix: 16))"
  }
}
