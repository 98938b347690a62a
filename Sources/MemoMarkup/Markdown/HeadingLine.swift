extension RandomAccessCollection<UInt8> where Index == Int {
  /// The words of a line that is a heading with `#` before it, and perhaps behind it (CommonMark 0.31.2, section 4.2),
  /// and is not indented; nil if it is none.
  func headingWords(_ line: Range<Int>) -> Range<Int>? {
    let marks = line.prefix { self[$0] == UInt8(ascii: "#") }.count
    var words = line.dropFirst(marks)
    guard (1...6).contains(marks), words.first.map(isBlank) ?? true else { return nil }
    words = trimmed(words)
    let rest = words.dropLast(words.reversed().prefix { self[$0] == UInt8(ascii: "#") }.count)
    return rest.last.map(isBlank) ?? true ? trimmed(rest) : words
  }

  /// A range without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(start) { start += 1 }
    while end > start, isBlank(end - 1) { end -= 1 }
    return start..<end
  }

  private func isBlank(_ place: Int) -> Bool { self[place] == 0x20 || self[place] == 0x09 }
}
