import MemoModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lets one process at a time write to a store or checkpoint its write-ahead log.
///
/// SQLite before 3.51.3 can damage a database in WAL mode when two connections write or checkpoint at the same moment just
/// as the log is reset. All writes and checkpoints of this program therefore take this lock first; reads need none.
final class StoreLock {
  private let descriptor: Int32
  private let path: String
  private let timeout: Int32

  /// Opens, or makes, the lock file beside the database.
  ///
  /// - Parameter timeout: how long to wait for the lock, in milliseconds.
  init(path: String, timeout: Int32) throws(StoreError) {
    self.path = path
    self.timeout = timeout
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFailure.error("can't make the lock file \(path)") }
  }

  deinit { close(descriptor) }

  /// Does a body's work while no other process does any such work.
  ///
  /// Waits in steps of 5 ms: `flock` itself can't be given a limit.
  func whileHeld<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    var waited: Int32 = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
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
