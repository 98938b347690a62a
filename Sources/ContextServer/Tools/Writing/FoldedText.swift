import MemoEngine

/// A text in which words are found regardless of the kind of line end.
struct FoldedText {
  /// The text's bytes with `
  /// ` for each line end.
  private let bytes: [UInt8]
  /// The places in ``bytes`` of line ends with two bytes.
  private let pairs: [Int]

  /// The bytes of text, roughly, that are compared by characters in one go: characters take much more memory.
  private static let portion = 1 << 20

  init(_ text: Rope) {
    let whole = text.utf8Bytes
    guard whole.contains(0x0D) else {
      (bytes, pairs) = (whole, [])
      return
    }
    (bytes, pairs) = Self.folded(whole)
  }

  private static func folded(_ whole: [UInt8]) -> (bytes: [UInt8], pairs: [Int]) {
    var (bytes, pairs) = ([UInt8](), [Int]())
    bytes.reserveCapacity(whole.count)
    for (index, byte) in whole.enumerated() {
      if byte == 0x0A, index > 0, whole[index - 1] == 0x0D {
        pairs.append(bytes.count - 1)
      } else {
        bytes.append(byte == 0x0D ? 0x0A : byte)
      }
    }
    return (bytes, pairs)
  }

  /// The ranges of words in the text, in bytes, including overlapping ones. If the exact words do not occur as often as
  /// expected, canonically equivalent ones count, too.
  ///
  /// - Throws: `CancellationError`: a text may be long.
  func places(of words: String, expecting count: Int = 1) throws -> [Range<Int>] {
    let needle = Self.folded(Array(words.utf8)).bytes
    let found = bytes.starts(of: needle).map { $0..<($0 + needle.count) }
      .filter { !splitsLetter(at: $0.lowerBound) && !splitsLetter(at: $0.upperBound) }
    let isPlain = needle.allSatisfy { $0 < 0x80 } && bytes.allSatisfy { $0 < 0x80 }
    guard found.count != count, !isPlain else { return found.map(original) }
    let characters = Array(String(decoding: needle, as: UTF8.self))
    // No character's decomposed form is five times as long in bytes as the composed one.
    let longest = 5 * needle.count
    var (places, start) = ([Range<Int>](), 0)
    while start < bytes.count {
      try Task.checkCancellation()
      let next = border(from: start + Self.portion)
      places += canonicalPlaces(of: characters, in: start..<border(from: next + longest), before: next)
      start = next
    }
    return Set(found + places).sorted { $0.lowerBound < $1.lowerBound }.map(original)
  }

  /// Whether an offset lies between a letter and what belongs to it: a mark, or Hangul that ends its syllable.
  private func splitsLetter(at offset: Int) -> Bool {
    guard offset > 0, offset < bytes.count, bytes[offset] >= 0x80, bytes[offset - 1] != 0x0A,
      let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    else { return false }
    // How a sign is drawn is no other sign.
    if (0xFE00...0xFE0F).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return (0x1160...0x11FF).contains(scalar.value)
    }
  }

  /// The next place that splits no character: before a line end, a space or a mark that does not combine with what
  /// precedes it.
  private func border(from offset: Int) -> Int {
    var offset = min(offset, bytes.count)
    while offset < bytes.count, !(0x0A...0x2F).contains(bytes[offset]) { offset += 1 }
    return offset
  }

  /// Compares the characters of a stretch by canonical equivalence.
  ///
  /// - Parameter end: the end of the range in which matches may start.
  private func canonicalPlaces(of wanted: [Character], in range: Range<Int>, before end: Int) -> [Range<Int>] {
    let characters = Array(String(decoding: bytes[range], as: UTF8.self))
    var offsets = [range.lowerBound]
    for character in characters { offsets.append(offsets[offsets.count - 1] + character.utf8.count) }
    return characters.starts(of: wanted).map { offsets[$0]..<offsets[$0 + wanted.count] }
      .filter { $0.lowerBound < end }
  }

  /// The range in the text of a range of the folded bytes.
  private func original(_ range: Range<Int>) -> Range<Int> {
    (range.lowerBound + pairs.before(range.lowerBound))..<(range.upperBound + pairs.before(range.upperBound))
  }
}

extension [Int] {
  /// The number of elements of a sorted array that are less than a value.
  fileprivate func before(_ value: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
