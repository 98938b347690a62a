import MemoEngine
import Testing

@testable import MemoCommands

@Suite("Widths in a terminal")
struct DisplayWidthTests {
  @Test(
    "a character takes the columns that a terminal gives it",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｗ", 2), ("ｱ", 1), ("語", 2),
      ("…", 1),
      ("🥛", 2), ("👩‍👩‍👧‍👦", 2), ("🇰🇷", 2), ("👍🏽", 2), ("☀\u{FE0F}", 2), ("☀", 1), ("1\u{FE0F}\u{20E3}", 2),
      ("\u{301}", 0),
      ("", 0),
      ("𠀀", 2), ("ﬁ", 1), ("\u{A0}", 1),
    ])
  func characters(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(
    "a text is cut between characters and never becomes wider than it may",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("한글", 4, "한글"), ("한글", 3, "한…"), ("한글", 2, "…"), ("a한", 2, "a…"),
      ("ab", 1, "…"),
      ("ab", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"), ("", 0, ""),
    ])
  func cuts(text: String, columns: Int, expected: String) {
    let cut = DisplayWidth.cut(text, to: columns)
    #expect(cut == expected)
    #expect(DisplayWidth.of(cut) <= columns)
  }
}

@Suite("TerminalSanitizer text")
struct HarmlessTests {
  @Test("no control character and nothing that turns a line about is left in a line")
  func line() {
    let all = String(String.UnicodeScalarView((0..<0x3000 as Range<UInt32>).compactMap(Unicode.Scalar.init)))
    let left = TerminalSanitizer.line(all).unicodeScalars.filter { scalar in
      scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value)
    }
    #expect(Array(left) == [])
  }

  @Test("line ends and tabs stay in a text")
  func text() { #expect(TerminalSanitizer.text("a\r\nb\rc\n\td\u{1B}\u{9B}") == "a\nb\nc\n\td␛\u{FFFD}") }
}
