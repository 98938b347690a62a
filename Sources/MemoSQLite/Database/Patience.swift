internal import CSQLite
import MemoModel
import Platform

/// Whether reads may wait. A lock that a stopped program holds is held for as long as it is stopped: SQLite tries up to
/// a hundred times to get it, and sleeps up to ten seconds in all between (`walTryBeginRead` in its `wal.c`).
enum Patience {
  /// False while this thread, or its task, waits for nobody.
  @TaskLocal private static var mayWait = true

  /// The most bytes of a memo's properties that a list reads without patience: longer ones take a while.
  static let longestProperties = 64 << 10

  /// Whether a call may wait now.
  static var isThere: Bool { mayWait }

  /// Runs a body that waits for nobody.
  static func without<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try $mayWait.withValue(false) { Result { () throws(StoreError) in try body() } }.get()
  }

  /// Replaces the pause between SQLite's tries: without patience they follow each other at once, and soon end.
  static func replacePauses(of system: UnsafeMutablePointer<sqlite3_vfs>) {
    let pause: @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, Int32) -> Int32 = { _, microseconds in
      if Patience.mayWait { usleep(UInt32(max(0, microseconds))) }
      return microseconds
    }
    system.pointee.xSleep = pause
  }
}
