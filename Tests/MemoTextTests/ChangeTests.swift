import MemoText
import Testing

@Suite("Changes")
struct ChangeTests {
  /// A text whose `[` and `]` mark what is replaced, the replacement, and the number of lines afterwards.
  private static let lineEnds: [(marked: String, new: String, lines: Int)] = [
    ("a\r[]b", "\n", 2), ("a[]\nb", "\r", 2), ("a\r[x]\nb", "", 2), ("a[\r]\nb", "", 2), ("a\r[\n]b", "", 2),
    ("a\r[]\r", "\n", 3), ("[\r\n]", "\n\r", 3), ("[]", "\r\n\r", 3), ("\r[]\n", "\u{2028}", 3), ("\r[x\n]", "\n", 2),
    ("\n[]", "\r", 3), ("\r[]", "\r", 3), ("[\r]\r\n", "\n", 3), ("\r[\r]\n", "", 2), ("a[]b", "\u{85}\u{0B}\u{0C}", 1),
  ]

  @Test("leave as many lines as a fresh reading counts", arguments: lineEnds, [0, 1, 40, 400])
  func lines(_ example: (marked: String, new: String, lines: Int), filler: Int) throws {
    let bytes = Array((String(repeating: "f", count: filler) + example.marked).utf8)
    let parts = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    try #require(texts.count == 3)
    var rope = Rope(texts.joined())
    let start = texts[0].utf8.count
    rope.replaceSubrange(start..<(start + texts[1].utf8.count), with: example.new)
    #expect(rope.lineCount == example.lines)
    #expect(rope.violation == nil)
    #expect(rope.isIdentical(to: Rope(texts[0] + example.new + texts[2])))
  }

  @Test("of the whole text, and to nothing")
  func whole() throws {
    var rope = Rope("old\ntext")
    #expect(try rope.apply(TextChange(range: nil, text: "new"), in: .utf16))
    #expect(rope.string == "new")
    #expect(try !rope.apply(TextChange(range: nil, text: "new"), in: .utf16))
    #expect(try rope.apply(TextChange(range: nil, text: ""), in: .utf16))
    #expect(rope.isEmpty && rope.lineCount == 1)
  }

  @Test("to the same bytes are no change, to canonically equivalent ones are one")
  func sameness() throws {
    var rope = Rope("caf\u{E9}")
    let range = TextRange(start: TextPosition(line: 0, character: 3), end: TextPosition(line: 0, character: 4))
    #expect(try !rope.apply(TextChange(range: range, text: "\u{E9}"), in: .utf16))
    #expect(try rope.apply(TextChange(range: range, text: "e\u{301}"), in: .utf16))
    #expect(rope.summary.utf8 == 6)
    #expect(try rope.apply(TextChange(range: nil, text: "caf\u{E9}"), in: .utf16))
    #expect(rope.summary.utf8 == 5)
  }

  @Test("whose start lies after their end are refused once both are resolved")
  func order() throws {
    var rope = Rope("ab\ncd")
    let start = TextPosition(line: 0, character: 99)
    #expect(throws: PositionError(position: start, reason: .startAfterEnd)) {
      try rope.apply(
        TextChange(range: TextRange(start: start, end: TextPosition(line: 0, character: 1)), text: "x"), in: .utf16)
    }
    #expect(rope.string == "ab\ncd")
    // As numbers they are out of order, but they name one place.
    let range = TextRange(start: start, end: TextPosition(line: 0, character: 2))
    #expect(try rope.apply(TextChange(range: range, text: "x"), in: .utf16))
    #expect(rope.string == "abx\ncd")
  }

  @Test("do not reach a copy made before", arguments: [3, 300, 30_000])
  func snapshots(size: Int) throws {
    var rope = Rope(String(repeating: "ab\r\n", count: size / 4 + 1))
    let copy = rope
    let text = copy.string
    for line in 0..<min(rope.lineCount, 200) {
      let start = TextPosition(line: line, character: 1)
      _ = try rope.apply(TextChange(range: TextRange(start: start, end: start), text: "\r한"), in: .utf16)
    }
    #expect(copy.string == text)
    #expect(copy.violation == nil)
    #expect(!copy.isIdentical(to: rope))
  }

  @Test("of one character at one place keep the tree well formed")
  func typing() throws {
    var rope = Rope(String(repeating: "line\n", count: 100))
    for step in 0..<2_000 {
      rope.replaceSubrange((250 + step)..<(250 + step), with: step % 60 == 59 ? "\n" : "x")
    }
    #expect(rope.violation == nil)
    for step in 0..<2_000 { rope.replaceSubrange((2_249 - step)..<(2_250 - step), with: "") }
    #expect(rope.violation == nil)
    #expect(rope.string == String(repeating: "line\n", count: 100))
  }
}
