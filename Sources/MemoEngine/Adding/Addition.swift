import MemoMarkup
package import MemoText

/// Words that become the last lines of a text, or of the section below one of its headings.
package struct Addition: Sendable {
  private let words: String
  private let heading: SectionHeading?

  /// Takes the words; nil if there are none.
  ///
  /// - Parameter heading: what they are to be below; nil for the end of the text.
  package init?(_ words: Rope, below heading: SectionHeading? = nil) {
    guard !words.displayTitle(from: 0).isEmpty else { return nil }
    self.words = words.string
    self.heading = heading
  }

  /// What adds them to a text: they begin a line of their own and end with a line's end, such as the text has. A
  /// heading that the text has not becomes its last one.
  package func change(of text: Rope) -> TextChange {
    let terminator = Self.terminator(of: text)
    let isEnded = words.unicodeScalars.last.map { $0 == "\n" || $0 == "\r" } ?? false
    let lines = words + (isEnded ? "" : terminator)
    guard let heading else { return insertion(lines, at: text.filledLineCount, of: text) }
    if let line = heading.endOfSection(in: text) { return insertion(lines, at: line, of: text) }
    let last = text.filledLineCount - 1
    let lead = last < 0 || text.isBlank(line: last) ? "" : terminator
    return insertion(lead + heading.line + terminator + lines, at: last + 1, of: text)
  }

  /// What puts lines before a line of a text, or behind its last one.
  private func insertion(_ lines: String, at line: Int, of text: Rope) -> TextChange {
    let place = text.position(at: text.offsetOfLine(line), in: .utf8)
    // Behind a last line that has no end there is no line yet.
    let isOpen = line > 0 && line == text.filledLineCount && line == text.lineCount
    return TextChange(
      range: TextRange(start: place, end: place), text: (isOpen ? Self.terminator(of: text) : "") + lines)
  }

  private static func terminator(of text: Rope) -> String {
    let first = text.string(in: text.endOfLine(0)..<text.offsetOfLine(1))
    return first.isEmpty ? "\n" : first
  }
}

extension Rope {
  /// Whether a line has nothing but white space.
  func isBlank(line: Int) -> Bool {
    string(in: offsetOfLine(line)..<endOfLine(line)).allSatisfy(\.isWhitespace)
  }
}
