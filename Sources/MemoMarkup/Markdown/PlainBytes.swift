extension UnsafeBufferPointer<UInt8> {
  /// Skips bytes that mean nothing to Markdown, eight at a time.
  ///
  /// - Returns: a place before which, from the given one on, there are only such bytes; there may be more behind it.
  func skipPlain(from place: Int, before end: Int) -> Int {
    let raw = UnsafeRawBufferPointer(self)
    var place = place
    while place + 8 <= end {
      let count = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)).plainBytes
      place += count
      if count < 8 { break }
    }
    return place
  }
}

extension [UInt8] {
  /// The same of an array.
  func skipPlain(from place: Int, before end: Int) -> Int {
    withUnsafeBufferPointer { $0.skipPlain(from: place, before: end) }
  }
}

extension UInt64 {
  /// How many of its eight bytes, the first one the lowest, mean nothing to Markdown: spaces, `+` to `;`, `?` to `Z`,
  /// `a` to `z` and what is not of ASCII. Bytes behind the first other one don't count.
  var plainBytes: Int {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let low = self & ~high
    // The highest bit of each byte: whether it is at least so much. No sum goes beyond its byte.
    func isAtLeast(_ byte: UInt8) -> UInt64 { low &+ ones &* UInt64(0x80 - byte) }
    // Each bound turns it round.
    let isPlain =
      isAtLeast(0x20) ^ isAtLeast(0x21) ^ isAtLeast(0x2B) ^ isAtLeast(0x3C) ^ isAtLeast(0x3F) ^ isAtLeast(0x5B)
      ^ isAtLeast(0x61) ^ isAtLeast(0x7B)
    return (~(isPlain | self) & high).trailingZeroBitCount / 8
  }
}
