/// A cursor's form on the wire: JSON in hexadecimal digits, so that no client is tempted to read more into it.
enum CursorText {
  /// The cursor that says this.
  static func text(_ json: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: json.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
  }

  /// What a cursor says; nil if it is none.
  static func json(_ cursor: String) -> [UInt8]? {
    let digits = cursor.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
