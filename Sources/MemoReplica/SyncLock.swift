package import MemoModel
import Platform
import StoreFiles

/// Lets one exchange at a time run for a store, in whatever process: two would push the same memos.
package final class SyncLock: Sendable {
  private let descriptor: Int32

  /// The things that are locked.
  package enum Kind: String, Sendable {
    /// An exchange.
    case exchange = "-sync-lock"
    /// The one that exchanges whenever something is new.
    case watch = "-sync-watch-lock"
  }

  /// The pause between looks at whether the lock is free, in microseconds: `flock` has no timeout.
  private static let pause: UInt32 = 100_000

  /// Opens, or makes, the lock file beside a database, and waits until nobody else has the lock.
  ///
  /// - Parameter isOver: whether to stop waiting.
  /// - Throws: ``StoreError`` if that can't be done, or waiting is over.
  package init(
    _ kind: Kind, of database: String, unless isOver: () -> Bool = { false }
  ) throws(StoreError) {
    let path = database + kind.rawValue
    descriptor = try LockFile.open(path)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, !isOver() else {
        let error = isOver() ? StoreError(.locked, "\(path) is locked") : SystemFailure.error("can't lock \(path)")
        close(descriptor)
        throw error
      }
      usleep(Self.pause)
    }
  }

  /// Waits until no process has the lock of a database. It is not taken: another one may be faster.
  ///
  /// - Returns: false if that can't be waited for.
  package static func waitUntilFree(_ kind: Kind, of database: String) -> Bool {
    guard let descriptor = try? LockFile.open(database + kind.rawValue) else { return false }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_SH) != 0 { if errno != EINTR { return false } }
    return true
  }

  /// Whether some process has the lock of a database now.
  package static func isTaken(_ kind: Kind, of database: String) -> Bool {
    LockFile.isTaken(database + kind.rawValue) ?? false
  }

  deinit { close(descriptor) }
}
