package import MemoModel
import Platform

/// Empty files beside a store that processes lock by `flock`, which ends with the process in whatever way.
package enum LockFile {
  /// Opens one, and makes it if it is missing.
  ///
  /// - Returns: a descriptor, which the caller closes.
  /// - Throws: ``StoreError`` if that can't be done, or the file is another user's.
  package static func open(_ path: String) throws(StoreError) -> Int32 {
    let descriptor = Platform.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw SystemFailure.error("can't make the lock file \(path)") }
    do throws(StoreError) {
      try StoreGuard.check(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Whether some process has the lock of a file exclusively; nil if that can't be checked. A missing file is free.
  package static func isTaken(_ path: String) -> Bool? {
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT ? false : nil }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_SH | LOCK_NB) != 0 { if errno != EINTR { return errno == EWOULDBLOCK } }
    return false
  }
}
