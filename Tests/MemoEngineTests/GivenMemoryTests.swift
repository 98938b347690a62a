import MemoEngine
import TestDoubles
import Testing

@Suite("Memory that saves needed")
struct GivenMemoryTests {
  @Test("is given back once all is saved, and once for all saves before")
  func rest() async throws {
    let fixture = await Fixture()
    let engine = fixture.engine
    await engine.giveBackMemory()
    #expect(fixture.store.memoryGivenBack == 0)
    try await fixture.create("a", "one")
    try await fixture.create("b", "two")
    _ = try await engine.flush(memoID("a"))
    await engine.giveBackMemory()
    #expect(fixture.store.memoryGivenBack == 0)
    _ = try await engine.flush(nil)
    await engine.giveBackMemory()
    await engine.giveBackMemory()
    #expect(fixture.store.memoryGivenBack == 1)
    try await fixture.type("x", into: "a")
    _ = try await engine.flush(nil)
    await engine.giveBackMemory()
    #expect(fixture.store.memoryGivenBack == 2)
  }
}
