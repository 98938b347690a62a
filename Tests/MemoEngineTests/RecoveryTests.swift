import Dispatch
import JSON
import MemoEngine
import MemoModel
import MemoText
import TestSupport
import TestDoubles
import Testing

@Suite("Recovery")
struct RecoveryTests {
  /// What a person would see of a memo.
  private func state(_ memo: MemoSnapshot?) -> String {
    guard let memo else { return "none" }
    let metadata = memo.metadata
    let dates = [metadata.createdAt, metadata.modifiedAt, metadata.trashedAt].map {
      "\($0?.millisecondsSince1970 ?? 0)"
    }
    let properties = String(decoding: metadata.properties.json, as: UTF8.self)
    return "\(metadata.version) \(dates) \(properties) \(Array(memo.text.string.utf8))"
  }

  private func states(_ engine: MemoEngine) async -> [String] {
    var states: [String] = []
    for index in 0..<6 { states.append(state(try? await engine.memo(memoID("m\(index)")))) }
    return states
  }

  private func change(_ fixture: Fixture, _ random: inout SeededGenerator) async {
    let id = memoID("m\(Int.random(in: 0..<6, using: &random))")
    let engine = fixture.engine
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: _ = try? await engine.createMemo(id: id, text: "new\r\n한글", properties: JSONObject())
    case 2: _ = try? await engine.trashMemo(id, baseVersion: nil)
    case 3: _ = try? await engine.restoreMemo(id)
    case 4: _ = try? await engine.destroyMemo(id, baseVersion: nil)
    case 5:
      let patch = try? JSONObject(json: Array(#"{"n":\#(Int.random(in: 0..<9, using: &random)),"x":null}"#.utf8))
      _ = try? await engine.updateMemo(id, baseVersion: nil, changes: [], properties: patch, encoding: .utf8)
    case 6: await fixture.pass(Int.random(in: 0..<900, using: &random))
    case 7: _ = try? await engine.flush(Bool.random(using: &random) ? nil : id)
    default:
      let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let start = TextPosition(line: 0, character: Int.random(in: 0..<4, using: &random))
        let end = TextPosition(line: Int.random(in: 0..<2, using: &random), character: 9)
        return TextChange(
          range: TextRange(start: start, end: end),
          text: ["", "a", "\r", "\n", "👋"].randomElement(using: &random) ?? "")
      }
      _ = try? await engine.updateMemo(id, baseVersion: nil, changes: changes, properties: nil, encoding: .utf32)
    }
  }

  @Test("whenever the process ends, the store with the journal replayed is what the client was told", arguments: 0..<8)
  func everyInstant(stream: Int) async throws {
    var random = SeededGenerator(stream: UInt64(stream))
    let fixture = await Fixture()
    for step in 0..<120 {
      await change(fixture, &random)
      guard step.isMultiple(of: 6) else { continue }
      // The process ends here: what it told is compared with what the next one makes of store and journal.
      let told = await states(fixture.engine)
      let copy = fixture.store.copy()
      _ = try Recovery.run([KeptOrphan(id: fixture.journal.id, records: fixture.journal.records)], into: copy)
      let recovered = await states(MemoEngine(store: copy))
      guard told == recovered else { throw Mismatch("step \(step): \(told) but \(recovered)") }
    }
  }

  @Test("replayed again and again, in whole or in part, a journal does the same as once")
  func idempotent() async throws {
    var random = SeededGenerator(stream: 99)
    let fixture = await Fixture()
    for _ in 0..<60 { await change(fixture, &random) }
    let told = await states(fixture.engine)
    let copy = fixture.store.copy()
    for count in [0, 1, 5, 17, nil, 3, nil] {
      let records = fixture.journal.records
      _ = try Recovery.run(
        [KeptOrphan(id: fixture.journal.id, records: Array(records.prefix(count ?? .max)))], into: copy)
    }
    #expect(await states(MemoEngine(store: copy)) == told)
  }

  @Test("a change the journal has no room for is refused, and nothing of it happens")
  func refused() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "text")
    _ = try await fixture.engine.flush(nil)
    let full = StoreError(.full, "full")
    func refuse(_ body: () async throws -> Void) async throws {
      fixture.journal.failNext([full])
      let before = state(try await fixture.engine.memo(memoID("a")))
      await #expect(throws: EngineError.self) { try await body() }
      #expect(state(try await fixture.engine.memo(memoID("a"))) == before)
      #expect(try await fixture.engine.statistics().memosUnsaved == 0)
    }
    try await refuse { try await fixture.type("x", into: "a") }
    try await refuse { _ = try await fixture.engine.trashMemo(memoID("a"), baseVersion: nil) }
    try await refuse { _ = try await fixture.engine.destroyMemo(memoID("a"), baseVersion: nil) }
    try await refuse { try await fixture.create("b") }
    try await fixture.create("b")
    #expect(try await fixture.type("x", into: "a").metadata.version == 2)
  }

  @Test("once everything is saved the journal is forgotten, and not before")
  func forgotten() async throws {
    let fixture = await Fixture()
    try await fixture.create("a")
    try await fixture.create("b")
    _ = try await fixture.engine.flush(memoID("b"))
    #expect(fixture.journal.records.count == 2, "the change of a stands before that of b")
    _ = try await fixture.engine.flush(nil)
    #expect(fixture.journal.records.isEmpty)
    try await fixture.type("x", into: "b")
    #expect(fixture.journal.records.map(\.sequence) == [3])
  }

  @Test("a journal with a change that does not fit is kept aside, and the rest of it is brought back")
  func misfit() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "one")
    try await fixture.create("b", "two")
    let wrong: [JournalRecord.Change] = [
      .edited(modifiedAt: .now, [.init(range: 2..<99, text: "x")]),
      .edited(modifiedAt: .now, [.init(range: -5..<1, text: "")]),
      .stated(.init(createdAt: .now, modifiedAt: .now, trashedAt: nil, properties: Array("[]".utf8)), []),
      .created(
        .init(createdAt: .now, modifiedAt: .now, trashedAt: nil, properties: Array("{}".utf8)), text: WholeText("")),
    ]
    for (index, change) in wrong.enumerated() {
      let store = TestStore()
      let journal = TestJournal()
      for (_, record) in fixture.journal.records { _ = try journal.append(record) }
      _ = try journal.append(JournalRecord(id: memoID("a"), version: index == 3 ? 1 : 2, base: 0, change: change))
      let report = try Recovery.run([journal.orphan()], into: store)
      #expect(report.journalsSetAside == 1 && journal.isAside, "\(index)")
      #expect(store.text(memoID("a")) == "one" && store.text(memoID("b")) == "two")
    }
  }

  @Test("what is said to be damaged is read once more, and a change that is left out takes those made of it with it")
  func damaged() async throws {
    let damage = StoreError(.corrupt, "damaged")
    for (failures, text, isAside) in [(1, "baone", false), (2, "one", true)] {
      let fixture = await Fixture()
      try await fixture.create("m", "one")
      _ = try await fixture.engine.flush(nil)
      try await fixture.type("a", into: "m")
      try await fixture.type("b", into: "m")
      fixture.store.failNextReads(Array(repeating: damage, count: failures))
      let report = try Recovery.run([fixture.journal.orphan()], into: fixture.store)
      #expect(fixture.store.text(memoID("m")) == text, "\(failures)")
      #expect(fixture.journal.isAside == isAside && report.journalsSetAside == (isAside ? 1 : 0))
    }
  }

  @Test("a change that does not follow the one before is left out, and what follows a new beginning is not")
  func gaps() async throws {
    let fixture = await Fixture()
    try await fixture.create("m", "one")
    _ = try await fixture.engine.flush(nil)
    try await fixture.type("a", into: "m")
    let base = try #require(fixture.journal.records.last?.record.base)
    func edit(_ text: String, version: Int, base: Int) throws {
      let edit = JournalRecord.Change.edited(modifiedAt: .now, [.init(range: 0..<0, text: text)])
      _ = try fixture.journal.append(JournalRecord(id: memoID("m"), version: version, base: base, change: edit))
    }
    // One that lacks the third version.
    try edit("lost", version: 4, base: base)
    #expect(try Recovery.run([fixture.journal.orphan()], into: fixture.store).journalsSetAside == 1)
    #expect(fixture.store.text(memoID("m")) == "aone")

    let (store, journal) = (TestStore(), TestJournal())
    let state = JournalRecord.State(createdAt: .now, modifiedAt: .now, trashedAt: nil, properties: Array("{}".utf8))
    let misfit = JournalRecord.Change.edited(modifiedAt: .now, [.init(range: 2..<99, text: "x")])
    for (version, change) in [
      (1, .created(state, text: WholeText("one"))), (2, misfit), (3, .created(state, text: WholeText("two"))),
      (4, .edited(modifiedAt: .now, [.init(range: 0..<0, text: "x")])),
      (6, .edited(modifiedAt: .now, [.init(range: 0..<0, text: "y")])),
    ] as [(Int, JournalRecord.Change)] {
      _ = try journal.append(JournalRecord(id: memoID("a"), version: version, base: 0, change: change))
    }
    #expect(try Recovery.run([journal.orphan()], into: store).journalsSetAside == 1)
    #expect(store.text(memoID("a")) == "xtwo")
  }

  @Test("a store that can't be written leaves the journal as it is")
  func unwritable() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "kept")
    fixture.store.failNext([StoreError(.full, "full")])
    #expect(throws: StoreError.self) { try Recovery.run([fixture.journal.orphan()], into: fixture.store) }
    #expect(fixture.journal.records.count == 1)
    let report = try Recovery.run([fixture.journal.orphan()], into: fixture.store)
    #expect(report == Recovery.Report(memos: 1, changes: 1))
    #expect(fixture.store.text(memoID("a")) == "kept" && fixture.journal.records.isEmpty)
  }

  @Test("a memo that several processes have changed is counted once")
  func sharedMemo() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "1\n2\n3\n")
    _ = try await fixture.engine.flush(nil)
    let there = await Fixture(on: fixture.store.shelf)
    try await fixture.type("one", into: "a", at: 0..<1)
    try await there.type("three", into: "a", at: 4..<5)
    let report = try Recovery.run([fixture.journal.orphan(), there.journal.orphan()], into: fixture.store)
    #expect(report.memos == 1 && report.changes == 2)
  }

  @Test("others' texts that were kept are counted once each, and only where they are stored")
  func copies() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "old")
    _ = try await fixture.engine.flush(nil)
    let there = await Fixture(on: fixture.store.shelf)
    try await fixture.type("ours", into: "a", at: 0..<3)
    try await there.type("theirs", into: "a", at: 0..<3)
    _ = try await there.engine.flush(nil)
    let refusing = fixture.store.copy()
    refusing.refuse([memoID("a"): StoreError(.other, "it is too large")])
    let refused = try Recovery.run([fixture.journal.orphan()], into: refusing)
    #expect(refused == Recovery.Report(journalsSetAside: 1))
    // Another process saves it once more between being read and being written.
    let store = TestStore(fixture.store.shelf)
    let gate = DispatchSemaphore(value: 0)
    store.hold(at: gate)
    let recovery = Task.detached { [journal = fixture.journal] in try Recovery.run([journal.orphan()], into: store) }
    await store.waitForWrite()
    try await there.type("others", into: "a", at: 0..<6)
    _ = try await there.engine.flush(nil)
    store.hold(at: nil)
    gate.signal()
    #expect(try await recovery.value == Recovery.Report(memos: 1, changes: 1, copies: 2))
    let texts = store.stored.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(texts.sorted() == ["others", "ours", "theirs"])
  }

  @Test("the journal forgets what is saved only once that is safe")
  func unsettled() async throws {
    let fixture = await Fixture()
    fixture.store.keepUnsettled(true)
    for id in ["a", "b"] {
      try await fixture.create(id, "kept")
      _ = try await fixture.engine.flush(nil)
    }
    func records() -> [MemoID] { fixture.journal.records.map(\.record.id) }
    #expect(records() == [memoID("a"), memoID("b")])
    await fixture.pass(10_000)
    await fixture.engine.pullExternalChanges()
    #expect(records() == [memoID("a"), memoID("b")])
    fixture.store.keepUnsettled(false)
    await fixture.engine.pullExternalChanges()
    #expect(records() == [])
  }

  @Test(
    "what was brought back is told in whole sentences, of one or of many",
    arguments: [
      (Recovery.Report(memos: 1, changes: 1), "brought back 1 change of 1 memo that an earlier process could not save"),
      (
        Recovery.Report(memos: 2, changes: 3, copies: 1, journalsSetAside: 2),
        "brought back 3 changes of 2 memos that an earlier process could not save; "
          + "what others saved in the same places is kept in 1 new memo; "
          + "not all could be used of 2 journals, kept beside the store as .bad; "
          + "memo-ls recover writes what is in there into files"
      ),
      (
        Recovery.Report(journalsSetAside: 1),
        "not all could be used of 1 journal, kept beside the store as .bad; "
          + "memo-ls recover writes what is in there into files"
      ),
    ])
  func told(report: Recovery.Report, words: String) { #expect(report.description == words) }

  @Test("a journal that lost what it had gets all that is not saved anew, before the next answer or when it is noticed")
  func lost() async throws {
    for isNoticedFirst in [false, true] {
      let fixture = await Fixture()
      for id in ["stored", "destroyed", "saved"] { try await fixture.create(id, "one\ntwo") }
      _ = try await fixture.engine.flush(nil)
      try await fixture.create("new", "text")
      try await fixture.type("more ", into: "stored")
      _ = try await fixture.engine.destroyMemo(memoID("destroyed"), baseVersion: nil)
      fixture.journal.lose()
      if isNoticedFirst { await fixture.engine.pullExternalChanges() } else { try await fixture.type("x", into: "new") }
      let copy = fixture.store.copy()
      let orphan = KeptOrphan(id: fixture.journal.id, records: fixture.journal.records)
      #expect(try Recovery.run([orphan], into: copy).journalsSetAside == 0)
      #expect(copy.text(memoID("stored")) == "more one\ntwo" && copy.text(memoID("destroyed")) == nil)
      #expect(copy.text(memoID("new")) == (isNoticedFirst ? "text" : "xtext"))
      #expect(copy.text(memoID("saved")) == "one\ntwo")
    }
  }

  @Test("a change refused because the journal is lost and the next has no room does not come back with the lost one")
  func misplaced() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "one")
    fixture.journal.misplace(thenFail: [StoreError(.readOnly, "no room")])
    await #expect(throws: EngineError.self) { try await fixture.type("two ", into: "a") }
    let copy = fixture.store.copy()
    _ = try Recovery.run([fixture.journal.orphan()], into: copy)
    #expect(copy.text(memoID("a")) == "one")
    // As soon as there is room, nothing is missing.
    try await fixture.type("three ", into: "a")
    _ = try await fixture.engine.flush(nil)
    #expect(fixture.store.text(memoID("a")) == "three one")
  }
}
