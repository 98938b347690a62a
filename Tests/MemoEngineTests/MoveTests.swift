import Dispatch
import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

@Suite("Undoing and redoing")
struct MoveTests {
  private let id = memoID("a")

  /// An engine whose memo was saved with each of these texts.
  private func fixture(_ texts: String..., on shelf: TestStore.Shelf = TestStore.Shelf()) async throws -> Fixture {
    let fixture = await Fixture(on: shelf)
    for (index, text) in texts.enumerated() {
      if index == 0 { try await fixture.create("a", text) } else { try await write(text, fixture) }
      await fixture.pass(500)
    }
    return fixture
  }

  private func write(_ text: String, _ fixture: Fixture) async throws {
    _ = try await fixture.engine.updateMemo(
      id, baseVersion: nil, changes: [TextChange(range: nil, text: text)], properties: nil, encoding: .utf16)
  }

  private func move(_ direction: HistoryDirection, _ fixture: Fixture, base: Int? = nil) async -> String {
    do throws(EngineError) {
      return try await fixture.engine.move(id, direction, baseVersion: base).text.string
    } catch {
      return "\(error)"
    }
  }

  @Test("brings back text and properties, each as one more version, changed now")
  func properties() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "one", properties: #"{"n":1.50}"#)
    await fixture.pass(500)
    _ = try await fixture.engine.updateMemo(
      id, baseVersion: nil, changes: [], properties: try JSONObject(json: Array(#"{"n":null,"m":2}"#.utf8)),
      encoding: .utf16)
    await fixture.pass(700)
    let memo = try await fixture.engine.move(id, .undo, baseVersion: 2)
    #expect(memo.metadata.version == 3 && !memo.isSaved && memo.metadata.modifiedAt == fixture.clock.date)
    #expect(String(decoding: memo.metadata.properties.json, as: UTF8.self) == #"{"n":1.50}"#)
    #expect(memo.metadata.createdAt == fixture.clock.date - 1200)
  }

  @Test("changes nothing where what is not saved can't be saved first")
  func failure() async throws {
    let fixture = try await fixture("one", "two")
    try await write("three", fixture)
    for direction in [HistoryDirection.undo, .redo] {
      fixture.store.failNext([StoreError(.full, "there is no room; make some")])
      await #expect(throws: EngineError.self) { try await fixture.engine.move(id, direction, baseVersion: 3) }
      let memo = try await fixture.engine.memo(id)
      #expect(memo.text.string == "three" && memo.metadata.version == 3 && !memo.isSaved)
    }
    #expect(await move(.undo, fixture) == "two")
  }

  @Test("changes nothing where the journal has no room")
  func journal() async throws {
    let fixture = try await fixture("one", "two")
    fixture.journal.failNext([StoreError(.full, "there is no room; make some")])
    await #expect(throws: EngineError.self) { try await fixture.engine.move(id, .undo, baseVersion: nil) }
    let memo = try await fixture.engine.memo(id)
    #expect(memo.text.string == "two" && memo.metadata.version == 2 && memo.isSaved)
    #expect(await move(.undo, fixture) == "one")
  }

  @Test("an undo whose first save fails is undone as one step when it is saved at last")
  func retried() async throws {
    let fixture = try await fixture("one", "two")
    #expect(await move(.undo, fixture) == "one")
    fixture.store.failNext([StoreError(.full, "there is no room; make some")])
    await fixture.pass(500)
    try await write("other", fixture)
    await fixture.pass(2000)
    #expect(try await fixture.engine.memo(id).isSaved)
    #expect(await move(.undo, fixture) == "one")
    #expect(await move(.redo, fixture) == "other")
  }

  @Test("moves to the trash and back, and edits that change nothing, are no steps and end no redoing")
  func sameContents() async throws {
    let fixture = try await fixture("one", "two")
    #expect(await move(.undo, fixture) == "one")
    for isSavedBetween in [false, true] {
      _ = try await fixture.engine.trashMemo(id, baseVersion: nil)
      if isSavedBetween { await fixture.pass(500) }
      await #expect(throws: EngineError.self) { try await fixture.engine.move(id, .redo, baseVersion: nil) }
      _ = try await fixture.engine.restoreMemo(id)
      try await write("one", fixture)
      if isSavedBetween { await fixture.pass(500) }
      #expect(await move(.redo, fixture) == "two")
      #expect(await move(.undo, fixture) == "one")
    }
  }

  @Test("what another process saved meanwhile is learnt of first: an old base version is refused")
  func others() async throws {
    let shelf = TestStore.Shelf()
    let here = try await fixture("one", "two", on: shelf)
    let there = await Fixture(on: shelf)
    try await write("three", there)
    _ = try await there.engine.flush(id)
    #expect(await move(.undo, here, base: 2).hasPrefix("versionConflict"))
    #expect(try await here.engine.memo(id).text.string == "three")
    #expect(await move(.undo, here) == "two")
    _ = try await here.engine.flush(id)
    #expect(await move(.redo, there) == "three", "and told there")
  }

  @Test("a memo that another process destroyed meanwhile is none")
  func destroyed() async throws {
    let shelf = TestStore.Shelf()
    let here = try await fixture("one", "two", on: shelf)
    let there = await Fixture(on: shelf)
    _ = try await there.engine.destroyMemo(id, baseVersion: nil)
    _ = try await there.engine.flush(nil)
    #expect(await move(.undo, here).hasPrefix("memoNotFound"))
  }

  @Test("a memo that was destroyed here and made anew has nothing to undo, saved in one go or not, and after a kill")
  func anew() async throws {
    for end in ["saved together", "saved apart", "killed"] {
      let fixture = try await fixture("one", "two")
      _ = try await fixture.engine.destroyMemo(id, baseVersion: nil)
      if end == "saved apart" { await fixture.pass(500) }
      try await fixture.create("a", "anew")
      var after = fixture
      if end == "killed" {
        let orphan = KeptOrphan(id: fixture.journal.id, records: fixture.journal.records)
        _ = try Recovery.run([orphan], into: TestStore(fixture.store.shelf))
        after = await Fixture(on: fixture.store.shelf)
      }
      #expect(await move(.undo, after).hasPrefix("nothingToUndo"), "\(end)")
      #expect(try await after.engine.history(id).page(before: nil, limit: 9).total == 1, "\(end)")
    }
  }

  @Test("restoring a revision saves what is not saved, and leaves alone what is like that already")
  func restore() async throws {
    let fixture = try await fixture("one", "two")
    let first = try #require(try await fixture.engine.history(id).page(before: nil, limit: 9).entries.last).revision
    try await write("three", fixture)
    let memo = try await fixture.engine.restoreMemo(id, revision: first)
    #expect(memo.text.string == "one" && memo.metadata.version == 4)
    #expect(try await fixture.engine.restoreMemo(id, revision: first).metadata.version == 4)
    let trashed = try await fixture.engine.trashMemo(id, baseVersion: nil).metadata
    let back = try await fixture.engine.restoreMemo(id, revision: first).metadata
    #expect(!back.isTrashed && back.version == 6 && back.modifiedAt == trashed.modifiedAt)
    #expect(await move(.undo, fixture) == "three")
    await #expect(throws: EngineError.self) { try await fixture.engine.restoreMemo(id, revision: first &+ 1) }
  }

  @Test("restoring a revision brings it back though others change the memo while it is looked for", arguments: [0, 1])
  func restoreMeanwhile(place: Int) async throws {
    let shelf = TestStore.Shelf()
    let here = try await fixture("one", "two", on: shelf)
    await here.engine.expectExternalChanges()
    let there = await Fixture(on: shelf)
    let entries = try await here.engine.history(id).page(before: nil, limit: 9).entries
    let (wasAsked, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    here.store.observeHistories {
      wasAsked.continuation.yield()
      goOn.wait()
    }
    let restore = Task { try await here.engine.restoreMemo(id, revision: entries[place].revision).text.string }
    for await _ in wasAsked.stream { break }
    try await write("three", there)
    _ = try await there.engine.flush(nil)
    await here.engine.pullExternalChanges()
    here.store.observeHistories {}
    goOn.signal()
    let expected = place == 0 ? "two" : "one"
    #expect(try await restore.value == expected)
    // The same after a kill.
    let orphan = KeptOrphan(id: here.journal.id, records: here.journal.records)
    _ = try Recovery.run([orphan], into: TestStore(shelf))
    #expect(try await Fixture(on: shelf).engine.memo(id).text.string == expected)
  }
}

extension Timestamp {
  fileprivate static func - (left: Timestamp, milliseconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: left.millisecondsSince1970 - milliseconds)
  }
}
