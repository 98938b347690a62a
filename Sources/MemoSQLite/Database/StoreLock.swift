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
    descriptor = try Self.open(path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func open(_ path: String) throws(StoreError) -> Int32 {
    let descriptor = systemOpen(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw SystemFailure.error("can't make the lock file \(path)") }
    do throws(StoreError) {
      try StoreGuard.check(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Does a body's work while no other process does any such work.
  ///
  /// Waits in steps of 5 ms: `flock` itself can't be given a limit.
  ///
  /// - Parameter timeout: how long to wait for the lock, in milliseconds.
  func whileHeld<Result>(timeout: Int32, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    var waited: Int32 = 0
    while true {
      if descriptor < 0 { descriptor = try Self.open(path) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if try StoreFile.identity(path) == StoreFile.identity(descriptor) { break }
        // Somebody took the file away: the lock of whoever comes next is another one.
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
}

/// `open(2)`, which the class's own function hides.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
