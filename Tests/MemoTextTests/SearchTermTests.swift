import MemoText
import TestSupport
import Testing

@Suite("Terms in a text")
struct SearchTermTests {
  private func plain(_ term: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard start + term.count <= text.count else { return nil }
    return (start...(text.count - term.count)).first { Array(text[$0..<($0 + term.count)]) == term }
  }

  @Test("a term is found where a plain search finds it, and nowhere else")
  func plainSearch() throws {
    var random = SeededGenerator(stream: 1)
    for _ in 0..<20_000 {
      let letters = Array("ab\u{80}".utf8.prefix(Int.random(in: 1...4, using: &random)))
      let text = (0..<Int.random(in: 0...200, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0 }
      let term = (0..<Int.random(in: 1...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0 }
      let start = Int.random(in: 0...text.count, using: &random)
      let histogram = (0..<256).map { _ in Int.random(in: 0...9, using: &random) }
      let found = text.withUnsafeBufferPointer { SearchTerm(term, histogram: histogram).next(in: $0, from: start) }
      try require(
        found == plain(term, in: text, from: start), "\(term) in \(text) from \(start): \(String(describing: found))")
    }
  }

  @Test("a term is found in a text of its own length, and in none that is shorter or empty")
  func borders() {
    for (term, text, found) in [("abc", "abc", 0), ("abc", "ab", nil), ("a", "", nil), ("b", "ab", 1)]
      as [(String, String, Int?)]
    {
      #expect(Array(text.utf8).withUnsafeBufferPointer { SearchTerm(Array(term.utf8)).next(in: $0, from: 0) } == found)
    }
  }

  @Test(
    "several terms stand in order, none on another, the longer one first where two begin",
    arguments: [
      (["a"], "banana", [1..<2, 3..<4, 5..<6]), (["ana"], "banana", [1..<4]),
      (["a", "an"], "banana", [1..<3, 3..<5, 5..<6]),
      (["b", "nan"], "banana", [0..<1, 2..<5]), (["x"], "banana", []), ([], "banana", []),
      (
        ["aa"], "aaaaaaaaaaaaaa",
        [0..<2, 2..<4, 4..<6, 6..<8, 8..<10]
      ),
    ])
  func places(terms: [String], text: String, expected: [Range<Int>]) {
    let terms = terms.map { SearchTerm(Array($0.utf8)) }
    #expect(Array(text.utf8).withUnsafeBufferPointer { terms.places(in: $0, limit: 5) } == expected)
  }

  @Test(
    "a place in the form leads back to whole letters of the text",
    arguments: [
      ("Straße", "s", ["S", "ß"]), ("Straße", "SS", ["ß"]), ("xE\u{301}y", "é", ["E\u{301}"]), ("ab", "B", ["b"]),
      ("\u{1112}\u{1161}\u{11AB}글", "한글", ["\u{1112}\u{1161}\u{11AB}글"]), ("a\u{212B}b", "å", ["\u{212B}"]),
      ("İx", "i", ["İ"]), ("日本", "本", ["本"]), ("\u{345}a", "ι", ["\u{345}"]), ("ﬃﬃ", "f", ["ﬃ", "ﬃ"]),
    ])
  func letters(text: String, term: String, expected: [String]) {
    let rope = Rope(text)
    let places = rope.searchForm.withUnsafeBufferPointer { [SearchTerm(SearchForm.of(term))].places(in: $0, limit: 5) }
    #expect(rope.ranges(ofForm: places).map { Array(rope.string(in: $0).utf8) } == expected.map { Array($0.utf8) })
  }

  @Test("what is found in a long text has, folded, the term in it, and covers whole scalars")
  func mapping() throws {
    var random = SeededGenerator(stream: 2)
    for _ in 0..<500 {
      let text = random.text(pieces: 120)
      let rope = Rope(text)
      let term = SearchForm.of(random.text(pieces: 2))
      if term.isEmpty { continue }
      let places = rope.searchForm.withUnsafeBufferPointer { [SearchTerm(term)].places(in: $0, limit: 5) }
      let ranges = rope.ranges(ofForm: places)
      try require(ranges.isEmpty == places.isEmpty && ranges.count <= places.count, "\(places) \(ranges)")
      for (range, next) in zip(ranges, ranges.dropFirst()) {
        try require(range.upperBound <= next.lowerBound, "\(ranges)")
      }
      for range in ranges {
        try require(rope.hasScalarBorders(range), "\(range)")
        let form = SearchForm.of(rope.string(in: range))
        let holds = form.withUnsafeBufferPointer { SearchTerm(term).occurs(in: $0) }
        try require(holds, "\(term) is not in \(form), the form of \(range)")
      }
    }
  }
}
