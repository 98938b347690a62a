/// The place where a member of a header begins.
struct MemberStart {
  /// The member's name; nil if that can't have a meaning.
  let name: String?
  /// The place, in bytes of the header's contents.
  let offset: Int
}

/// The ranges of a header's members of one meaning.
struct HeaderSpans {
  /// The members' lines; the whole header where it is not written in lines.
  let ranges: [Range<Int>]
  /// Whether the ranges are lines.
  let areLines: Bool

  /// Looks for them in the bytes of a header.
  init(_ bytes: [UInt8], _ bounds: HeaderBounds, of name: HeaderName) {
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
}
