import MemoEngine

/// A text in which words can be looked for whatever ends its lines.
struct FoldedText {
  /// The text's bytes with each line's end as `\n`.
  private let bytes: [UInt8]
  /// The places in ``bytes`` of line ends that have two bytes.
  private let pairs: [Int]

  /// A longer text is searched for its bytes alone.
  private static let longest = 1 << 20

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

  /// Where words stand in the text, in bytes; those that overlap, too. Words that only Unicode's normalization tells
  /// from others are the same where they stand nowhere as they are.
  func places(of words: String) -> [Range<Int>] {
    let needle = Self.folded(Array(words.utf8)).bytes
    let found = bytes.starts(of: needle).map { $0..<($0 + needle.count) }
    let isPlain = needle.allSatisfy { $0 < 0x80 } && bytes.allSatisfy { $0 < 0x80 }
    guard found.isEmpty, !isPlain, bytes.count <= Self.longest else { return found.map(original) }
    return canonicalPlaces(of: String(decoding: needle, as: UTF8.self)).map(original)
  }

  /// Compares characters, which are the same if they are canonically equivalent.
  private func canonicalPlaces(of words: String) -> [Range<Int>] {
    let (characters, needle) = (Array(String(decoding: bytes, as: UTF8.self)), Array(words))
    var offsets = [0]
    for character in characters { offsets.append(offsets[offsets.count - 1] + character.utf8.count) }
    return characters.starts(of: needle).map { offsets[$0]..<offsets[$0 + needle.count] }
  }

  /// A stretch of the folded bytes where it stands in the text.
  private func original(_ range: Range<Int>) -> Range<Int> {
    (range.lowerBound + pairs.before(range.lowerBound))..<(range.upperBound + pairs.before(range.upperBound))
  }
}

extension [Int] {
  /// How many elements of a sorted array are less than a value.
  fileprivate func before(_ value: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
