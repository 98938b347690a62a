import MemoText
import TestSupport
import Testing

@Suite("Excerpts")
struct ExcerptTests {
  private let long = String((0..<200).map(String.init).joined(separator: " ").prefix(500))

  @Test(
    "a short line is shown whole, without its terminator",
    arguments: [
      ("one\ntwo\r\nthree", 4, "two"), ("one\ntwo\r\nthree", 6, "two"), ("one", 0, "one"), ("\n", 0, ""),
      ("a\rb", 2, "b"), ("two\r\nthree", 4, "two"),
    ])
  func short(text: String, offset: Int, expected: String) {
    #expect(Rope(text).excerpt(around: offset..<text.utf8.count) == expected)
  }

  @Test("of a long line the part around the match is shown: 60 characters before it, 200 in all")
  func longLine() {
    let rope = Rope("x\n" + long + "\ny")
    func excerpt(_ place: Int, _ length: Int = 1) -> String { rope.excerpt(around: 2 + place..<2 + place + length) }
    #expect(excerpt(250) == String(long.dropFirst(190).prefix(200)))
    #expect(excerpt(0) == String(long.prefix(200)))
    #expect(excerpt(490) == String(long.suffix(200)))
    #expect(excerpt(490, 12) == String(long.suffix(200)))
  }

  @Test("a match that fits is shown whole, with less before it; one that does not fit begins the excerpt")
  func longMatch() {
    let rope = Rope(long)
    #expect(rope.excerpt(around: 100..<290) == String(long.dropFirst(90).prefix(200)))
    #expect(rope.excerpt(around: 100..<300) == String(long.dropFirst(100).prefix(200)))
    #expect(rope.excerpt(around: 100..<500) == String(long.dropFirst(100).prefix(200)))
  }

  @Test(
    "no excerpt has more than 200 code points, and no character of several is cut",
    arguments: [
      "👩‍👩‍👧‍👦", "e\u{301}", "🇰🇷", "각", "한", "x", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ])
  func characters(character: Character) {
    let rope = Rope(String(repeating: character, count: 900))
    let bytes = String(character).utf8.count
    for place in 0..<900 {
      let excerpt = rope.excerpt(around: place * bytes..<(place + 1) * bytes)
      let scalars = String(character).unicodeScalars.count
      #expect(excerpt.unicodeScalars.count <= 200 && excerpt.unicodeScalars.count > 200 - 2 * scalars)
      #expect(excerpt.allSatisfy { $0 == character })
    }
  }

  @Test("a character that has more code points than an excerpt shows some of them, before the match none")
  func boundless() {
    let marks = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(
      Array(Rope(marks).excerpt(around: 0..<marks.utf8.count).unicodeScalars) == Array(marks.unicodeScalars.prefix(200))
    )
    #expect(Rope(marks + "x").excerpt(around: marks.utf8.count..<marks.utf8.count + 1) == "x")
  }
}
