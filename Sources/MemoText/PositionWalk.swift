/// Positions of many offsets in one text, most of them close to the one asked for last: what was counted for that one
/// is not counted again.
public struct PositionWalk {
  private let text: Rope
  private let encoding: PositionEncoding
  /// The current leaf, and the measure of all text before it.
  private var leaf: [UInt8] = []
  private var start = 0
  /// A place in that leaf, and its position.
  private var local = 0
  private var position = TextPosition(line: 0, character: 0)

  /// Starts at the beginning of a text.
  public init(_ text: Rope, in encoding: PositionEncoding) { (self.text, self.encoding) = (text, encoding) }

  /// The same as ``Rope/position(at:in:)``.
  public mutating func position(at offset: Int) -> TextPosition {
    let target = offset - start
    if (0...leaf.count).contains(target), let near = target < local ? before(target) : behind(target) {
      (local, position) = (target, near)
    } else {
      let place = text.root.place(atOffset: offset)
      (leaf, start, local) = (place.bytes, place.before.utf8, place.local)
      position = text.position(at: offset, in: encoding)
    }
    return position
  }

  /// The position of a place further on in the leaf; nil where the next leaf decides.
  private func behind(_ target: Int) -> TextPosition? {
    leaf.withUnsafeBytes { bytes in
      var (line, character) = (position.line, position.character)
      var index = local
      while index < target {
        if index + 8 <= target {
          let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          let count = word.bytesWithoutLineEnd
          character += units(word, count)
          index += count
          if count == 8 { continue }
        }
        let byte = bytes[index]
        index += 1
        switch byte {
        case LineByte.lf: (line, character) = (line + 1, 0)
        case LineByte.cr:
          // At the end of the leaf, or between both bytes, it may be half a line end.
          guard index < target else { return nil }
          if bytes[index] == LineByte.lf { index += 1 }
          (line, character) = (line + 1, 0)
        default: character += units(byte)
        }
      }
      return TextPosition(line: line, character: character)
    }
  }

  /// The position of a place before the last one; nil if it is on another line.
  private func before(_ target: Int) -> TextPosition? {
    var character = position.character
    for byte in leaf[target..<local] {
      if byte == LineByte.lf || byte == LineByte.cr { return nil }
      character -= units(byte)
    }
    return TextPosition(line: position.line, character: character)
  }

  /// The number of units that a byte of a scalar counts: all of them are on its first byte.
  private func units(_ byte: UInt8) -> Int {
    encoding == .utf8 ? 1 : byte & 0xC0 == 0x80 ? 0 : encoding.units(ofLead: byte)
  }

  /// The number of units that the first bytes of eight count.
  private func units(_ word: UInt64, _ count: Int) -> Int {
    if encoding == .utf8 || word & 0x8080_8080_8080_8080 == 0 { return count }
    let bytes = count == 8 ? word : word & (1 << (UInt64(count) * 8) - 1)
    // The highest bit of each byte that continues a scalar, 10xxxxxx, and of each that begins one of four bytes,
    // 1111xxxx.
    let (high, second): (UInt64, UInt64) = (0x8080_8080_8080_8080, bytes << 1)
    let scalars = count - (bytes & ~second & high).nonzeroBitCount
    if encoding == .utf32 { return scalars }
    return scalars + (bytes & second & bytes << 2 & bytes << 3 & high).nonzeroBitCount
  }
}

extension UInt64 {
  /// How many of eight bytes, the first the lowest, precede the first that may end a line: one less than 0x10.
  fileprivate var bytesWithoutLineEnd: Int {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    return ((self &- ones &* 0x10) & ~self & high).trailingZeroBitCount / 8
  }
}
