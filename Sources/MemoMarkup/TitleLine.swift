import MemoText

/// The line of a text that its title stands on.
struct TitleLine {
  /// The words of the title, without a heading's marks.
  let words: Range<Int>
  /// Where the text goes on behind it, and behind the line that underlines it.
  let end: Int

  /// How many bytes are looked at: to pass over headings without words, and for marks behind a heading. Long lines cost
  /// no more so.
  private static let longestMarks = 1024, longestHeading = 4096

  /// Looks for the line from an offset on; nil if nothing but white space is there.
  init?(of text: Rope, from start: Int) {
    guard let ink = text.firstInk(from: Self.behindMarks(text, from: start)) else { return nil }
    let number = text.position(at: ink, in: .utf8).line
    let (lineStart, lineEnd) = (max(start, text.offsetOfLine(number)), text.endOfLine(number))
    let next = text.offsetOfLine(number + 1)
    let indentation = text.bytes(in: lineStart..<min(ink, lineStart + 4))
    let line = text.bytes(in: ink..<min(lineEnd, ink + Self.longestHeading))
    let isIndented = indentation.count > 3 || indentation.contains { $0 != UInt8(ascii: " ") }
    if !isIndented, let heading = line.headingWords(line.indices), !heading.isEmpty {
      let isCut = line.count < lineEnd - ink
      words = ink + heading.lowerBound..<(isCut ? lineEnd : ink + heading.upperBound)
      end = next
      return
    }
    words = ink..<lineEnd
    var below = HeaderLines(text.bytes(in: next..<min(text.endOfLine(number + 1), next + Self.longestHeading)))
    let isUnderlined = next > lineEnd && !isIndented && below.next()?.isUnderline == true
    end = isUnderlined ? text.offsetOfLine(number + 2) : next
  }

  /// Where the first line of words begins, if only headings without words and blank lines stand before it; else where
  /// it is looked for.
  private static func behindMarks(_ text: Rope, from start: Int) -> Int {
    let bytes = text.bytes(in: start..<min(text.summary.utf8, start + longestMarks))
    for line in HeaderLines(bytes) where !line.isBlank && !line.isEmptyHeading {
      return start + line.range.lowerBound
    }
    return start
  }
}

extension Rope {
  /// The bytes of a range; none where it ends before it begins.
  fileprivate func bytes(in range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachChunk(in: range) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
