package import MemoText

extension Header {
  /// The tags of a text's header where they stand, without `#`: none where they can't be told apart. Cheap where there
  /// is no header.
  package static func tagPlaces(in text: Rope) -> [Outline.Tag] {
    let (scalars, bytes) = scalars(of: .tags, in: text)
    return scalars.flatMap { HeaderTag.all(in: $0, bytes) }.map { Outline.Tag(name: $0.name, range: $0.range) }
  }

  /// The other names of a memo where they stand in its text's header, without quotation marks.
  package static func aliasPlaces(in text: Rope) -> [(name: String, range: Range<Int>)] {
    let (scalars, bytes) = scalars(of: .aliases, in: text)
    return scalars.map { scalar in
      let isQuoted = scalar.range.count > 1 && "\"'".utf8.contains(bytes[scalar.range.lowerBound])
      return (scalar.text, isQuoted ? scalar.range.dropFirst().dropLast() : scalar.range)
    }
  }

  /// The words and texts of a header's members of one meaning, and the bytes of the header.
  private static func scalars(of name: HeaderName, in text: Rope) -> ([HeaderScalar], [UInt8]) {
    guard let header = Header(text) else { return ([], []) }
    var bytes: [UInt8] = []
    text.forEachChunk(in: 0..<header.bounds.end) { bytes.append(contentsOf: $0) }
    return (HeaderScalar.all(of: name, in: bytes, header.bounds), bytes)
  }
}
