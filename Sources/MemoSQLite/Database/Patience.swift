internal import CSQLite
import MemoModel
import Platform
import Synchronization

/// Whether reads may wait, and how much they may read. A lock that a stopped program holds is held for as long as it is
/// stopped: SQLite tries up to a hundred times to get it, and sleeps up to ten seconds in all between
/// (`walTryBeginRead` in its `wal.c`).
final class Patience: Sendable {
  /// That of this thread, or its task; nil while it is endless.
  @TaskLocal private static var present: Patience?

  private let mayWait: Bool
  /// The bytes that may still be read.
  private let left: Mutex<Int>

  private init(_ bytes: Int, mayWait: Bool) {
    self.mayWait = mayWait
    left = Mutex(bytes)
  }

  /// Whether a call may wait now.
  static var isThere: Bool { present?.mayWait ?? true }

  /// Runs a body that reads at most so many bytes of texts and properties.
  ///
  /// - Parameter mayWait: whether it waits for anybody.
  static func limited<Value>(
    to bytes: Int, mayWait: Bool, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try $present.withValue(Patience(bytes, mayWait: mayWait)) { Result { () throws(StoreError) in try body() } }.get()
  }

  /// Counts bytes that are about to be read, or were.
  ///
  /// - Throws: ``StoreError`` if they are too many.
  static func spend(_ bytes: Int) throws(StoreError) {
    let left = present?.left.withLock { left in
      left -= min(bytes, left + 1)
      return left
    }
    if left ?? 0 < 0 { throw StoreError(.other, "there is more to read than may be read now") }
  }

  /// Runs a body that reads from a connection no value longer than may be read now: a longer one is not even copied.
  static func limitingValues<Value>(
    of connection: SQLiteConnection, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let bytes = present?.left.withLock(\.self) else { return try body() }
    let before = sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, Int32(clamping: max(bytes, leastLimit)))
    defer { sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, before) }
    return try body()
  }

  /// The bytes of the longest value that is not a memo's text or properties.
  private static let leastLimit = 16 << 10

  /// Replaces the pause between SQLite's tries: without patience they follow each other at once, and soon end.
  static func replacePauses(of system: UnsafeMutablePointer<sqlite3_vfs>) {
    let pause: @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, Int32) -> Int32 = { _, microseconds in
      if Patience.isThere { usleep(UInt32(max(0, microseconds))) }
      return microseconds
    }
    system.pointee.xSleep = pause
  }
}
