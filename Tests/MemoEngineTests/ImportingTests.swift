import JSON
import MemoEngine
import MemoModel
import TestDoubles
import TestSupport
import Testing

@Suite("Taking in memos from elsewhere")
struct ImportingTests {
  private func draft(_ id: String, _ text: String = "x", trashedAt: Int? = nil) -> MemoDraft {
    MemoDraft(
      id: memoID(id), text: Rope(text), properties: JSONObject(), createdAt: Timestamp(millisecondsSince1970: 1),
      modifiedAt: Timestamp(millisecondsSince1970: 2), trashedAt: trashedAt.map(Timestamp.init))
  }

  @Test("keeps their times, and is saved when it is settled")
  func times() async throws {
    let fixture = await Fixture()
    let intake = await fixture.engine.take([draft("a", "text"), draft("b", trashedAt: 3)])
    #expect(intake.made == [true, true])
    try await fixture.engine.settle([memoID("a"), memoID("b")])
    #expect(fixture.saves == 1)
    #expect(fixture.events.saved.sorted() == ["a 1", "b 1"])
    let a = try await fixture.engine.memo(memoID("a"))
    #expect(a.text.string == "text")
    #expect(a.metadata.createdAt.millisecondsSince1970 == 1)
    #expect(a.metadata.modifiedAt.millisecondsSince1970 == 2)
    #expect(a.isSaved)
    #expect(try await fixture.engine.memo(memoID("b")).metadata.trashedAt?.millisecondsSince1970 == 3)
  }

  @Test("leaves a memo whose identifier is taken as it is, and goes on")
  func taken() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "mine")
    #expect(await fixture.engine.take([draft("a"), draft("b"), draft("b")]).made == [false, true, false])
    #expect(try await fixture.engine.memo(memoID("a")).text.string == "mine")
  }

  @Test("settles only what was taken in: what is being typed keeps its own time")
  func others() async throws {
    let fixture = await Fixture()
    try await fixture.create("typed")
    _ = await fixture.engine.take([draft("a")])
    try await fixture.engine.settle([memoID("a")])
    #expect(fixture.events.saved == ["a 1"])
    #expect(try await !fixture.engine.memo(memoID("typed")).isSaved)
  }

  @Test("lets go of what is settled, and keeps what somebody uses")
  func letsGo() async throws {
    let fixture = await Fixture()
    _ = await fixture.engine.take([draft("a"), draft("used")])
    try await fixture.type("y", into: "used")
    try await fixture.engine.settle([memoID("a"), memoID("used")])
    let reads = fixture.store.reads
    _ = try await fixture.engine.memo(memoID("used"))
    #expect(fixture.store.reads == reads)
    _ = try await fixture.engine.memo(memoID("a"))
    #expect(fixture.store.reads > reads)
  }

  @Test("stops where the journal has no room, and says what was made before")
  func journalFull() async throws {
    let fixture = await Fixture()
    #expect(await fixture.engine.take([draft("a")]).made == [true])
    fixture.journal.failNext([StoreError(.full, "no room")])
    let intake = await fixture.engine.take([draft("b"), draft("c")])
    #expect(intake.made == [])
    guard case .storeUnavailable? = intake.failure else {
      Issue.record("no failure was told")
      return
    }
    await #expect(throws: EngineError.self) { try await fixture.engine.memo(memoID("b")) }
  }

  @Test("keeps memos that could not be saved, and saves them later")
  func failedSave() async throws {
    let fixture = await Fixture()
    _ = await fixture.engine.take([draft("a")])
    fixture.store.failNext([StoreError(.full, "no room")])
    await #expect(throws: EngineError.self) { try await fixture.engine.settle([memoID("a")]) }
    #expect(try await fixture.engine.memo(memoID("a")).text.string == "x")
    await fixture.pass(60_000)
    #expect(try await fixture.engine.memo(memoID("a")).isSaved)
  }
}
