/// Tests on eight bytes at a time, behind the string scanners.
///
/// Each subtracts from every byte at once. A borrow can only start at a byte that itself fails the test, so the lowest
/// byte that is noticed is the first that fails; what is noticed above it may be wrong and is not looked at.
enum Word {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// How many of the first bytes are ASCII that stands for itself in a JSON string: no control character, `"` or `\`.
  static func plainBytes(_ word: UInt64) -> Int {
    let word = UInt64(littleEndian: word)
    return ((word | suspects(word)) & high).trailingZeroBitCount / 8
  }

  /// How many of the first bytes must not be escaped in a JSON string; bytes over 0x7F need not be.
  static func bytesWithoutEscape(_ word: UInt64) -> Int {
    let word = UInt64(littleEndian: word)
    return (suspects(word) & ~word & high).trailingZeroBitCount / 8
  }

  private static func suspects(_ word: UInt64) -> UInt64 {
    let control = word &- (low &* 0x20)
    let quote = (word ^ (low &* 0x22)) &- low
    let backslash = (word ^ (low &* 0x5C)) &- low
    return control | quote | backslash
  }
}
