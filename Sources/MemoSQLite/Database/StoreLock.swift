import MemoModel
import Platform
import StoreFiles

/// Lets one process at a time write to a store or checkpoint its write-ahead log.
///
/// SQLite before 3.51.3 can damage a database in WAL mode when two connections write or checkpoint at the same moment
/// just as the log is reset. All writes and checkpoints of this program therefore take this lock first; reads need
/// none.
final class StoreLock {
  private var descriptor: Int32
  private let path: String

  /// Opens, or makes, the lock file beside the database.
  init(path: String) throws(StoreError) {
    self.path = path
    descriptor = try LockFile.open(path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Runs a body while no other process runs one under this lock.
  ///
  /// Waits in steps of 5 ms: `flock` has no timeout.
  ///
  /// - Parameter timeout: how long to wait for the lock, in milliseconds.
  func whileHeld<Result>(timeout: Int32, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    var waited: Int32 = 0
    while true {
      if descriptor < 0 { descriptor = try LockFile.open(path) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if try StoreFile.identity(path) == StoreFile.identity(descriptor) { break }
        // Somebody removed the file: later processes lock another one.
        close(descriptor)
        descriptor = -1
        continue
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemFailure.error("can't lock \(path)") }
      guard waited < timeout else {
        throw StoreError(.locked, "another program keeps \(path) locked; close it or wait")
      }
      usleep(5000)
      waited += 5
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Tells other processes that something was written: opens the file once more and closes it, which wakes whoever
  /// watches that. Without a descriptor left they look by themselves, only later.
  ///
  /// Not done for checkpoints: who is woken may try one, too, and would wake all others.
  func announce() {
    let other = Platform.open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if other >= 0 { close(other) }
  }
}
