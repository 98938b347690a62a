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
      let (prefix, items) = Self.further(text.string(in: start..<range.lowerBound)),
      // In the middle of a paragraph what looks like an item's mark may be words.
      items == blocks.count(where: { $0.kind == .item && $0.range.lowerBound == start })
    else { return nil }
    (self.prefix, lineEnd) = (prefix, text.lineEnd)
  }

  /// The lines as they stand there. Blank ones end with no space.
  func joined(_ lines: [Substring]) -> String {
    let blank = String(prefix.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    return lines.enumerated().map { number, line in
      number == 0 ? String(line) : (line.isEmpty ? blank : prefix) + line
    }.joined(separator: lineEnd)
  }

  /// The beginning of the line after one that begins so, and the number of items that begin in that; nil if it has
  /// words.
  private static func further(_ start: String) -> (prefix: String, items: Int)? {
    var (rest, prefix, items) = (start[...], "", 0)
    while let first = rest.first {
      if first == " " || first == "\t" || first == ">" {
        prefix.append(first)
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let mark = rest.prefix(digits.count + 1)
      guard let end = mark.dropFirst(digits.count).first, (digits.isEmpty ? "-*+" : ".)").contains(end),
        let space = rest.dropFirst(mark.count).first, space == " " || space == "\t"
      else { return nil }
      prefix += String(repeating: " ", count: mark.count)
      rest.removeFirst(mark.count)
      items += 1
    }
    return (prefix, items)
  }
}
