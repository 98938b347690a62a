import MemoText
import TestSupport
import Testing

@Suite("A text's summary")
struct SummaryTests {
  @Test("is the sum of its parts' summaries, wherever it is cut, and empty parts count for nothing")
  func laws() throws {
    var random = SeededGenerator(stream: 1)
    for _ in 0..<2_000 {
      let parts = (0..<3).map { _ in random.text(pieces: 4) }
      let (a, b, c) = (Rope(parts[0]).summary, Rope(parts[1]).summary, Rope(parts[2]).summary)
      let whole = plainSummary(of: parts.joined())
      guard (a + b) + c == whole, a + (b + c) == whole, .empty + a == a, a + .empty == a else {
        throw Mismatch("\(parts.map(\.debugDescription))")
      }
    }
  }

  private static let examples: [(String, Int)] = [
    ("", 0), ("a", 0), ("\n", 1), ("\r", 1), ("\r\n", 1), ("\n\r", 2), ("\r\r\n\n", 3), ("\r\n\r\n", 2),
    ("a\nb\rc\r\nd", 3),
    ("\u{2028}\u{2029}\u{85}\u{0B}\u{0C}", 0), ("\r\u{2028}\n", 2),
  ]

  @Test("counts \\n, \\r\\n and lone \\r as line ends and nothing else", arguments: examples)
  func counts(text: String, lineEnds: Int) {
    #expect(Rope(text).summary.lineEnds == lineEnds)
    #expect(Rope(text).lineCount == lineEnds + 1)
  }

  @Test("counts a \\r\\n once that two leaves share")
  func sharedPair() {
    var cuts = 0
    for filler in 0..<8 {
      let text = String(repeating: "a", count: filler) + String(repeating: "\r\n", count: 1_200)
      let rope = Rope(text)
      cuts += rope.cutsAPair ? 1 : 0
      #expect(rope.lineCount == 1_201)
      #expect(rope.position(at: filler + 2_400, in: .utf16) == TextPosition(line: 1_200, character: 0))
      for line in 1...1_199 {
        let start = try? rope.offset(of: TextPosition(line: line, character: 0), in: .utf16)
        let end = try? rope.offset(of: TextPosition(line: line, character: 5), in: .utf16)
        #expect(start == filler + 2 * line && end == start)
      }
    }
    #expect(cuts > 0)
  }
}
