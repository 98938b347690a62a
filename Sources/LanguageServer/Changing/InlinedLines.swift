import MemoMarkup
import MemoText

/// Lines in the place of an embedding that has one to itself: in a quotation and an item of a list each further line
/// begins so that it is in them, too.
struct InlinedLines {
  /// The beginning of further lines.
  private let prefix: String
  private let lineEnd: String

  /// - Parameter range: the embedding.
  /// - Returns: nil if it shares its line with words, such as a task's box.
  init?(at range: Range<Int>, in text: Rope, _ blocks: [Block]) {
    let line = text.position(at: range.lowerBound, in: .utf8).line
    let start = text.offsetOfLine(line)
    guard text.string(in: range.upperBound..<text.endOfLine(line)).allSatisfy(\.isWhitespace),
      case let margin = LineMargin(of: text.string(in: start..<range.lowerBound)[...]), margin.rest.isEmpty,
      margin.items == blocks.count(where: { $0.kind == .item && $0.range.lowerBound == start })
    else { return nil }
    (prefix, lineEnd) = (margin.further, text.lineEnd)
  }

  /// The lines as they stand there. Blank ones end with no space.
  func joined(_ lines: [Substring]) -> String {
    let blank = String(prefix.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    return lines.enumerated().map { number, line in
      number == 0 ? String(line) : (line.isEmpty ? blank : prefix) + line
    }.joined(separator: lineEnd)
  }
}
