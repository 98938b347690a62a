extension JSONReader {
  /// Reads a string from its opening to its closing quotation mark, checking UTF-8 (RFC 3629) and resolving escapes.
  mutating func readString() throws(JSONSyntaxError) {
    position += 1
    let start = position
    var text = ResolvedText(end: start, run: start)
    while true {
      skipPlain()
      guard let byte = peek() else { throw syntaxError("a string is not closed") }
      switch byte {
      case UInt8(ascii: "\""):
        text.takeRun(upTo: position, in: buffer)
        append(.string, from: start, to: text.end)
        position += 1
        return
      case UInt8(ascii: "\\"):
        text.takeRun(upTo: position, in: buffer)
        text.append(try readEscape(), to: buffer)
        text.run = position
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

  /// Reads an escape and says what it stands for (RFC 8259, section 7).
  private mutating func readEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let letter = peek() else { throw syntaxError("a string is not closed") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try readHexadecimal()
      // A unit of no pair is a scalar by itself.
      if let scalar = Unicode.Scalar(unit) { return scalar }
      let alone = JSONSyntaxError("a surrogate escape has no partner", at: start)
      guard unit & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\") else { throw alone }
      position += 1
      guard peek() == UInt8(ascii: "u") else { throw alone }
      position += 1
      let partner = try readHexadecimal()
      guard partner & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + partner & 0x3FF)
      else { throw alone }
      return scalar
    default:
      position -= 1
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

/// The part of a string that is resolved so far: its text begins where the string did, followed by bytes not yet read.
private struct ResolvedText {
  /// The place where the text ends.
  var end: Int
  /// The start of the run of plain bytes that is still to be moved to the text's end.
  var run: Int

  /// Moves the run to the text's end.
  mutating func takeRun(upTo position: Int, in buffer: UnsafeMutableBufferPointer<UInt8>) {
    if let base = buffer.baseAddress, run > end { (base + end).update(from: base + run, count: position - run) }
    end += position - run
  }

  /// Appends the meaning of an escape, which is shorter than the escape.
  mutating func append(_ scalar: Unicode.Scalar, to buffer: UnsafeMutableBufferPointer<UInt8>) {
    for byte in UTF8.encode(scalar) ?? .init() {
      buffer[end] = byte
      end += 1
    }
  }
}

/// The value of an ASCII hexadecimal digit of either case.
private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
