import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("Renaming a tag with others in it")
struct RenamedTagTests {
  @Test("it is refused if one of them became longer than a tag may be")
  func longTag() async throws {
    let tag = "a/" + String(repeating: "c", count: KnownProperties.longestTag - 3)
    let fixture = await Fixture()
    try await fixture.create("a", "#a")
    try await fixture.create("b", "text", properties: #"{"tags":["\#(tag)"]}"#)
    let error = await #expect(throws: EngineError.self) { try await fixture.engine.rename(.tag("a", to: "bbb")) }
    #expect("\(String(describing: error))".contains("tagUnwritable"))
    #expect(fixture.store.text(memoID("a")) == "#a")
    #expect(try await fixture.engine.rename(.tag("a", to: "bb")).memos == 2)
    #expect(try await fixture.engine.memo(memoID("b")).metadata.properties.tags == ["bb" + tag.dropFirst()])
  }
}
