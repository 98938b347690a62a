import MemoModel
import TestSupport
import Testing

@testable import MemoSQLite

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

  private func id(_ text: String) throws -> MemoID { try #require(MemoID(text)) }

  private func put(_ id: String, _ text: String?, over base: Int?, as revision: Int, version: Int = 1) throws
    -> StoreChange
  {
    let change = try change(id, text: text, version: version)
    return StoreChange(
      change.id, base: base, change.kind.replacing(try here.memo(change.id)?.text ?? []),
      mark: JournalMark(sequence: 0, version: 0, base: 0, revision: revision))
  }

  private func remove(_ id: String, over base: Int?) throws -> StoreChange {
    StoreChange(try self.id(id), base: base, .remove, mark: JournalMark(sequence: 0, version: 0, base: 0))
  }

  @Test("changes of memos that another changed meanwhile are left out and told, and the others are made")
  func stale() throws {
    _ = try here.write(
      try ["a", "b", "c", "d"].map { try put($0, "old", over: nil, as: 10) }, journal: nil)
    _ = try there.write(
      [
        put("a", "theirs", over: 10, as: 20), put("b", "theirs", over: 10, as: 20), remove("c", over: 10),
        put("e", "theirs", over: nil, as: 20), remove("d", over: 10),
      ], journal: nil)
    let stale = try here.write(
      [
        put("a", "mine", over: 10, as: 30), remove("b", over: 10), put("c", "mine", over: 10, as: 30),
        put("e", "mine", over: nil, as: 30), remove("d", over: 10), put("f", "mine", over: nil, as: 30),
      ], journal: nil)
    #expect(stale.map(\.id.description) == ["a", "b", "c", "e"], "that a memo is gone already is no error")
    #expect(stale.map { $0.stored?.revision } == [20, 20, nil, 20])
    #expect(
      stale.compactMap { $0.stored.map { String(decoding: $0.text, as: UTF8.self) } }.allSatisfy { $0 == "theirs" })
    let texts = try ["a", "b", "c", "d", "e", "f"].map(there.text)
    #expect(texts == ["theirs", "theirs", nil, nil, "theirs", "mine"])
    // What they are told, they can start from.
    #expect(try here.write([put("a", "merged", over: 20, as: 40)], journal: nil).isEmpty)
    #expect(try there.text("a") == "merged")
  }

  @Test("a change that was left out marks nothing as saved; marks tell what was saved as what")
  func marks() throws {
    func put(_ id: String, sequence: Int, over base: Int?, as revision: Int) throws -> StoreChange {
      let change = try change(id)
      let mark = JournalMark(sequence: sequence, version: 1, base: base ?? 0, revision: revision)
      return StoreChange(change.id, base: base, change.kind, mark: mark)
    }
    _ = try here.write(
      [put("a", sequence: 1, over: nil, as: 10), put("b", sequence: 2, over: nil, as: 11)], journal: 5)
    _ = try there.write([put("a", sequence: 1, over: 10, as: 20)], journal: 6)
    _ = try here.write([put("a", sequence: 3, over: 10, as: 30), put("b", sequence: 4, over: 11, as: 31)], journal: 5)
    let marks = try there.marks(ofJournal: 5)
    #expect(marks[try id("a")] == JournalMark(sequence: 1, version: 1, base: 0, revision: 10))
    #expect(marks[try id("b")] == JournalMark(sequence: 4, version: 1, base: 11, revision: 31))
    #expect(try there.marks(ofJournal: 6).count == 1)
  }

  @Test("what others did is told once for each memo, from before the first change to after the last, one's own never")
  func folded() throws {
    let start = try here.externalChanges(since: nil)
    #expect(start.changes.isEmpty && !start.hasGap)
    _ = try there.write([put("a", "1", over: nil, as: 10, version: 1)], journal: nil)
    _ = try here.write([put("b", "mine", over: nil, as: 11)], journal: nil)
    _ = try there.write([put("c", "x", over: nil, as: 12), put("a", "2", over: 10, as: 13, version: 2)], journal: nil)
    _ = try there.write([put("b", "theirs", over: 11, as: 14, version: 7)], journal: nil)
    _ = try there.write([remove("c", over: 12), put("a", "3", over: 13, as: 15, version: 5)], journal: nil)
    let told = try here.externalChanges(since: start.changeSequence)
    #expect(!told.hasGap && told.changes.map(\.id.description) == ["b", "c", "a"])
    #expect(told.changes.map(\.before) == [.live, .absent, .absent])
    #expect(told.changes.map(\.after) == [.live, .absent, .live])
    #expect(told.changes.map(\.baseVersion) == [1, 0, 0])
    #expect(told.changes.map(\.version) == [7, 0, 5])
    #expect(told.changes.map(\.revision) == [14, 0, 15])
    let after = try here.externalChanges(since: told.changeSequence)
    #expect(after.changes.isEmpty && !after.hasGap && after.changeSequence == told.changeSequence)
    #expect(try there.externalChanges(since: start.changeSequence).changes.map(\.id.description) == ["b"])
  }

  @Test("moves to the trash and back are told as such")
  func trash() throws {
    _ = try there.write([put("a", "", over: nil, as: 10)], journal: nil)
    var changeSequence = try here.externalChanges(since: nil).changeSequence
    for (trashed, presences) in [(1, [MemoPresence.live, .trashed]), (nil, [.trashed, .live])] {
      try there.write([change("a", trashed: trashed)])
      let told = try here.externalChanges(since: changeSequence)
      #expect(told.changes.flatMap { [$0.before, $0.after] } == presences)
      changeSequence = told.changeSequence
    }
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
}
