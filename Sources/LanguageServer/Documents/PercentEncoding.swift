import Platform

extension String {
  /// A path as a URI has it.
  var percentEncoded: String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      if Self.isPlain[Int(byte)] {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(Self.digits[Int(byte >> 4)])
        encoded.append(Self.digits[Int(byte & 15)])
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// For each byte whether it stands for itself.
  private static let isPlain = (0...UInt8.max).map { byte in
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "/-._~!$&'()*+,;=@:".utf8.contains(byte)
  }

  /// The string with `%41` as the character that it stands for, where that is one.
  var removingPercentEncoding: String {
    String(decoding: Array(utf8)[...].percentDecoded, as: UTF8.self)
  }
}
