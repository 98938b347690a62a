import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

/// Edits that are on their way when another's change is learnt of, and the versions that this is told by.
extension SharingTests {
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
}
