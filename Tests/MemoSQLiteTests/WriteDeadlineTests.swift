import MemoModel
import Platform
import TestSupport
import Testing

@testable import MemoSQLite

@Suite("A write that may wait for others until a moment")
struct WriteDeadlineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Has a store write, whose own patience is 5 s, and says how long that took.
  private func write(_ store: SQLiteStore, within time: Duration) -> (error: StoreError?, time: Duration) {
    let began = ContinuousClock.now
    do throws(StoreError) {
      try store.writing(until: began + time) { () throws(StoreError) in
        _ = try store.write([], journal: nil)
      }
      return (nil, .now - began)
    } catch {
      return (error, .now - began)
    }
  }

  @Test("is refused then, whichever lock another program has")
  func refused() throws {
    let store = folder.store()
    _ = try store.write([], journal: nil)
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    try connection.execute("BEGIN IMMEDIATE")
    let (error, time) = write(store, within: .milliseconds(200))
    #expect(error?.reason == .locked && time >= .milliseconds(150) && time < .seconds(3))
    let unopened = folder.store()
    let first = write(unopened, within: .milliseconds(200))
    #expect(first.error?.reason == .locked && first.time < .seconds(3))
    try connection.execute("ROLLBACK")
    let lock = open(store.lockFile, O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let second = write(store, within: .zero)
    #expect(second.error?.reason == .locked && second.time < .seconds(3))
  }

  @Test("is made where nobody is in the way, however late it is")
  func late() throws {
    let store = folder.store()
    #expect(write(store, within: .seconds(-60)).error == nil)
  }
}
