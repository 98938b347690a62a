import MemoText

/// The line of a text that holds its title.
struct TitleLine {
  /// The range of the title's words, without a heading's marks.
  let words: Range<Int>
  /// The end of the line, and of an underline below it.
  let end: Int
  /// The number of the line, from 0, and its end without what ends it.
  let number: Int, lineEnd: Int
  /// Whether it is a heading, and one of level 1.
  let isHeading: Bool, isTopHeading: Bool
  /// Whether it is a heading without words, since there is nothing else.
  let isEmptyHeading: Bool
  /// The words of the heading of level 1 that begins with the line and has more lines above its underline, and the end
  /// of that; nil if there is none.
  let longHeading: (words: Range<Int>, end: Int)?

  /// The most bytes to examine: for empty headings at the start, and for marks at a heading's end. So long lines cost
  /// no more.
  private static let longestMarks = 1024, longestHeading = 4096

  /// Looks for the line from an offset on; nil if there is nothing but white space.
  init?(of text: Rope, from start: Int) {
    guard let ink = text.firstInk(from: Self.behindMarks(text, from: start)) else { return nil }
    number = text.position(at: ink, in: .utf8).line
    let (lineStart, lineEnd) = (max(start, text.offsetOfLine(number)), text.endOfLine(number))
    let next = text.offsetOfLine(number + 1)
    let indentation = text.bytes(in: lineStart..<min(ink, lineStart + 4))
    let line = text.bytes(in: ink..<min(lineEnd, ink + Self.longestHeading))
    let isIndented = indentation.count > 3 || indentation.contains { $0 != UInt8(ascii: " ") }
    let heading = isIndented ? nil : line.headingWords(line.indices)
    self.lineEnd = lineEnd
    isEmptyHeading = heading?.isEmpty ?? false
    if let heading, !heading.isEmpty {
      let isCut = line.count < lineEnd - ink
      words = ink + heading.lowerBound..<(isCut ? lineEnd : ink + heading.upperBound)
      end = next
      (isHeading, isTopHeading) = (true, line.prefix { $0 == UInt8(ascii: "#") }.count == 1)
      longHeading = nil
      return
    }
    words = ink..<lineEnd
    var below = HeaderLines(text.bytes(in: next..<min(text.endOfLine(number + 1), next + Self.longestHeading)))
    let underline = next > lineEnd && !isIndented ? below.next().flatMap { $0.isUnderline ? $0 : nil } : nil
    end = underline == nil ? next : text.offsetOfLine(number + 2)
    isHeading = underline != nil && !line.beginsContainer
    isTopHeading = isHeading && underline?.bytes.contains(UInt8(ascii: "=")) ?? false
    longHeading = underline == nil && !isIndented ? Self.longHeading(of: text, from: ink) : nil
  }

  /// Reads a heading of more than one line that begins at a place.
  private static func longHeading(of text: Rope, from ink: Int) -> (words: Range<Int>, end: Int)? {
    let bytes = text.bytes(in: ink..<min(text.summary.utf8, ink + longestHeading))
    let lines = HeaderLines(bytes).prefix { !$0.isBlank }
    guard let underline = lines.first(where: { $0.isUnderline && $0.bytes.contains(UInt8(ascii: "=")) }) else {
      return nil
    }
    let end = underline.range.upperBound
    // Whether all lines above it are one paragraph is for the parser to say.
    let source = SparseText(text.slice(ink..<ink + end))
    let heading = withExtendedLifetime(source) { OutlineReader(source, from: 0).headings.first }
    guard let heading, heading.level == 1, heading.range.lowerBound == 0,
      heading.range.upperBound > underline.range.lowerBound
    else { return nil }
    return (ink..<ink + underline.range.lowerBound, ink + end)
  }

  /// The start of the first line of words, if only empty headings and blank lines precede it; else the offset itself.
  private static func behindMarks(_ text: Rope, from start: Int) -> Int {
    let bytes = text.bytes(in: start..<min(text.summary.utf8, start + longestMarks))
    for line in HeaderLines(bytes) where !line.isBlank && !line.isEmptyHeading {
      return start + line.range.lowerBound
    }
    return start
  }
}

extension [UInt8] {
  /// Whether a line that is not indented begins like one of a quotation, a list, HTML, a table, or code.
  fileprivate var beginsContainer: Bool {
    let number = prefix { (0x30...0x39).contains($0) }
    let mark = dropFirst(number.count).first
    let isMarked = mark.map { (number.isEmpty ? "-+*>" : ".)").utf8.contains($0) } ?? false
    let behind = dropFirst(number.count + 1).first
    let isItem = isMarked && (mark == UInt8(ascii: ">") || behind == nil || behind == 0x20 || behind == 0x09)
    return isItem || first.map { "<`~|".utf8.contains($0) } ?? true
  }
}

extension Rope {
  /// The bytes of a range; none if it ends before it begins.
  fileprivate func bytes(in range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachChunk(in: range) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
