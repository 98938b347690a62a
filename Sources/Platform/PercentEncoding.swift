extension ArraySlice<UInt8> {
  /// The bytes with `%41` as the byte that it stands for (RFC 3986, section 2.1).
  package var percentDecoded: [UInt8] {
    guard contains(UInt8(ascii: "%")) else { return Array(self) }
    var bytes: [UInt8] = []
    var rest = self
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigit, let low = rest.dropFirst().first?.hexDigit {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  package var hexDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
