import MemoEngine

/// The lines of a memo in which something stands that was looked for.
struct FoundLines {
  private let text: Rope
  private let places: [Range<Int>]
  private let hasTitle: Bool

  private static let indent = "    "
  /// About how many columns of what is before the word are shown.
  private static let lead = 24
  /// The most bytes of a line that are looked at on either side of the word.
  private static let reach = 4096

  /// The lines in which a search's words stand.
  init(_ memo: FoundMemo) {
    (text, places, hasTitle) = (memo.text, memo.matches, !memo.listed.summary.displayTitle.isEmpty)
  }

  /// The lines in which a memo's links stand.
  init(_ memo: LinkingMemo) {
    (text, places, hasTitle) = (memo.text, memo.links.map(\.range), !memo.listed.summary.displayTitle.isEmpty)
  }

  /// A line for each line of the text, indented; of a long one the part around the word.
  func lines(columns: Int, _ terminal: Terminal) -> String {
    let columns = columns - Self.indent.count
    return matches.map { "\(Self.indent)\(part(around: $0, columns: columns, terminal))\n" }.joined()
  }

  /// All of these lines in one field.
  var field: String { matches.map(text.excerpt).joined(separator: " … ") }

  /// The first match in each line; the title's, which is shown already, is left out.
  private var matches: [Range<Int>] {
    var shown: Set<Int> = [titleLine]
    return places.filter { shown.insert(text.position(at: $0.lowerBound, in: .utf8).line).inserted }
  }

  private var titleLine: Int {
    guard hasTitle else { return 0 }
    var line = 0
    // The title is the first line with anything on it.
    while line < text.lineCount, TerminalSanitizer.line(words(of: line)).allSatisfy(\.isWhitespace) { line += 1 }
    return line
  }

  private func words(of line: Int) -> String { text.string(in: text.offsetOfLine(line)..<text.endOfLine(line)) }

  private func part(around match: Range<Int>, columns: Int, _ terminal: Terminal) -> String {
    let line = text.position(at: match.lowerBound, in: .utf8).line
    let end = text.endOfLine(line)
    let wordEnd = max(match.lowerBound, min(match.upperBound, end))
    let start = scalarBorder(max(text.offsetOfLine(line), match.lowerBound - Self.reach))
    let word = DisplayWidth.cut(TerminalSanitizer.line(text.string(in: match.lowerBound..<wordEnd)), to: columns)
    let room = columns - DisplayWidth.of(word)
    let before = ending(
      of: TerminalSanitizer.line(text.string(in: start..<match.lowerBound)), columns: min(Self.lead, room / 2))
    let after = TerminalSanitizer.line(text.string(in: wordEnd..<scalarBorder(min(end, wordEnd + Self.reach))))
    return before + Paint.red.on(word, terminal) + DisplayWidth.cut(after, to: room - DisplayWidth.of(before))
  }

  /// The end of a text that fits a number of columns, with … before it if it is not all.
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

  /// The first offset from here on that lies between two scalars.
  private func scalarBorder(_ offset: Int) -> Int {
    var offset = offset
    while !text.hasScalarBorders(offset..<offset), offset < text.summary.utf8 { offset += 1 }
    return offset
  }
}
