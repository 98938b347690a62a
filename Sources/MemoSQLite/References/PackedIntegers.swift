/// Integers that each take as few bytes as the largest one needs.
struct PackedIntegers {
  /// The number of them.
  private(set) var count = 0
  private var bytes: [UInt8] = []
  /// The bytes of each integer, and all bytes.
  private var width = 1
  var memory: Int { bytes.count }

  subscript(index: Int) -> Int {
    var value: UInt64 = 0
    for place in stride(from: (index + 1) * width - 1, through: index * width, by: -1) {
      value = value << 8 | UInt64(bytes[place])
    }
    return Int(truncatingIfNeeded: value)
  }

  /// Appends an integer.
  mutating func append(_ value: Int) {
    // A negative one needs all bytes.
    let value = UInt64(bitPattern: Int64(value))
    let needed = (71 - value.leadingZeroBitCount) / 8
    if needed > width { widen(to: needed) }
    for place in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    count += 1
  }

  private mutating func widen(to width: Int) {
    var wide: [UInt8] = []
    for index in 0..<count {
      wide += bytes[index * self.width..<(index + 1) * self.width]
      wide += repeatElement(0, count: width - self.width)
    }
    (bytes, self.width) = (wide, width)
  }
}
