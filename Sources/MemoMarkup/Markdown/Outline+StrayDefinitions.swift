package import MemoText

extension Outline {
  /// The lines of words that say what a definition says, `[label]: target`. Markdown takes none of them for one, since
  /// words stand directly above it (CommonMark 0.31.2, section 4.7), so no link uses it; but its writer meant the path.
  /// O(n log n) for n links.
  package func strayDefinitions(in text: Rope) -> [Definition] {
    let bytes = text.utf8Bytes
    let known = (definitions.map(\.range) + code.map(\.range) + links.map(\.range)).sorted {
      $0.lowerBound < $1.lowerBound
    }
    return bytes.withUnsafeBufferPointer { bytes in
      var (next, found): (Int, [LinkDefinition]) = (0, [])
      var start = self.start
      while start < bytes.count {
        var (first, end) = (start, start)
        while first < bytes.count, bytes[first] == 0x20 { first += 1 }
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        defer { start = end + 1 }
        guard first < end, first - start < 4, bytes[first] == UInt8(ascii: "[") else { continue }
        while next < known.count, known[next].upperBound <= first { next += 1 }
        let isKnown = next < known.count && known[next].lowerBound < end
        guard !isKnown, var (definition, _) = LinkDefinition.read(bytes, [first..<end]) else { continue }
        definition.lines = [first..<end]
        found.append(definition)
      }
      return zip(found, found.urls(in: bytes)).map { definition, url in
        let destination = MarkdownDestination(
          url: url, bytes[definition.destination], range: definition.destination)
        return Definition(definition, leadingTo: destination, isUsed: true)
      }
    }
  }
}
