import MemoModel
import TestDoubles
import TestSupport
import Testing

/// Two stores in one place stand for two processes.
@Suite("What every store promises to several processes")
struct SharingPromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "changes of memos that another changed are left out and told, and the others are made",
    arguments: Implementation.writable)
  func stale(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (here, there) = (place.store(), place.store())
    func mine(_ id: String, _ text: String, over base: Int?, as revision: Int) throws -> StoreChange {
      try put(id, text, replacing: here.memo(StoreContractTests.id(id))?.words ?? "", over: base, as: revision)
    }
    _ = try here.write(try ["a", "b", "c", "d"].map { try mine($0, "old", over: nil, as: 10) }, journal: nil)
    _ = try there.write(
      [
        mine("a", "theirs", over: 10, as: 20), mine("b", "theirs", over: 10, as: 20), remove("c", over: 10),
        mine("e", "theirs", over: nil, as: 20), remove("d", over: 10),
      ], journal: nil)
    let stale = try here.write(
      [
        mine("a", "mine", over: 10, as: 30), remove("b", over: 10), mine("c", "mine", over: 10, as: 30),
        mine("e", "mine", over: nil, as: 30), remove("d", over: 10), mine("f", "mine", over: nil, as: 30),
      ], journal: nil)
    #expect(stale.map(\.id.description) == ["a", "b", "c", "e"], "that a memo is gone already is no error")
    #expect(stale.map { $0.stored?.revision } == [20, 20, nil, 20])
    #expect(stale.compactMap(\.stored?.words).allSatisfy { $0 == "theirs" })
    #expect(try ["a", "b", "c", "d", "e", "f"].map(there.text) == ["theirs", "theirs", nil, nil, "theirs", "mine"])
    // What they are told, they can start from.
    #expect(try here.write([mine("a", "merged", over: 20, as: 40)], journal: nil).isEmpty)
    #expect(try there.text("a") == "merged")
  }

  @Test("changes that belong together are all made, or none and no mark", arguments: Implementation.writable)
  func together(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (here, there) = (place.store(), place.store())
    _ = try here.write(["a", "b", "c"].map { try put($0, "old", over: nil, as: 10) }, journal: 5)
    _ = try there.write([put("b", "theirs", replacing: "old", over: 10, as: 20)], journal: nil)
    let changes = [
      try put("a", "mine", replacing: "old", over: 10, as: 30),
      try put("b", "mine", replacing: "old", over: 10, as: 31),
      try remove("c", over: 10), try put("d", "mine", over: nil, as: 32),
    ]
    let stale = try here.write(changes, journal: 5, together: true)
    #expect(stale.map(\.id.description) == ["b"] && stale.first?.stored?.words == "theirs")
    #expect(try ["a", "b", "c", "d"].map(there.text) == ["old", "theirs", "old", nil])
    #expect(try here.marks(ofJournal: 5)[id("a")]?.revision == 10)
    let again = [changes[0], try put("b", "mine", replacing: "theirs", over: 20, as: 31), changes[2], changes[3]]
    #expect(try here.write(again, journal: 5, together: true).isEmpty)
    #expect(try ["a", "b", "c", "d"].map(there.text) == ["mine", "mine", nil, "mine"])
    #expect(try here.marks(ofJournal: 5)[id("a")]?.revision == 30)
    // Of what was made though it was told as failed nothing is left to do.
    #expect(try here.write(again, journal: 5, together: true).isEmpty)
  }

  @Test(
    "marks tell what was saved as what, and nothing of changes that were left out", arguments: Implementation.allCases)
  func marks(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let store = try place.filled { here in
      let there = place.store()
      // Whoever opens a store forgets the marks of journals that are no more.
      _ = try there.contains(id("a"))
      let first = [try put("a", "", over: nil, as: 10, sequence: 1), try put("b", "", over: nil, as: 11, sequence: 2)]
      _ = try here.write(first, journal: 5)
      _ = try there.write([put("a", nil, over: 10, as: 20, sequence: 1)], journal: 6)
      _ = try here.write(
        [put("a", nil, over: 10, as: 30, sequence: 3), put("b", nil, over: 11, as: 31, sequence: 4)], journal: 5)
      _ = try here.write([put("c", "", over: nil, as: 40, sequence: 9)], journal: nil)
      there.close()
    }
    let marks = try store.marks(ofJournal: 5)
    #expect(try marks.count == 2 && marks[id("a")] == JournalMark(sequence: 1, version: 1, base: 0, revision: 10))
    #expect(try marks[id("b")] == JournalMark(sequence: 4, version: 1, base: 11, revision: 31))
    #expect(try store.marks(ofJournal: 6).count == 1 && store.marks(ofJournal: 7).isEmpty)
  }

  @Test(
    "what others did is told once for each memo, from before the first change to after the last, one's own never",
    arguments: Implementation.writable)
  func folded(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (here, there) = (place.store(), place.store())
    let start = try here.externalChanges(since: nil)
    #expect(start.changes.isEmpty && !start.hasGap)
    _ = try there.write([put("a", "1", over: nil, as: 10, version: 1)], journal: nil)
    _ = try here.write([put("b", "mine", over: nil, as: 11)], journal: nil)
    _ = try there.write(
      [put("c", "x", over: nil, as: 12), put("a", "2", replacing: "1", over: 10, as: 13, version: 2)], journal: nil)
    _ = try there.write([put("b", "theirs", replacing: "mine", over: 11, as: 14, version: 7)], journal: nil)
    _ = try there.write(
      [remove("c", over: 12), put("a", "3", replacing: "2", over: 13, as: 15, version: 5)], journal: nil)
    let told = try here.externalChanges(since: start.changeSequence)
    #expect(!told.hasGap && told.changes.map(\.id.description) == ["b", "c", "a"])
    #expect(told.changes.map(\.before) == [.live, .absent, .absent])
    #expect(told.changes.map(\.after) == [.live, .absent, .live])
    #expect(told.changes.map(\.baseVersion) == [1, 0, 0] && told.changes.map(\.version) == [7, 0, 5])
    #expect(told.changes.map(\.revision) == [14, 0, 15])
    let after = try here.externalChanges(since: told.changeSequence)
    #expect(after.changes.isEmpty && !after.hasGap && after.changeSequence == told.changeSequence)
    #expect(try there.externalChanges(since: start.changeSequence).changes.map(\.id.description) == ["b"])
  }

  @Test("moves to the trash and back are told as such", arguments: Implementation.writable)
  func trash(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (here, there) = (place.store(), place.store())
    try there.write([change("a")])
    var sequence = try here.externalChanges(since: nil).changeSequence
    for (trashed, presences) in [(1, [MemoPresence.live, .trashed]), (nil, [.trashed, .live])] {
      try there.write([change("a", trashed: trashed)])
      let told = try here.externalChanges(since: sequence)
      #expect(told.changes.flatMap { [$0.before, $0.after] } == presences)
      sequence = told.changeSequence
    }
  }
}

@Suite("What every store promises of snapshots")
struct SnapshotPromises {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "one moment's memos are handed over, each after those of smaller keys, and what is written meanwhile is not in it",
    arguments: Implementation.writable)
  func moment(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (here, there) = (place.store(), place.store())
    try here.write(["c", "a", "b"].map { try change($0, text: $0, trashed: $0 == "a" ? 1 : nil) })
    let others = try [put("d", "d", over: nil, as: 9), put("e", "e", over: nil, as: 9)]
    try here.withSnapshot { snapshot throws(StoreError) in
      let sequence = try snapshot.changeSequence()
      // Neither waits.
      _ = try here.write([others[0]], journal: nil)
      _ = try there.write([others[1]], journal: nil)
      let (seen, unseen) = (try here.memo(others[1].id), try snapshot.memo(others[0].id))
      #expect(seen != nil && unseen == nil)
      var found: [(key: Int, memo: StoredMemo)] = []
      try snapshot.forEachMemo(after: 0, damaged: { _ in Issue.record() }) { key, memo in
        found.append((key, memo))
        return true
      }
      #expect(found.map(\.memo.words).sorted() == ["a", "b", "c"] && found.count { $0.memo.metadata.isTrashed } == 1)
      #expect(found.map(\.key) == found.map(\.key).sorted() && Set(found.map(\.key)).count == 3 && found[0].key > 0)
      var second: [String] = []
      try snapshot.forEachMemo(after: found[0].key, damaged: { _ in }) { _, memo in
        second.append(memo.words)
        return false
      }
      #expect(second == [found[1].memo.words])
      let third = try snapshot.memo(found[2].memo.metadata.id)
      #expect(third?.words == found[2].memo.words)
      let (now, changed) = (try snapshot.changeSequence(), try snapshot.changedMemos(since: sequence))
      #expect(now == sequence && changed == [])
    }
  }

  @Test("which memos were changed since is told, whoever changed them", arguments: Implementation.writable)
  func changes(of implementation: Implementation) throws {
    let place = Place(implementation, in: folder)
    let (here, there) = (place.store(), place.store())
    try here.write(["a", "b", "c", "d"].map { try change($0) })
    func look(since sequence: Int?) throws -> (Int, Set<MemoID>?) {
      try here.withSnapshot { snapshot throws(StoreError) in
        let now = try snapshot.changeSequence()
        return (now, try snapshot.changedMemos(since: sequence ?? now))
      }
    }
    let (start, none) = try look(since: nil)
    #expect(none == [])
    try here.write([change("a", version: 2)])
    try there.write([change("b", version: 2), change("e")])
    let base = try #require(try there.memo(id("c"))).revision
    _ = try there.write([remove("c", over: base)], journal: nil)
    let (now, changed) = try look(since: start)
    #expect(try now > start && changed == [id("a"), id("b"), id("c"), id("e")])
    #expect(try look(since: now).1 == [])
  }

  @Test("a store that is only read hands over what is in it", arguments: Implementation.allCases)
  func reading(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened {
      try $0.write(["a", "b"].map { try change($0, text: $0) })
    }
    let texts = try store.withSnapshot { snapshot throws(StoreError) in
      var texts: [String] = []
      try snapshot.forEachMemo(after: 0, damaged: { _ in }) { _, memo in
        texts.append(memo.words)
        return true
      }
      return texts
    }
    #expect(texts.sorted() == ["a", "b"])
    #expect(try store.externalChanges(since: nil).changes.isEmpty)
  }

  @Test("what goes wrong while it is read is told, and it can be read again", arguments: Implementation.allCases)
  func failure(of implementation: Implementation) throws {
    let store = try Place(implementation, in: folder).reopened { try $0.write([change("a")]) }
    let error = #expect(throws: StoreError.self) {
      try store.withSnapshot { _ throws(StoreError) in throw StoreError(.io, "as a test has it") }
    }
    #expect(error?.reason == .io)
    let a = try id("a")
    #expect(try store.withSnapshot { snapshot throws(StoreError) in try snapshot.memo(a) != nil })
  }
}
