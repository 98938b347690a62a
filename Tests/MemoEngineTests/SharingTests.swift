import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

@Suite("Several engines on one store")
struct SharingTests {
  /// Two engines that know one memo, saved.
  func pair(_ text: String, properties: String = "{}") async throws -> (here: Fixture, there: Fixture) {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", text, properties: properties)
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.memo(memoID("m"))
    return (here, there)
  }

  func text(_ fixture: Fixture, _ id: String = "m") async throws -> String {
    try await fixture.engine.memo(memoID(id)).text.string
  }

  private func copies(_ fixture: Fixture) -> [String] {
    fixture.store.stored.filter { $0.metadata.properties["conflictOf"] != nil }.map {
      String(decoding: $0.text, as: UTF8.self)
    }
  }

  /// Replaces a line.
  private func write(_ text: String, line: Int, _ fixture: Fixture) async throws {
    let range = TextRange(
      start: TextPosition(line: line, character: 0), end: TextPosition(line: line, character: .max))
    _ = try await fixture.engine.updateMemo(
      memoID("m"), baseVersion: nil, changes: [TextChange(range: range, text: text)], properties: nil, encoding: .utf8)
  }

  @Test("what another saved is taken in by its stored version, and told as edits")
  func adopted() async throws {
    let (here, there) = try await pair("one\ntwo\nthree")
    try await here.type("zero ", into: "m")
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    let memo = try await there.engine.memo(memoID("m"))
    #expect(memo.text.string == "zero one\ntwo\nthree" && memo.metadata.version == 2 && memo.isSaved)
    #expect(there.events.others == ["changed m 1 2: one\ntwo\nthree > zero one\ntwo\nthree"])
    #expect(try await there.engine.list().page(.newest).memos.map(\.summary.metadata.version) == [2])
    await there.engine.pullExternalChanges()
    #expect(there.events.others.count == 1, "nothing new, nothing told")
    // What follows there starts from there.
    #expect(try await there.type("x", into: "m", base: 2).metadata.version == 3)
    _ = try await there.engine.flush(nil)
    #expect(there.store.version(memoID("m")) == 3 && there.store.text(memoID("m")) == "xzero one\ntwo\nthree")
  }

  @Test("edits of different lines both survive a save that comes second, neighbours included")
  func merged() async throws {
    let (here, there) = try await pair("one\ntwo\nthree")
    try await write("ONE", line: 0, here)
    try await write("TWO", line: 1, there)
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.flush(nil)
    #expect(there.store.text(memoID("m")) == "ONE\nTWO\nthree" && there.store.version(memoID("m")) == 3)
    #expect(try await text(there) == "ONE\nTWO\nthree" && copies(there).isEmpty)
    await there.engine.pullExternalChanges()
    #expect(there.events.others == ["changed m 2 3: one\nTWO\nthree > ONE\nTWO\nthree"], "told once")
    await here.engine.pullExternalChanges()
    #expect(try await text(here) == "ONE\nTWO\nthree")
  }

  @Test("an unsaved memo is merged as soon as the other's save is noticed")
  func noticed() async throws {
    let (here, there) = try await pair("one\ntwo")
    try await write("ONE", line: 0, here)
    try await write("TWO", line: 1, there)
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    #expect(try await text(there) == "ONE\nTWO" && there.saves == 0)
    await there.pass(2000)
    #expect(there.store.text(memoID("m")) == "ONE\nTWO")
  }

  @Test("where both changed a line, the one that saves last stays and the other's whole text becomes a memo")
  func conflict() async throws {
    let (here, there) = try await pair("one\ntwo", properties: #"{"tags":["a"]}"#)
    try await write("here", line: 0, here)
    try await write("there", line: 0, there)
    _ = try await here.engine.flush(nil)
    #expect(try await there.engine.flush(memoID("m")) == 2, "the copy is durable with the memo")
    #expect(there.store.text(memoID("m")) == "there\ntwo" && copies(there) == ["here\ntwo"])
    let copy = there.store.stored.first { $0.metadata.properties["conflictOf"] != nil }
    #expect(
      copy.map { String(decoding: $0.metadata.properties.json, as: UTF8.self) } == #"{"tags":["a"],"conflictOf":"m"}"#)
    #expect(there.events.others.last == "created copy")
  }

  @Test("a memo deleted there and edited here comes back with the text of here", arguments: [false, true])
  func deletedThere(permanently: Bool) async throws {
    let (here, there) = try await pair("text")
    _ =
      permanently
      ? try await here.engine.destroyMemo(memoID("m"), baseVersion: nil)
      : try await here.engine.trashMemo(memoID("m"), baseVersion: nil)
    try await there.type("more ", into: "m")
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.flush(nil)
    #expect(there.store.text(memoID("m")) == "more text")
    #expect(try await there.engine.memo(memoID("m")).metadata.isTrashed == false)
    await here.engine.pullExternalChanges()
    #expect(here.events.others == ["created m"])
    #expect(try await text(here) == "more text")
  }

  @Test("a memo edited there and deleted here comes back with the text of there", arguments: [false, true])
  func deletedHere(permanently: Bool) async throws {
    let (here, there) = try await pair("text")
    try await here.type("more ", into: "m")
    _ =
      permanently
      ? try await there.engine.destroyMemo(memoID("m"), baseVersion: nil)
      : try await there.engine.trashMemo(memoID("m"), baseVersion: nil)
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.flush(nil)
    let memo = try await there.engine.memo(memoID("m"))
    #expect(memo.text.string == "more text" && !memo.metadata.isTrashed && memo.isSaved)
    #expect(there.store.text(memoID("m")) == "more text" && there.events.others == ["created m"])
  }

  @Test(
    "a memo brought back from the trash on one side lives, though the other put it there again or destroyed it",
    arguments: [
      ("restores", "restores and trashes"), ("restores and trashes", "restores"), ("restores", "destroys"),
      ("destroys", "restores"),
    ])
  func restored(first: String, second: String) async throws {
    let (here, there) = try await pair("text")
    _ = try await here.engine.trashMemo(memoID("m"), baseVersion: nil)
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    #expect(try await there.engine.memo(memoID("m")).metadata.isTrashed)
    for (fixture, deeds) in [(here, first), (there, second)] {
      // So that being put there again is not by chance the same moment.
      await fixture.pass(1)
      if deeds.contains("restores") { _ = try await fixture.engine.restoreMemo(memoID("m")) }
      if deeds.contains("trashes") { _ = try await fixture.engine.trashMemo(memoID("m"), baseVersion: nil) }
      if deeds.contains("destroys") { _ = try await fixture.engine.destroyMemo(memoID("m"), baseVersion: nil) }
    }
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.flush(nil)
    await here.engine.pullExternalChanges()
    for fixture in [here, there] {
      let memo = try await fixture.engine.memo(memoID("m"))
      #expect(!memo.metadata.isTrashed && memo.text.string == "text")
    }
  }

  @Test("a memo that both put into the trash stays there")
  func trashedByBoth() async throws {
    let (here, there) = try await pair("text")
    await there.pass(1)
    for fixture in [here, there] { _ = try await fixture.engine.trashMemo(memoID("m"), baseVersion: nil) }
    for fixture in [here, there] { _ = try await fixture.engine.flush(nil) }
    await here.engine.pullExternalChanges()
    for fixture in [here, there] {
      let memo = try await fixture.engine.memo(memoID("m"))
      #expect(memo.metadata.trashedAt == there.clock.date, "since it was put there by the one that saved last")
    }
  }

  @Test("a memo put into the trash here and destroyed there is gone")
  func trashedAndDestroyed() async throws {
    let (here, there) = try await pair("text")
    _ = try await here.engine.destroyMemo(memoID("m"), baseVersion: nil)
    _ = try await there.engine.trashMemo(memoID("m"), baseVersion: nil)
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.flush(nil)
    #expect(here.store.stored.isEmpty && there.events.others == ["deleted m for good"])
    await #expect(throws: EngineError.self) { try await there.engine.memo(memoID("m")) }
  }

  @Test("a merged memo was changed when the later of both changes was made", arguments: [false, true])
  func modified(isLaterHere: Bool) async throws {
    let (here, there) = try await pair("one\ntwo")
    let later = isLaterHere ? here : there
    await later.pass(10)
    try await write("ONE", line: 0, here)
    try await write("TWO", line: 1, there)
    for fixture in [here, there] { _ = try await fixture.engine.flush(nil) }
    #expect(try await there.engine.memo(memoID("m")).metadata.modifiedAt == later.clock.date)
  }

  @Test("deletions and restorations are told, permanent ones as such")
  func deletions() async throws {
    let (here, there) = try await pair("text")
    _ = try await here.engine.trashMemo(memoID("m"), baseVersion: nil)
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    _ = try await here.engine.restoreMemo(memoID("m"))
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    try await here.create("n")
    _ = try await here.engine.destroyMemo(memoID("m"), baseVersion: nil)
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    #expect(there.events.others == ["deleted m", "created m", "deleted m for good", "created n"])
    await #expect(throws: EngineError.self) { try await there.engine.memo(memoID("m")) }
  }

  @Test("a save that was told as failed but is stored all the same is nobody else's change")
  func falseFailure() async throws {
    let (here, there) = try await pair("one\ntwo")
    here.store.lieNext([StoreError(.io, "told so")])
    try await write("ONE", line: 0, here)
    await #expect(throws: EngineError.self) { try await here.engine.flush(nil) }
    #expect(here.store.text(memoID("m")) == "ONE\ntwo")
    try await write("ONE more", line: 0, here)
    _ = try await here.engine.flush(nil)
    #expect(here.store.text(memoID("m")) == "ONE more\ntwo" && copies(here).isEmpty && here.events.others.isEmpty)
    await there.engine.pullExternalChanges()
    #expect(try await text(there) == "ONE more\ntwo")
  }

  @Test("two memos made under one identifier both survive")
  func sameIdentifier() async throws {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", "here\nboth")
    try await there.create("m", "there\nboth")
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.flush(nil)
    #expect(there.store.text(memoID("m")) == "there\nboth" && copies(there) == ["here\nboth"])
  }
}
