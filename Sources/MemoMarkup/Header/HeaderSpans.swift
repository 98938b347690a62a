import MemoText

/// The ranges of a header's members of one meaning, and of the words in them.
struct HeaderSpans {
  /// The members' lines; the whole header where it is not written in lines.
  let ranges: [Range<Int>]
  /// Whether the ranges are lines.
  let areLines: Bool
  private let bytes: [UInt8]

  /// Looks for them in the bytes of a header.
  init(_ bytes: [UInt8], _ bounds: HeaderBounds, of name: HeaderName) {
    self.bytes = bytes
    var starts: [(name: HeaderName?, line: Range<Int>)] = []
    // In TOML the items of a list may begin where names do.
    let contents = bounds.contents
    var values = (bounds.syntax == .toml ? TOMLReader.extents(in: Array(bytes[contents])) : [])[...]
    for line in HeaderLines(Array(bytes[..<contents.upperBound]), from: contents.lowerBound) {
      // A line that is indented, an item of a list, or closes one belongs to the line before it.
      guard let first = line.bytes.first, !" \t-]}".utf8.contains(first) else { continue }
      let start = line.range.lowerBound - contents.lowerBound
      values = values.drop { $0.upperBound <= start }
      if let value = values.first, value.lowerBound < start { continue }
      starts.append((Self.name(line.bytes).flatMap { HeaderName($0) }, line.range))
    }
    let ends = starts.dropFirst().map(\.line.lowerBound) + [bounds.contents.upperBound]
    let members = zip(starts, ends).filter { $0.0.name == name }.map { $0.0.line.lowerBound..<$0.1 }
    areLines = bounds.syntax != .json && !members.isEmpty
    ranges = areLines ? members : [bounds.contents]
  }

  private static func name(_ line: ArraySlice<UInt8>) -> String? {
    guard let end = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) else { return nil }
    return String(decoding: line[..<end], as: UTF8.self).trimmingWhiteSpace.filter { $0 != "\"" && $0 != "'" }
  }

  /// The name at the start of a member's lines, as it is written.
  func name(of range: Range<Int>) -> [UInt8] {
    Array(
      bytes[range].prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "=") }.trimmingSuffix {
        $0 == 0x20 || $0 == 0x09
      })
  }

  /// The end of a member's last line.
  func lineEnd(of range: Range<Int>) -> [UInt8] {
    Array(bytes[range].suffix(2).filter { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
  }

  /// The range of a title that is not part of a longer word.
  func place(of title: String) -> Range<Int>? {
    let title = Array(title.utf8)
    guard let first = title.first else { return nil }
    for span in ranges {
      var index = span.lowerBound
      while let start = bytes[index..<span.upperBound].firstIndex(of: first) {
        let end = start + title.count
        if end <= span.upperBound, bytes[start..<end].elementsEqual(title), isBorder(before: start, span),
          isBorder(after: end, span)
        {
          return start..<end
        }
        index = start + 1
      }
    }
    return nil
  }

  private func isBorder(before index: Int, _ span: Range<Int>) -> Bool {
    let before = bytes[span.lowerBound..<index].last { $0 != 0x20 && $0 != 0x09 }
    return before.map { ",[-:=\"'#\n\r>|".utf8.contains($0) } ?? true
  }

  private func isBorder(after index: Int, _ span: Range<Int>) -> Bool {
    let after = bytes[index..<span.upperBound].first { $0 != 0x20 && $0 != 0x09 }
    return after.map { ",]\"'#\n\r}".utf8.contains($0) } ?? true
  }
}

extension ArraySlice<UInt8> {
  fileprivate func trimmingSuffix(while isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    lastIndex { !isTrimmed($0) }.map { self[...$0] } ?? self[startIndex..<startIndex]
  }
}
