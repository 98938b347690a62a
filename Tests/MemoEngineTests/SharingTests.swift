import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

@Suite("Several engines on one store")
struct SharingTests {
  /// Two engines that know one memo, saved.
  private func pair(_ text: String, properties: String = "{}") async throws -> (here: Fixture, there: Fixture) {
    let here = await Fixture()
    let there = await Fixture(on: here.store.shelf)
    try await here.create("m", text, properties: properties)
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.memo(memoID("m"))
    return (here, there)
  }

  private func text(_ fixture: Fixture, _ id: String = "m") async throws -> String {
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

  @Test(
    "edits on their way when a change is taken in are refused, even if their number fits by chance",
    arguments: [1, 3, 10], [1, 3, 10])
  func outrun(others: Int, onTheirWay: Int) async throws {
    let (here, there) = try await pair("text")
    for _ in 0..<others { try await here.type("x", into: "m") }
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    let version = others + 1
    // The client counts 1, 2, 3 … for itself, and has passed what the memo has become, or will just reach it.
    for base in 1...onTheirWay {
      await #expect(throws: EngineError.self, "\(base)") { try await there.type("y", into: "m", base: base) }
    }
    #expect(!(try await text(there)).contains("y"))
    #expect(try await there.type("y", into: "m", base: version).metadata.version == version + 1, "whoever has read it")
  }

  @Test("the same behind edits that don't say what they start from, which are taken")
  func outrunUnbased() async throws {
    let (here, there) = try await pair("text")
    try await here.type("x", into: "m")
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    // The client counts them, too.
    for _ in 1...2 {
      _ = try await there.engine.updateMemo(
        memoID("m"), baseVersion: nil, changes: [], properties: JSONObject(), encoding: .utf16)
    }
    for base in 3...6 {
      await #expect(throws: EngineError.self, "\(base)") { try await there.type("y", into: "m", base: base) }
    }
    #expect(try await text(there) == "xtext")
  }

  @Test("the same of a memo that is not in memory when it is learnt of, or when they arrive", arguments: [false, true])
  func outrunForgotten(isTold: Bool) async throws {
    let here = await Fixture()
    let there = await Fixture(configuration: EngineConfiguration(cacheBytes: 1000), on: here.store.shelf)
    for id in ["m", "n"] { try await here.create(id, "text") }
    _ = try await here.engine.flush(nil)
    for id in ["m", "n"] { _ = try await there.engine.memo(memoID(id)) }
    try await here.type("x", into: "m")
    _ = try await here.engine.flush(nil)
    if isTold { await there.engine.pullExternalChanges() }
    for base in 1...4 {
      await #expect(throws: EngineError.self, "\(base)") { try await there.type("y", into: "m", base: base) }
    }
    #expect(try await text(there) == "xtext")
    #expect(try await there.type("y", into: "m", base: 2).text.string == "yxtext")
  }

  /// Two engines, the second of which has watched the store while a memo was changed that it does not have in memory.
  private func pairThatWatched(wasKnown: Bool) async throws -> (here: Fixture, there: Fixture) {
    let here = await Fixture()
    let there = await Fixture(configuration: EngineConfiguration(cacheBytes: 1000), on: here.store.shelf)
    for id in ["m", "n"] { try await here.create(id, "text") }
    _ = try await here.engine.flush(nil)
    await there.engine.expectExternalChanges()
    if wasKnown { for id in ["m", "n"] { _ = try await there.engine.memo(memoID(id)) } }
    try await here.type("x", into: "m")
    _ = try await here.engine.flush(nil)
    return (here, there)
  }

  @Test("whoever has read a change already is not told of it", arguments: [false, true], [false, true])
  func readBefore(wasKnown: Bool, isForgotten: Bool) async throws {
    let (_, there) = try await pairThatWatched(wasKnown: wasKnown)
    #expect(try await text(there) == "xtext")
    let version = try await there.engine.memo(memoID("m")).metadata.version
    if isForgotten { _ = try await there.engine.memo(memoID("n")) }
    await there.engine.pullExternalChanges()
    #expect(there.events.others.isEmpty)
    #expect(try await there.engine.memo(memoID("m")).metadata.version == version)
  }

  @Test("whoever has not is, and always of a later version", arguments: [false, true], [false, true])
  func notRead(wasKnown: Bool, isTouched: Bool) async throws {
    let (_, there) = try await pairThatWatched(wasKnown: wasKnown)
    // An edit that does not say what it starts from is made on what is there.
    if isTouched { try await there.type("y", into: "m") }
    await there.engine.pullExternalChanges()
    let version = try await there.engine.memo(memoID("m")).metadata.version
    #expect(there.events.others == ["changed m 1 \(version)"] && version > 1)
  }

  @Test("a change that was read for no client is told with the next, from what was known and without its text")
  func readForNobody() async throws {
    let (here, there) = try await pairThatWatched(wasKnown: true)
    _ = try await there.engine.text(of: memoID("m"))
    try await here.type("x", into: "m")
    _ = try await here.engine.flush(nil)
    // A client that has sent an edit counts 2 by itself, and must not take the second change for one of that.
    await there.engine.pullExternalChanges()
    try await here.type("x", into: "m")
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    #expect(there.events.others == ["changed m 1 3", "changed m 3 4: xxtext > xxxtext"])
  }

  @Test("a memo destroyed and made anew in between has a version of its own here")
  func madeAnew() async throws {
    let (here, there) = try await pair("old")
    let third = await Fixture(on: here.store.shelf)
    await third.engine.expectExternalChanges()
    _ = try await here.engine.destroyMemo(memoID("m"), baseVersion: nil)
    _ = try await here.engine.flush(nil)
    try await here.create("m", "new")
    _ = try await here.engine.flush(nil)
    for fixture in [there, third] {
      await fixture.engine.pullExternalChanges()
      let memo = try await fixture.engine.memo(memoID("m"))
      #expect(memo.text.string == "new" && memo.metadata.version == 2)
      #expect(fixture.events.others.map { $0.prefix(13) } == ["changed m 1 2"])
      #expect(try await fixture.type("x", into: "m", base: 2).metadata.version == 3)
    }
  }

  @Test("the same of a memo that was away meanwhile, deleted and brought back or made anew", arguments: [false, true])
  func outrunDeleted(permanently: Bool) async throws {
    let (here, there) = try await pair("text")
    _ =
      permanently
      ? try await here.engine.destroyMemo(memoID("m"), baseVersion: nil)
      : try await here.engine.trashMemo(memoID("m"), baseVersion: nil)
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    func arrive(_ bases: ClosedRange<Int>) async {
      for base in bases {
        await #expect(throws: EngineError.self, "\(base)") { try await there.type("y", into: "m", base: base) }
      }
    }
    await arrive(1...3)
    if permanently {
      try await here.create("m", "anew")
      for _ in 0..<3 { try await here.type("x", into: "m") }
    } else {
      _ = try await here.engine.restoreMemo(memoID("m"))
    }
    _ = try await here.engine.flush(nil)
    await there.engine.pullExternalChanges()
    await arrive(4...9)
    #expect(try await text(there) == (permanently ? "xxxanew" : "text"))
    let version = permanently ? 4 : 3
    #expect(try await there.type("y", into: "m", base: version).text.string.hasPrefix("y"), "who has read it may go on")
  }

  @Test("the same after several changes of others, however far edits had come")
  func outrunTwice() async throws {
    let (here, there) = try await pair("text")
    func change(_ edits: Int) async throws {
      for _ in 0..<edits { try await here.type("x", into: "m") }
      _ = try await here.engine.flush(nil)
      await there.engine.pullExternalChanges()
    }
    try await change(1)
    for base in 1...5 {
      await #expect(throws: EngineError.self, "\(base)") { try await there.type("y", into: "m", base: base) }
    }
    // Now at version 6, which is what the first of those on their way starts from.
    try await change(4)
    for base in 6...9 {
      await #expect(throws: EngineError.self, "\(base)") { try await there.type("y", into: "m", base: base) }
    }
    #expect(try await text(there) == "xxxxxtext")
  }

  @Test("a memo forgotten and read again keeps the version it was given here")
  func forgotten() async throws {
    let here = await Fixture()
    let there = await Fixture(configuration: EngineConfiguration(cacheBytes: 1000), on: here.store.shelf)
    try await here.create("m", "text")
    try await here.create("n", "text")
    _ = try await here.engine.flush(nil)
    _ = try await there.engine.memo(memoID("m"))
    for round in 1...3 {
      try await here.type("x", into: "m")
      _ = try await here.engine.flush(nil)
      await there.engine.pullExternalChanges()
      let version = try await there.engine.memo(memoID("m")).metadata.version
      #expect(version == round + 1)
      let reads = there.store.reads
      _ = try await there.engine.memo(memoID("n"))
      let again = try await there.engine.memo(memoID("m")).metadata.version
      #expect(again == version && there.store.reads > reads + 1, "read again, and the same version")
      let listed = try await there.engine.list().page(.newest).memos.first { $0.summary.metadata.id == memoID("m") }
      #expect(listed?.summary.metadata.version == version)
    }
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
