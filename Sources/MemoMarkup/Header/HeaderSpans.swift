/// Where a header's members of one meaning stand, and the words in them.
struct HeaderSpans {
  /// The members' lines; all of the header where it is not written in lines.
  let ranges: [Range<Int>]
  private let bytes: [UInt8]

  /// Looks for them in the bytes of a header.
  init(_ bytes: [UInt8], _ bounds: HeaderBounds, of name: HeaderName) {
    self.bytes = bytes
    var starts: [(name: HeaderName?, line: Range<Int>)] = []
    for line in HeaderLines(Array(bytes[..<bounds.contents.upperBound]), from: bounds.contents.lowerBound) {
      // What is indented, an item of a list, or closes one belongs to the line before it.
      guard let first = line.bytes.first, !" \t-]}".utf8.contains(first) else { continue }
      starts.append((Self.name(line.bytes).flatMap { HeaderName($0) }, line.range))
    }
    let ends = starts.dropFirst().map(\.line.lowerBound) + [bounds.contents.upperBound]
    let members = zip(starts, ends).filter { $0.0.name == name }.map { $0.0.line.lowerBound..<$0.1 }
    ranges = bounds.syntax == .json || members.isEmpty ? [bounds.contents] : members
  }

  private static func name(_ line: ArraySlice<UInt8>) -> String? {
    guard let end = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) else { return nil }
    return String(decoding: line[..<end], as: UTF8.self).trimmingWhiteSpace.filter { $0 != "\"" && $0 != "'" }
  }

  /// The name that a member's lines begin with, as it is written.
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

  /// Where a word stands that is not part of another one.
  ///
  /// - Parameter isStrict: whether white space alone does not end a word, as in lists and lines of one title.
  func words(_ word: String, isStrict: Bool) -> [Range<Int>] {
    let word = Array(word.utf8)
    guard let first = word.first else { return [] }
    var found: [Range<Int>] = []
    for span in ranges {
      var index = span.lowerBound
      while let start = bytes[index..<span.upperBound].firstIndex(of: first) {
        let end = start + word.count
        if end <= span.upperBound, bytes[start..<end].elementsEqual(word), isBorder(before: start, span, isStrict),
          isBorder(after: end, span, isStrict)
        {
          found.append(start..<end)
          index = end
        } else {
          index = start + 1
        }
      }
    }
    return found
  }

  private func isBorder(before index: Int, _ span: Range<Int>, _ isStrict: Bool) -> Bool {
    let before = bytes[span.lowerBound..<index]
    guard let last = isStrict ? before.last(where: { $0 != 0x20 && $0 != 0x09 }) : before.last else { return true }
    return (isStrict ? ",[-:=\"'#\n\r>|" : ",[-:=\"'# \t\n\r").utf8.contains(last)
  }

  private func isBorder(after index: Int, _ span: Range<Int>, _ isStrict: Bool) -> Bool {
    let after = bytes[index..<span.upperBound]
    guard let first = isStrict ? after.first(where: { $0 != 0x20 && $0 != 0x09 }) : after.first else { return true }
    return (isStrict ? ",]\"'#\n\r}" : ",]\"' \t\n\r}").utf8.contains(first)
  }

  /// What goes with a word that is taken out of a list: its marks, the comma beside it, or its line.
  func removal(of word: Range<Int>) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    func byte(_ index: Int) -> Unicode.Scalar? { bytes.indices.contains(index) ? Unicode.Scalar(bytes[index]) : nil }
    func isBlank(_ index: Int) -> Bool { byte(index) == " " || byte(index) == "\t" }
    if byte(start - 1) == "#" { start -= 1 }
    if let mark = byte(start - 1), mark == "\"" || mark == "'", byte(end) == mark {
      (start, end) = (start - 1, end + 1)
    }
    var (before, after) = (start, end)
    while isBlank(before - 1) { before -= 1 }
    while isBlank(after) { after += 1 }
    if byte(after) == "," {
      after += 1
      while isBlank(after) { after += 1 }
      return start..<after
    }
    if byte(before - 1) == "," { return (before - 1)..<end }
    // An item's line.
    if byte(before - 1) == "-", byte(after) == "\n" || byte(after) == "\r" {
      before -= 1
      while isBlank(before - 1) { before -= 1 }
      after += byte(after) == "\r" && byte(after + 1) == "\n" ? 2 : 1
      return before..<after
    }
    // One of several words in a text.
    return before < start && !":=".utf8.contains(bytes[before - 1]) ? before..<end : start..<after
  }
}

extension ArraySlice<UInt8> {
  fileprivate func trimmingSuffix(while isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    lastIndex { !isTrimmed($0) }.map { self[...$0] } ?? self[startIndex..<startIndex]
  }
}
