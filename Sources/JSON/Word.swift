/// Tests on eight bytes at a time, used by the string scanners.
///
/// Each subtracts from all eight bytes at once. A borrow can only start at a byte that itself fails the test, so the
/// lowest byte that is reported is the first that fails; those above it may be wrong and are ignored.
enum Word {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// The length of the plain ASCII at the start of a JSON string: no control character, `"` or `\`.
  static func plainBytes(_ word: UInt64) -> Int {
    let word = UInt64(littleEndian: word)
    return ((word | suspects(word)) & high).trailingZeroBitCount / 8
  }

  /// The number of leading bytes that need no escape in a JSON string; bytes over 0x7F need none.
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
