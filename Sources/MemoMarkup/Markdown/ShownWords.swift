/// The words of headings and tasks that hold wiki links: parsed once more with the shown words in place of the links,
/// so that no mark in a link has a meaning.
struct ShownWords {
  /// The words by block.
  let of: [Int: String]

  /// Reads blocks.
  init(_ text: InlineText, _ blocks: [(block: Int, links: [SignReader.WikiLink])], _ definitions: [LinkDefinition]) {
    guard !blocks.isEmpty else {
      of = [:]
      return
    }
    var bytes: [UInt8] = []
    var lines: [TextBlock] = []
    for (index, links) in blocks {
      let start = bytes.count
      var position = text.blocks[index].range.lowerBound
      for link in links {
        bytes += text.bytes[position..<link.range.lowerBound]
        for byte in text.bytes[link.shown] {
          if byte.isASCIIPunctuation { bytes.append(UInt8(ascii: "\\")) }
          bytes.append(byte)
        }
        position = link.range.upperBound
      }
      bytes += text.bytes[position..<text.blocks[index].range.upperBound]
      lines.append(TextBlock(kind: .heading(level: 1, range: 0..<0), lines: [start..<bytes.count]))
    }
    let found = bytes.withUnsafeBufferPointer { bytes in
      let text = InlineText(bytes, lines[...], hasDefinitions: !definitions.isEmpty)
      return InlineReader(text, definitions: definitions).found
    }
    of = Dictionary(uniqueKeysWithValues: zip(blocks.map(\.block), found.map(\.words)))
  }
}
