import MemoEngine

/// Words that become the last lines of a text.
struct Addition: Sendable {
  private let words: String

  /// Takes the words; nil if there are none.
  init?(_ words: Rope) {
    guard !words.displayTitle(from: 0).isEmpty else { return nil }
    self.words = words.string
  }

  /// What adds them to a text: they begin a line of their own and end with a line's end, such as the text has.
  func change(of text: Rope) -> TextChange {
    let end = text.position(at: text.summary.utf8, in: .utf8)
    let isOpen = text.filledLineCount == text.lineCount
    let terminator = Self.terminator(of: text)
    let isEnded = words.unicodeScalars.last.map { $0 == "\n" || $0 == "\r" } ?? false
    return TextChange(
      range: TextRange(start: end, end: end),
      text: (isOpen ? terminator : "") + words + (isEnded ? "" : terminator))
  }

  private static func terminator(of text: Rope) -> String {
    let first = text.string(in: text.endOfLine(0)..<text.offsetOfLine(1))
    return first.isEmpty ? "\n" : first
  }
}
