/// Resolves the escapes of a string that ``JSONReader`` has checked.
func unescape(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
  // Resolving never lengthens: the shortest escape of a scalar is longer than its UTF-8.
  String(unsafeUninitializedCapacity: bytes.count) { output in
    var written = 0
    var index = 0
    while index < bytes.count {
      let run = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "\\") { index += 1 }
      let plain = UnsafeMutableBufferPointer(rebasing: output[written..<written + (index - run)])
      written += plain.update(fromContentsOf: bytes[run..<index])
      guard index < bytes.count else { break }
      let letter = bytes[index + 1]
      if letter == UInt8(ascii: "u") {
        var scalar = codeUnit(bytes, at: index + 2)
        index += 6
        if scalar & 0xFC00 == 0xD800 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + codeUnit(bytes, at: index + 2) & 0x3FF
          index += 6
        }
        for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init() {
          output[written] = byte
          written += 1
        }
      } else {
        output[written] = controlCharacter(letter)
        written += 1
        index += 2
      }
    }
    return written
  }
}

private func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
  bytes[index..<index + 4].reduce(0) { $0 << 4 | (hexadecimalDigit($1) ?? 0) }
}

private func controlCharacter(_ letter: UInt8) -> UInt8 {
  switch letter {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  default: letter
  }
}

/// The value of a checked number if it is an integer that fits in 64 bits.
///
/// Exact: the digits are moved by the exponent, never rounded through a floating-point number.
func integerValue(_ literal: UnsafeBufferPointer<UInt8>) -> Int? {
  var magnitude: UInt = 0
  var pendingZeros = 0
  var fractionDigits = 0
  var exponent = 0
  var negativeExponent = false
  var section = 0  // 0 integer part, 1 fraction, 2 exponent
  for byte in literal {
    switch byte {
    case UInt8(ascii: "."): section = 1
    case UInt8(ascii: "e"), UInt8(ascii: "E"): section = 2
    case UInt8(ascii: "-"): if section == 2 { negativeExponent = true }
    case UInt8(ascii: "+"): break
    default:
      let digit = UInt(byte - UInt8(ascii: "0"))
      if section == 2 {
        exponent = min(exponent * 10 + Int(digit), 1 << 40)
        continue
      }
      if section == 1 { fractionDigits += 1 }
      pendingZeros += 1
      guard digit != 0 else { continue }
      guard scale(&magnitude, by: pendingZeros), add(digit, to: &magnitude) else { return nil }
      pendingZeros = 0
    }
  }
  guard magnitude != 0 else { return 0 }
  let shift = pendingZeros - fractionDigits + (negativeExponent ? -exponent : exponent)
  guard shift >= 0, scale(&magnitude, by: shift) else { return nil }
  return literal[0] == UInt8(ascii: "-")
    ? (magnitude <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- magnitude) : nil)
    : Int(exactly: magnitude)
}

private func add(_ digit: UInt, to magnitude: inout UInt) -> Bool {
  let (sum, overflow) = magnitude.addingReportingOverflow(digit)
  magnitude = sum
  return !overflow
}

/// Multiplies by a power of ten; false if the product does not fit.
private func scale(_ magnitude: inout UInt, by zeros: Int) -> Bool {
  guard magnitude != 0 else { return true }
  guard zeros <= 19 else { return false }
  for _ in 0..<zeros {
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
    if overflow { return false }
    magnitude = product
  }
  return true
}
