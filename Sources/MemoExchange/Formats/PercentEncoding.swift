extension [UInt8] {
  /// Appends a byte so that it has no special meaning in an address (RFC 3986, section 2.3).
  mutating func appendPercentEncoded(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      append(byte)
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]])
    }
  }
}

extension StringProtocol {
  /// The text as part of an address's path, or after its `#`.
  var percentEncoded: String {
    var bytes: [UInt8] = []
    for byte in utf8 { bytes.appendPercentEncoded(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
