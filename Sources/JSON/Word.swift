/// Tests on eight bytes at a time, behind the string scanners.
///
/// Each subtracts from every byte at once. A borrow can only start at a byte that itself fails the test, so the lowest such
/// byte is always noticed, and a wrong "no" above it costs nothing: the bytes are then looked at one by one.
enum Word {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Whether all eight are ASCII that stands for itself in a JSON string: no control character, `"` or `\`.
  static func isPlain(_ word: UInt64) -> Bool {
    (word | suspects(word)) & high == 0
  }

  /// Whether none of the eight must be escaped in a JSON string; bytes over 0x7F need not be.
  static func needsNoEscape(_ word: UInt64) -> Bool {
    suspects(word) & ~word & high == 0
  }

  private static func suspects(_ word: UInt64) -> UInt64 {
    let control = word &- (low &* 0x20)
    let quote = (word ^ (low &* 0x22)) &- low
    let backslash = (word ^ (low &* 0x5C)) &- low
    return control | quote | backslash
  }
}
