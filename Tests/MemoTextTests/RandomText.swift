import TestSupport

extension SeededGenerator {
  /// A text of up to `pieces` pieces, among them everything that is easy to get wrong.
  mutating func text(pieces: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...pieces, using: &self) {
      text.append(contentsOf: (SeededGenerator.pieces.randomElement(using: &self) ?? "").unicodeScalars)
    }
    return String(text)
  }

  private static let pieces = [
    "a", "b", "memo ", "x", " ", "\t", "\r", "\n", "\r\n", "\r", "\n", "\r\n", "\n\r", "\u{2028}", "\u{2029}", "\u{85}",
    "\u{0B}", "\u{0C}", "\0", "é", "e\u{301}", "\u{301}", "한", "\u{1112}\u{1161}\u{11AB}", "글", "日本", "ß", "€", "😀",
    "👩‍👩‍👧‍👦", "🇰🇷", "\u{1F3FD}", "\u{FEFF}", "\u{10FFFF}", "\u{E000}", "\u{FFFF}", "\u{7F}", "\u{80}",
    "\u{7FF}", "\u{800}",
  ]
}
