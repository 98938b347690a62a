import MemoText

/// The place where a member of a header begins.
struct MemberStart {
  /// The member's name; nil if that can't have a meaning.
  let name: String?
  /// The place, in bytes of the header's contents.
  let offset: Int
}

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
    let contents = bounds.contents
    var rest = Self.starts(in: bytes[contents], bounds.syntax, of: name)[...]
    var starts: [(name: String?, offset: Int)] = []
    // Comments right before a member, or at the end, are no part of the member before them.
    var comment: Int?
    for line in HeaderLines(Array(bytes[..<contents.upperBound]), from: contents.lowerBound) {
      let end = line.range.upperBound - contents.lowerBound
      if let member = rest.first, member.offset < end {
        if let comment { starts.append((nil, comment)) }
        comment = nil
        starts.append((member.name, line.range.lowerBound))
        rest = rest.drop { $0.offset < end }
      } else if line.bytes.first == UInt8(ascii: "#") {
        comment = comment ?? line.range.lowerBound
      } else if !line.isBlank {
        comment = nil
      }
    }
    if let comment { starts.append((nil, comment)) }
    let ends = starts.dropFirst().map(\.offset) + [contents.upperBound]
    let members = zip(starts, ends).filter { $0.0.name.flatMap { HeaderName($0) } == name }.map { $0.0.offset..<$0.1 }
    areLines = !members.isEmpty
    ranges = areLines ? members : [bounds.contents]
  }

  /// The places where members begin lines, in order; none where they don't.
  private static func starts(
    in contents: ArraySlice<UInt8>, _ syntax: HeaderBounds.Syntax, of name: HeaderName
  ) -> [MemberStart] {
    switch syntax {
    case .yaml: (try? YAMLReader.places(of: name, in: contents).starts) ?? []
    case .toml: TOMLReader.starts(in: Array(contents))
    case .json: []
    }
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
