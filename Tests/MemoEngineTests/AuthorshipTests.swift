import Dispatch
import JSON
import MemoEngine
import MemoModel
import MemoText
import TestDoubles
import Testing

@Suite("Whose a step of history is")
struct AuthorshipTests {
  private let id = memoID("a")
  private static let face = ChangeOrigin()
  private let agentA = face.acting(for: "A")
  private let agentB = face.acting(for: "B")

  /// An engine with a memo that a person has made, saved.
  private func fixture(on shelf: TestStore.Shelf = TestStore.Shelf()) async throws -> Fixture {
    let fixture = await Fixture(on: shelf)
    try await fixture.create("a", "one\ntwo\nthree")
    _ = try await fixture.engine.flush(nil)
    return fixture
  }

  private func write(_ text: String, line: Int = 0, by origin: ChangeOrigin?, _ fixture: Fixture) async throws {
    let range = TextRange(
      start: TextPosition(line: line, character: 0), end: TextPosition(line: line, character: .max))
    _ = try await fixture.engine.updateMemo(
      id, baseVersion: nil, changes: [TextChange(range: range, text: text)], properties: nil, encoding: .utf16,
      by: origin)
  }

  /// Whose the states are, the newest first.
  private func authors(_ fixture: Fixture) async throws -> [String?] {
    _ = try await fixture.engine.flush(nil)
    return try await fixture.engine.history(id).page(before: nil, limit: 99).entries.map(\.by)
  }

  /// What an agent's undo leads to.
  private func takeBack(_ fixture: Fixture, admits: Bool = true) async throws -> String {
    do throws(EngineError) {
      return try await fixture.engine.undoAgentsStep(id, by: agentB) { _ in admits }.text.string
    } catch .undoRefused(_, let refusal) {
      return "\(refusal)"
    }
  }

  @Test("an agent is the same origin whatever its name, and a name has at most 256 bytes")
  func origins() {
    #expect(agentA == agentB && agentA == Self.face && agentA != ChangeOrigin().acting(for: "A"))
    #expect(Set([agentA, agentB, Self.face]).count == 1 && Self.face.agent == nil && agentA.agent == "A")
    #expect(Self.face.acting(for: "").agent == nil)
    let long = String(repeating: "글", count: 100)
    #expect(Self.face.acting(for: long).agent == String(repeating: "글", count: 85))
  }

  @Test(
    "a save is an agent's if all changes in it are",
    arguments: [
      (["A"], "A"), (["A", "A"], "A"), (["A", "B"], nil), (["A", nil], nil), ([nil, "A"], nil), (["A", "B", "A"], nil),
    ] as [([String?], String?)])
  func saves(changes: [String?], together: String?) async throws {
    let fixture = try await fixture()
    for (number, agent) in changes.enumerated() {
      try await write("\(number)", by: agent.map(Self.face.acting), fixture)
    }
    #expect(try await authors(fixture) == [together, nil])
  }

  @Test("what is changed while a save is under way is of whoever changes it then", arguments: [true, false])
  func duringSave(isAgentFirst: Bool) async throws {
    let fixture = try await fixture()
    let gate = DispatchSemaphore(value: 0)
    fixture.store.hold(at: gate)
    // The first one to arrive was that of the memo's making.
    await fixture.store.waitForWrite()
    try await write("1", by: isAgentFirst ? agentA : nil, fixture)
    async let saved = fixture.engine.flush(nil)
    await fixture.store.waitForWrite()
    try await write("2", by: isAgentFirst ? nil : agentA, fixture)
    fixture.store.hold(at: nil)
    gate.signal()
    _ = try await saved
    #expect(try await authors(fixture) == (isAgentFirst ? [nil, "A", nil] : ["A", nil, nil]))
  }

  @Test("a save that fails takes no authors with it")
  func failedSave() async throws {
    let fixture = try await fixture()
    try await write("1", by: nil, fixture)
    fixture.store.failNext([StoreError(.full, "full")])
    await #expect(throws: EngineError.self) { try await fixture.engine.flush(nil) }
    try await write("2", by: agentA, fixture)
    #expect(try await authors(fixture) == [nil, nil])
  }

  @Test("making a memo is a step; the trash is none, and neither is what changes nothing")
  func noSteps() async throws {
    let fixture = await Fixture()
    _ = try await fixture.engine.createMemo(id: id, text: "one", properties: JSONObject(), by: agentA)
    _ = try await fixture.engine.updateMemo(
      id, baseVersion: nil, changes: [], properties: JSONObject(), encoding: .utf8, by: nil)
    #expect(try await authors(fixture) == ["A"])
    _ = try await fixture.engine.trashMemo(id, baseVersion: nil)
    #expect(try await authors(fixture) == ["A"])
    _ = try await fixture.engine.restoreMemo(id)
    try await write("two", by: agentB, fixture)
    #expect(try await authors(fixture) == ["B", "A"])
  }

  @Test("an agent takes back what agents did, whoever they were, until a person's step comes")
  func takenBack() async throws {
    let fixture = try await fixture()
    for (text, origin) in [("person", nil), ("A", agentA), ("B", agentB)] as [(String, ChangeOrigin?)] {
      try await write(text, by: origin, fixture)
      _ = try await fixture.engine.flush(nil)
    }
    #expect(try await takeBack(fixture) == "A\ntwo\nthree")
    #expect(try await takeBack(fixture) == "person\ntwo\nthree")
    #expect(try await takeBack(fixture) == "ofPerson")
    #expect(try await fixture.engine.memo(id).text.string == "person\ntwo\nthree")
    // What the person then brings back again is the agent's still.
    #expect(try await fixture.engine.move(id, .redo, baseVersion: nil).text.string == "A\ntwo\nthree")
    #expect(try await takeBack(fixture) == "person\ntwo\nthree")
  }

  @Test("what a person has taken back is not taken back again, nor what is not saved yet")
  func personsUndo() async throws {
    let fixture = try await fixture()
    try await write("A", by: agentA, fixture)
    _ = try await fixture.engine.move(id, .undo, baseVersion: nil)
    #expect(try await takeBack(fixture) == "nothingBefore")
    try await write("A", by: agentA, fixture)
    _ = try await fixture.engine.flush(nil)
    try await write("typed", line: 1, by: nil, fixture)
    #expect(try await takeBack(fixture) == "ofPerson")
    #expect(try await fixture.engine.memo(id).text.string == "A\ntyped\nthree")
  }

  @Test("the first state is not taken back, nor what leads where the memo may not go")
  func refusals() async throws {
    let fixture = await Fixture()
    _ = try await fixture.engine.createMemo(id: id, text: "one", properties: JSONObject(), by: agentA)
    #expect(try await takeBack(fixture) == "nothingBefore")
    try await write("two", by: agentA, fixture)
    #expect(try await takeBack(fixture, admits: false) == "notAdmitted")
    #expect(try await fixture.engine.memo(id).text.string == "two")
  }

  @Test("an edit upon what was undone, not saved in between, is of whoever edits", arguments: ["A", nil])
  func editedMove(agent: String?) async throws {
    let fixture = try await fixture()
    try await write("B", by: agentB, fixture)
    _ = try await fixture.engine.move(id, .undo, baseVersion: nil)
    try await write("new", by: agent.map(Self.face.acting), fixture)
    #expect(try await authors(fixture).first == agent)
  }

  @Test("bringing back a revision is of whoever does it")
  func restored() async throws {
    let fixture = try await fixture()
    try await write("B", by: agentB, fixture)
    _ = try await fixture.engine.flush(nil)
    let first = try #require(try await fixture.engine.history(id).page(before: nil, limit: 9).entries.last)
    _ = try await fixture.engine.restoreMemo(id, revision: first.revision, by: agentA)
    #expect(try await authors(fixture) == ["A", "B", nil])
  }

  @Test("renaming is a step of whoever does it, in each memo")
  func renamed() async throws {
    let fixture = try await fixture()
    _ = try await fixture.engine.rename(.memo(id, title: "New", baseVersion: nil), by: agentA)
    #expect(try await authors(fixture) == ["A", nil])
  }

  @Test("a merge is a step behind the other's, of whoever made the changes here", arguments: ["A", nil])
  func merged(agent: String?) async throws {
    let here = try await fixture()
    let there = await Fixture(on: here.store.shelf)
    _ = try await there.engine.memo(id)
    try await write("here", by: agent == nil ? agentB : nil, here)
    try await write("there", line: 2, by: agent.map(Self.face.acting), there)
    _ = try await here.engine.flush(nil)
    #expect(try await authors(there) == [agent, agent == nil ? "B" : nil, nil])
    #expect(try await there.engine.memo(id).text.string == "here\ntwo\nthere")
  }

  @Test("the memo that keeps what could not be merged is a person's")
  func conflict() async throws {
    let here = try await fixture()
    let there = await Fixture(on: here.store.shelf)
    _ = try await there.engine.memo(id)
    for (text, fixture) in [("here", here), ("there", there)] {
      try await write(text, by: agentA, fixture)
      _ = try await fixture.engine.flush(nil)
    }
    let copy = try #require(there.store.stored.first { $0.metadata.id != id })
    #expect(try await there.engine.history(copy.metadata.id).page(before: nil, limit: 9).entries.map(\.by) == [nil])
  }

  /// What a crash now leaves, brought back in a copy of the store.
  private func recovered(_ fixture: Fixture) throws -> [String?] {
    let copy = fixture.store.copy()
    _ = try Recovery.run([KeptOrphan(id: fixture.journal.id, records: fixture.journal.records)], into: copy)
    return try copy.history(id, before: nil, limit: 99).entries.map(\.by)
  }

  @Test(
    "what a crash has left is of whoever its records name",
    arguments: [
      (["A"], "A"), (["A", "A"], "A"), (["A", "B"], nil), (["A", nil], nil), ([nil, "A"], nil), ([nil], nil),
    ] as [([String?], String?)], [false, true])
  func crash(steps: (changes: [String?], together: String?), isJournalLost: Bool) async throws {
    let fixture = try await fixture()
    for (number, agent) in steps.changes.enumerated() {
      try await write("\(number)", by: agent.map(Self.face.acting), fixture)
    }
    if isJournalLost {
      // All is recorded anew, as one change.
      fixture.journal.lose()
      await fixture.engine.pullExternalChanges()
    }
    // Neither the trash nor what changes nothing is anybody's.
    _ = try await fixture.engine.trashMemo(id, baseVersion: nil, by: agentB)
    #expect(try recovered(fixture) == [steps.together, nil])
  }

  @Test("the same of a memo that was made, and of what was undone")
  func crashOfOthers() async throws {
    let fixture = await Fixture()
    _ = try await fixture.engine.createMemo(id: id, text: "one", properties: JSONObject(), by: agentA)
    #expect(try recovered(fixture) == ["A"])
    _ = try await fixture.engine.flush(nil)
    for (text, origin) in [("B", agentB), ("person", nil)] as [(String, ChangeOrigin?)] {
      try await write(text, by: origin, fixture)
      _ = try await fixture.engine.flush(nil)
    }
    _ = try await fixture.engine.move(id, .undo, baseVersion: nil)
    #expect(try recovered(fixture) == ["B", nil, "B", "A"])
    try await write("A", by: agentA, fixture)
    #expect(try recovered(fixture) == ["A", nil, "B", "A"])
  }

  @Test("the same where others have saved meanwhile")
  func crashAndMerge() async throws {
    let here = try await fixture()
    let there = await Fixture(on: here.store.shelf)
    _ = try await there.engine.memo(id)
    try await write("there", line: 2, by: agentA, there)
    try await write("here", by: nil, here)
    _ = try await here.engine.flush(nil)
    #expect(try recovered(there) == ["A", nil, nil])
  }
}
