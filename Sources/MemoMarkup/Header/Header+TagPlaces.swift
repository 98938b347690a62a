package import MemoText

extension Header {
  /// The tags of a text's header where they stand, without `#`: none where they can't be told apart. Cheap where there
  /// is no header.
  package static func tagPlaces(in text: Rope) -> [Outline.Tag] {
    guard let header = Header(text) else { return [] }
    var bytes: [UInt8] = []
    text.forEachChunk(in: 0..<header.bounds.end) { bytes.append(contentsOf: $0) }
    return HeaderScalar.all(of: .tags, in: bytes, header.bounds).flatMap { HeaderTag.all(in: $0, bytes) }
      .map { Outline.Tag(name: $0.name, range: $0.range) }
  }
}
