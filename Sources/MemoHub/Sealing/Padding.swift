/// Few sizes for many lengths, so that a sealed text doesn't tell how long it is.
enum Padding {
  /// 256, 512 and 1,024 bytes, and then four sizes up to each power of two: at most a quarter is wasted there.
  static func size(for count: Int) -> Int {
    guard count > 1_024 else { return count <= 256 ? 256 : count <= 512 ? 512 : 1_024 }
    let step = 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount - 3)
    return (count + step - 1) / step * step
  }

  /// The bytes, a mark, and zeros up to the next size.
  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    var padded = bytes
    padded.reserveCapacity(size(for: bytes.count + 1))
    padded.append(0x80)
    padded += repeatElement(0, count: size(for: padded.count) - padded.count)
    return padded
  }

  /// The bytes before they were padded; nil if they were not.
  static func unpadded(_ bytes: [UInt8]) -> [UInt8]? {
    guard let mark = bytes.lastIndex(where: { $0 != 0 }), bytes[mark] == 0x80, size(for: mark + 1) == bytes.count else {
      return nil
    }
    return Array(bytes[..<mark])
  }
}
