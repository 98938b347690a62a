extension JSONReader {
  /// Reads a string from its opening to its closing quotation mark, checking UTF-8 (RFC 3629) and escapes.
  mutating func readString() throws(JSONSyntaxError) {
    position += 1
    let start = position
    var kind = TapeEntry.Kind.string
    while true {
      skipPlain()
      guard let byte = peek() else { throw syntaxError("a string is not closed") }
      switch byte {
      case UInt8(ascii: "\""):
        append(kind, from: start, to: position)
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        try readEscape()
      case 0..<0x20:
        throw syntaxError("a string holds a raw control character, which must be escaped")
      default:
        try readMultibyteScalar(byte)
      }
    }
  }

  private mutating func skipPlain() {
    while position + 8 <= buffer.count {
      let word = UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let plain = Word.plainBytes(word)
      position += plain
      if plain < 8 { return }
    }
    while let byte = peek(), byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
  }

  /// Reads a scalar of two to four bytes: no overlong form, no surrogate, nothing over U+10FFFF (RFC 3629, section 4).
  private mutating func readMultibyteScalar(_ lead: UInt8) throws(JSONSyntaxError) {
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw syntaxError("the text is not valid UTF-8")
    }
    guard position + length <= buffer.count, second.contains(buffer[position + 1]) else {
      throw syntaxError("the text is not valid UTF-8")
    }
    for offset in 2..<max(length, 2) where buffer[position + offset] & 0xC0 != 0x80 {
      throw syntaxError("the text is not valid UTF-8")
    }
    position += length
  }

  private mutating func readEscape() throws(JSONSyntaxError) {
    let start = position
    position += 1
    guard let letter = peek() else { throw syntaxError("a string is not closed") }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      position += 1
      let unit = try readHexadecimal()
      if unit & 0xFC00 == 0xDC00 { throw JSONSyntaxError("a surrogate escape has no partner", at: start) }
      guard unit & 0xFC00 == 0xD800 else { return }
      guard peek() == UInt8(ascii: "\\") else { throw JSONSyntaxError("a surrogate escape has no partner", at: start) }
      position += 1
      guard peek() == UInt8(ascii: "u") else { throw JSONSyntaxError("a surrogate escape has no partner", at: start) }
      position += 1
      guard try readHexadecimal() & 0xFC00 == 0xDC00 else {
        throw JSONSyntaxError("a surrogate escape has no partner", at: start)
      }
    default:
      throw syntaxError("a string holds an unknown escape")
    }
  }

  private mutating func readHexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = hexadecimalDigit(byte) else {
        throw syntaxError("a \\u escape needs four hexadecimal digits")
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }
}

/// The value of an ASCII hexadecimal digit of either case.
func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
