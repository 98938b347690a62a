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
