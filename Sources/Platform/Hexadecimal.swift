/// Bytes as pairs of hexadecimal digits.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The digits of bytes.
  package static func text(of bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
  }

  /// The bytes of digits; nil if the text is malformed.
  package static func bytes(_ text: String) -> [UInt8]? {
    let values = text.utf8.compactMap { digits.firstIndex(of: $0) }
    guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
