/// A class of a pattern, as in `[a-z]`: the bytes that are in it.
struct ByteSet {
  /// A bit for each byte.
  private(set) var bits: [UInt64] = [0, 0, 0, 0]

  /// Reads one, and goes on behind it; nil if it has no end, or a name in it means nothing.
  ///
  /// - Parameter index: where its bracket stands.
  init?(_ line: [UInt8], at index: inout Int) {
    func byte(_ place: Int) -> UInt8? { place < line.count ? line[place] : nil }
    var place = index + 1
    let isNegated = byte(place) == UInt8(ascii: "!") || byte(place) == UInt8(ascii: "^")
    if isNegated { place += 1 }
    /// The byte that a range may begin with.
    var former: UInt8?
    var isFirst = true
    while true {
      guard let here = byte(place) else { return nil }
      if here == UInt8(ascii: "]"), !isFirst { break }
      isFirst = false
      if here == UInt8(ascii: "["), byte(place + 1) == UInt8(ascii: ":") {
        guard let end = line[(place + 2)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        // Without a colon before its end the bracket is one like any other.
        if end > place + 2, line[end - 1] == UInt8(ascii: ":") {
          guard let kind = Self.kinds[String(decoding: line[(place + 2)..<(end - 1)], as: UTF8.self)] else {
            return nil
          }
          for value in UInt8.min...UInt8.max where kind(value) { insert(value) }
          (place, former) = (end + 1, nil)
          continue
        }
      }
      if here == UInt8(ascii: "-"), let start = former, let next = byte(place + 1), next != UInt8(ascii: "]") {
        place += 1
        if next == UInt8(ascii: "\\") { place += 1 }
        guard let end = byte(place) else { return nil }
        if start <= end { for value in start...end { insert(value) } }
        (place, former) = (place + 1, nil)
        continue
      }
      if here == UInt8(ascii: "\\") { place += 1 }
      guard let value = byte(place) else { return nil }
      insert(value)
      (place, former) = (place + 1, value)
    }
    if isNegated { bits = bits.map { ~$0 } }
    index = place + 1
  }

  private mutating func insert(_ byte: UInt8) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  /// The names that a class may have in it, with the bytes they stand for in the C locale.
  private static let kinds: [String: @Sendable (UInt8) -> Bool] = {
    @Sendable func isIn(_ ranges: ClosedRange<UInt8>...) -> @Sendable (UInt8) -> Bool {
      { byte in ranges.contains { $0.contains(byte) } }
    }
    let (digits, upper, lower) = (UInt8(0x30)...0x39 as ClosedRange, UInt8(0x41)...0x5A, UInt8(0x61)...0x7A)
    return [
      "alnum": isIn(digits, upper, lower), "alpha": isIn(upper, lower), "blank": isIn(0x20...0x20, 0x09...0x09),
      "cntrl": isIn(0...0x1F, 0x7F...0x7F), "digit": isIn(digits), "graph": isIn(0x21...0x7E), "lower": isIn(lower),
      "print": isIn(0x20...0x7E), "punct": isIn(0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E),
      "space": isIn(0x09...0x0D, 0x20...0x20), "upper": isIn(upper),
      "xdigit": isIn(digits, 0x41...0x46, 0x61...0x66),
    ]
  }()
}
