import MemoEngine
import MemoMarkup
import MemoText
import TestDoubles
import Testing

@Suite("Where the links of pages lead")
struct LinkPlacesTests {
  @Test("is the same each time, also in memos with many headings, which are read once")
  func many() async throws {
    let fixture = await Fixture()
    let headings = (0..<120).map { "## Part \($0)\n" }.joined()
    try await fixture.create("h", "# Hub\n\(headings)")
    try await fixture.create("t", "# Twin\n\(headings)## Part 0\nwords ^end\n### 10:30")
    try await fixture.create("s", "# Small\n## Part 5")
    let places = LinkPlaces(await fixture.engine.listing())
    let links = "[[Hub#Part 7]] [[Twin#part-0-1]] [[Twin#^END]] [[Small#Part 5]] [[Hub#none]] [[Twin]] [[None#x]]"
    let text = "\(links) [[Twin#Part 0#10 30]] [[#x]]\n# x"
    for _ in 0..<3 {
      let found = try places.of(Outline(of: Rope(text))).map { place in
        place.map { "\($0.id?.description ?? "here") \($0.anchor ?? "-")" } ?? "nowhere"
      }
      #expect(found == ["h part-7", "t part-0-1", "t ^end", "s part-5", "h -", "t -", "nowhere", "t 1030", "here x"])
    }
  }
}
