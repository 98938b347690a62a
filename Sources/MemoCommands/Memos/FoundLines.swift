import MemoEngine

/// The lines of a memo with matches of a search.
struct FoundLines {
  private let text: Rope
  private let places: [Range<Int>]
  private let title: String

  private static let indent = "    "
  /// How many columns, roughly, are shown before the match.
  private static let lead = 24
  /// The most bytes of a line that are read on either side of the match.
  private static let reach = 4096

  /// The lines with matches of a search.
  init(_ memo: FoundMemo) {
    (text, places, title) = (memo.text, memo.matches, memo.listed.summary.displayTitle)
  }

  /// The lines with a memo's links.
  init(_ memo: LinkingMemo) {
    (text, places, title) = (memo.text, memo.links.map(\.range), memo.listed.summary.displayTitle)
  }

  /// A line for each line of the text, indented; of a long one the part around the match.
  func lines(columns: Int, _ terminal: Terminal) -> String {
    let columns = columns - Self.indent.count
    return matches(withTitle: false).map { "\(Self.indent)\(part(around: $0, columns: columns, terminal))\n" }.joined()
  }

  /// All of these lines in one field; the title if there are no others.
  var field: String {
    let lines = matches(withTitle: false)
    return (lines.isEmpty ? matches(withTitle: true) : lines).map(text.excerpt).joined(separator: " … ")
  }

  /// The first match in each line; the title is perhaps shown already.
  private func matches(withTitle: Bool) -> [Range<Int>] {
    var shown = Set(withTitle ? [] : [titleLine].compactMap(\.self))
    return places.filter { shown.insert(text.position(at: $0.lowerBound, in: .utf8).line).inserted }
  }

  /// The first line that is not blank, if that is the title; nil if the header or the file's name is.
  private var titleLine: Int? {
    guard text.displayTitle.utf8.elementsEqual(title.utf8) else { return nil }
    var line = 0
    while line < text.lineCount, TerminalSanitizer.line(words(of: line)).allSatisfy(\.isWhitespace) { line += 1 }
    return line
  }

  private func words(of line: Int) -> String { text.string(in: text.offsetOfLine(line)..<text.endOfLine(line)) }

  private func part(around match: Range<Int>, columns: Int, _ terminal: Terminal) -> String {
    let line = text.position(at: match.lowerBound, in: .utf8).line
    let end = text.endOfLine(line)
    let wordEnd = max(match.lowerBound, min(match.upperBound, end))
    let start = text.scalarBoundary(from: max(text.offsetOfLine(line), match.lowerBound - Self.reach))
    let word = DisplayWidth.cut(TerminalSanitizer.line(text.string(in: match.lowerBound..<wordEnd)), to: columns)
    let room = columns - DisplayWidth.of(word)
    let before = ending(
      of: TerminalSanitizer.line(text.string(in: start..<match.lowerBound)), columns: min(Self.lead, room / 2))
    let after = TerminalSanitizer.line(
      text.string(in: wordEnd..<text.scalarBoundary(from: min(end, wordEnd + Self.reach))))
    return before + Paint.red.on(word, terminal) + DisplayWidth.cut(after, to: room - DisplayWidth.of(before))
  }

  /// The end of a text that fits a number of columns, with … before it if it is cut.
  private func ending(of text: String, columns: Int) -> String {
    let text = String(text.drop { $0.isWhitespace })
    guard DisplayWidth.of(text) > columns else { return text }
    var (kept, width): ([Character], Int) = ([], 1)
    for character in text.reversed() {
      width += DisplayWidth.of(character)
      guard width <= columns else { break }
      kept.append(character)
    }
    return columns > 0 ? "…" + String(kept.reversed()) : ""
  }
}
