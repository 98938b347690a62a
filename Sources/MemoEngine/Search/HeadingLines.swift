import Platform

/// The lines of a text that may be headings, found without reading its Markdown: no heading is missed, but code and
/// lists may have lines that look like one.
///
/// The heading that gives a text its title is left out, since titles are found by themselves.
struct HeadingLines {
  private let text: UnsafeBufferPointer<UInt8>
  /// The ranges of the lines, without their ends; of a heading with a line below it, all lines of its paragraph.
  private(set) var ranges: [Range<Int>] = []
  /// The start of the paragraph that the line is in.
  private var paragraph: Int?
  private var isFirst = true

  /// - Parameter text: a text in search form.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    var start = text.starts(with: "\u{FEFF}".utf8) ? 3 : 0
    while start < text.count {
      let end = lineEnd(from: start)
      look(at: start..<end)
      start = end + 1
    }
  }

  private func lineEnd(from start: Int) -> Int {
    guard let base = text.baseAddress, let found = memchr(base + start, 0x0A, text.count - start) else {
      return text.count
    }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  private mutating func look(at line: Range<Int>) {
    // Space, and what stands before a heading in a list or a quotation.
    let start = text[line].firstIndex { !" \t\r>*+-.)0123456789".utf8.contains($0) } ?? line.upperBound
    if start < line.upperBound, text[start] == UInt8(ascii: "#") {
      let isPlain = start == line.lowerBound && line.count > 1 && text[start + 1] == UInt8(ascii: " ")
      if !isFirst || !isPlain { ranges.append(line) }
      // What else has the mark in front may as well go on with a paragraph.
      paragraph = isPlain ? nil : paragraph ?? line.lowerBound
      isFirst = false
    } else if text[line].allSatisfy({ " \t\r>".utf8.contains($0) }) {
      paragraph = nil
    } else {
      let isUnderline = text[line].allSatisfy { " \t\r>=-".utf8.contains($0) }
      if isUnderline, let begin = paragraph { ranges.append(begin..<line.lowerBound) }
      paragraph = isUnderline ? nil : paragraph ?? line.lowerBound
      isFirst = false
    }
  }
}
