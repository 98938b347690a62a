import Dispatch
import Foundation
import MemoModel
import Synchronization
import TestDoubles
import TestSupport
import Testing

@testable import MemoSQLite
import Platform

/// Two stores on one file stand for two processes.
@Suite("Several stores on one file")
struct SharedStoreTests {
  private let folder: TemporaryFolder
  private let here: SQLiteStore
  private let there: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    here = folder.store()
    there = folder.store()
  }

  private func put(_ id: String, _ text: String?, over base: Int?, as revision: Int, version: Int = 1) throws
    -> StoreChange
  {
    let change = try change(id, text: text, version: version)
    return StoreChange(
      change.id, base: base, change.kind.replacing(try here.memo(change.id)?.text ?? []),
      mark: JournalMark(sequence: 0, version: 0, base: 0, revision: revision))
  }

  @Test("whoever has not looked for too long is told that there is a gap, and nobody else is")
  func gap() throws {
    _ = try there.write([put("a", "", over: nil, as: 1)], journal: nil)
    let changeSequence = try here.externalChanges(since: nil).changeSequence
    for first in stride(from: 0, to: ChangeRows.limit, by: 500) {
      _ = try there.write(
        (first..<(first + 500)).map { try put("m\($0)", nil, over: nil, as: 1) }, journal: nil)
    }
    // All that came since is still known.
    let all = try here.externalChanges(since: changeSequence)
    #expect(!all.hasGap && all.changes.count == ChangeRows.limit)
    _ = try there.write([put("a", "", over: 1, as: 2)], journal: nil)
    #expect(try here.externalChanges(since: changeSequence).hasGap)
    #expect(try !here.externalChanges(since: changeSequence + 1).hasGap)
    #expect(try here.externalChanges(since: 0).hasGap)
  }

  @Test("a change that was made, but taken for a failure, is made once")
  func twice() throws {
    let first = try put("a", "one", over: nil, as: 10)
    let changeSequence = try there.externalChanges(since: nil).changeSequence
    for _ in 0..<2 { #expect(try here.write([first], journal: 5).isEmpty) }
    let second = try put("a", "two", over: 10, as: 11, version: 2)
    for _ in 0..<2 { #expect(try here.write([second], journal: 5).isEmpty) }
    #expect(try here.text("a") == "two" && here.history(first.id, before: nil, limit: 9).total == 2)
    #expect(try there.externalChanges(since: changeSequence).changeSequence == changeSequence + 2)
  }

  @Test("a transaction that fails tells nobody anything")
  func failed() throws {
    // All connections are open before: a store with a foreign trigger would not be opened.
    _ = try there.write([put("other", "", over: nil, as: 1)], journal: nil)
    _ = try (here.externalChanges(since: 0), there.marks(ofJournal: 5))
    let changeSequence = try here.externalChanges(since: nil).changeSequence
    let connection = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    try connection.execute(
      "CREATE TRIGGER refuse BEFORE INSERT ON memos WHEN NEW.id = 'bad' BEGIN SELECT RAISE(ABORT, 'refused'); END")
    #expect(throws: StoreError.self) {
      try there.write([put("a", "", over: nil, as: 1), put("bad", "", over: nil, as: 1)], journal: 5)
    }
    let told = try here.externalChanges(since: changeSequence)
    #expect(told.changes.isEmpty && !told.hasGap && told.changeSequence == changeSequence)
    #expect(try there.marks(ofJournal: 5).isEmpty)
  }

  #if os(Linux)
    @Test("a transaction wakes the others, and a checkpoint does not, not even one that a reader keeps from its end")
    func announced() throws {
      let store = folder.store()
      _ = try store.write([put("a", "", over: nil, as: 1)], journal: 1)
      let watch = try #require(InotifyWatch())
      try #require(watch.add(#require(OpenFolder(path: folder.path)), path: ""))
      let lock = TreeChange.name(FilePath(String(store.lockFile.dropFirst(folder.path.count + 1))))
      let reader = try SQLiteConnection(path: folder.database, busyTimeout: 0)
      try reader.execute("BEGIN; SELECT count(*) FROM memos")
      _ = try store.write([put("b", "", over: nil, as: 1)], journal: 1)
      #expect(watch.changes().contains(lock))
      #expect(try !store.settle())
      #expect(!watch.changes().contains(lock))
    }
  #endif

  @Test("what a reader keeps in the log stays there whole, so that the database is none the worse without the log")
  func keptByReader() throws {
    _ = try here.write((0..<1000).map { try put("m\($0)", "\($0)", over: nil, as: 1) }, journal: nil)
    #expect(try here.settle())
    // Of the pages that the first change touches, the second touches some, too.
    _ = try here.write((0..<100).map { try put("m\($0)", "first", over: 1, as: 2, version: 2) }, journal: nil)
    let reader = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    try reader.execute("BEGIN; SELECT count(*) FROM memos")
    _ = try here.write((900..<1000).map { try put("m\($0)", "second", over: 1, as: 2, version: 2) }, journal: nil)
    #expect(try !here.settle())
    let alone = folder.path + "/alone.sqlite"
    try FileManager.default.copyItem(atPath: folder.database, toPath: alone)
    let copy = try SQLiteConnection(path: alone, busyTimeout: 0)
    #expect(try copy.query("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    #expect(try copy.integer("SELECT count(*) FROM memos WHERE version > 1") == 0)
    try reader.execute("COMMIT")
    #expect(try here.settle())
  }

  @Test("a log that is cut short once its contents are in the database hides none of them")
  func cutShort() throws {
    _ = try here.write([put("a", "one", over: nil, as: 1)], journal: nil)
    let database = try #require(here.standing.withLock { $0.database })
    let length = try #require(WALIndexHeader(index: database + "-shm")).logSize
    do {
      // The log begins anew only where nobody reads.
      let reader = try SQLiteConnection(path: folder.database, busyTimeout: 0)
      try reader.execute("BEGIN; SELECT count(*) FROM memos")
      _ = try here.write((0..<200).map { try put("b\($0)", "\($0)", over: nil, as: 1) }, journal: nil)
      try reader.execute("COMMIT")
    }
    #expect(try here.settle())
    #expect(truncate(folder.database + "-wal", off_t(length)) == 0)
    #expect(try here.text("a") == "one")
    here.letGo()
    try FileManager.default.removeItem(atPath: folder.database + "-shm")
    #expect(try there.text("b199") == "199")
  }

  @Test("a log that is cut to nothing with its index is lost, though somebody who reads then makes an index anew")
  func cutToNothing() throws {
    _ = try here.write([put("a", "one", over: nil, as: 1)], journal: nil)
    let reader = try SQLiteConnection(path: folder.database, busyTimeout: 0)
    #expect(try reader.integer("SELECT count(*) FROM memos") == 1)
    for suffix in ["-wal", "-shm"] { #expect(truncate(folder.database + suffix, 0) == 0) }
    _ = try? reader.integer("SELECT count(*) FROM sqlite_schema")
    let error = #expect(throws: StoreError.self) { try here.settle() }
    #expect(error?.reason == .replaced)
  }

  @Test("a log that is taken away is not given up for lost while somebody else has the lock, but moved later")
  func takenWhileLocked() throws {
    _ = try here.write([put("a", "one", over: nil, as: 1)], journal: nil)
    for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: folder.database + suffix) }
    try StoreLock(path: here.lockFile).whileHeld(timeout: 0) { () throws(StoreError) in
      let error = #expect(throws: StoreError.self) { try here.text("a") }
      #expect(error?.reason == .locked)
    }
    #expect(try here.text("a") == "one")
    #expect(try there.text("a") == "one")
    #expect(here.takeNotice()?.isLoss == false)
  }

  @Test("a log that is taken away while this process reads what was before is moved once it has read that")
  func takenWhileRead() throws {
    _ = try here.write([put("a", "one", over: nil, as: 1)], journal: nil)
    let (hasBegun, isTaken, hasRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
    let (here, id) = (here, try #require(MemoID("a")))
    DispatchQueue.global().async(group: hasRead) {
      try? here.withSnapshot { (stored) throws(StoreError) in
        _ = try stored.memo(id)
        hasBegun.signal()
        isTaken.wait()
        // As long as a short read takes.
        usleep(20_000)
      }
    }
    hasBegun.wait()
    _ = try here.write([put("b", "two", over: nil, as: 1)], journal: nil)
    try FileManager.default.removeItem(atPath: folder.database + "-wal")
    isTaken.signal()
    #expect(try here.text("b") == "two")
    hasRead.wait()
    #expect(here.takeNotice()?.isLoss == false)
  }

  @Test("files that somebody writes to are whole all the time")
  func writtenTo() throws {
    try here.open()
    let path = folder.database
    let states = Mutex<Set<String>>([])
    let isDone = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      if number == 0 {
        let written = Result { () throws(StoreError) in try Self.write(to: path) }
        states.withLock { _ = $0.insert("\(written.map { LogState.whole })") }
        return isDone.store(true, ordering: .releasing)
      }
      while !isDone.load(ordering: .acquiring) {
        let state = Result { () throws(StoreError) in try LogState.of(path, unsettled: nil) }
        states.withLock { _ = $0.insert("\(state)") }
      }
    }
    #expect(states.withLock { $0 } == ["\(Result<LogState, StoreError>.success(.whole))"])
  }

  private static func write(to path: String) throws(StoreError) {
    let connection = try SQLiteConnection(path: path, busyTimeout: 1000)
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; CREATE TABLE pages (bytes)")
    for number in 1...4000 {
      try connection.execute("INSERT INTO pages VALUES (zeroblob(3000))")
      if number.isMultiple(of: 500) { try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
  }
}
