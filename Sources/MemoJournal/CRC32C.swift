/// The checksum of RFC 3720, appendix B.4 (Castagnoli), sixteen bytes at a time.
struct CRC32C {
  private var sum = ~UInt32(0)

  /// `tables[k][b]`: the effect of byte `b` on the sum after `k` more bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var sum = UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
      tables[byte] = sum
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// Starts with a salt, so that bytes of a file's earlier life do not match.
  init(salt: UInt64, sequence: Int) {
    Self.tables.withUnsafeBufferPointer { tables in
      sum = Self.step(sum, salt, tables)
      sum = Self.step(sum, UInt64(bitPattern: Int64(sequence)), tables)
    }
  }

  /// Adds the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    sum = Self.tables.withUnsafeBufferPointer { tables in
      var sum = sum
      var index = 0
      while index + 16 <= bytes.count {
        let first = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let second = bytes.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
        // Only the first word depends on the sum so far.
        sum =
          Self.passed(UInt64(littleEndian: first) ^ UInt64(sum), 8, tables)
          ^ Self.passed(second.littleEndian, 0, tables)
        index += 16
      }
      if index + 8 <= bytes.count {
        sum = Self.step(sum, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self), tables)
        index += 8
      }
      while index < bytes.count {
        sum = sum >> 8 ^ tables[Int((sum ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
      return sum
    }
  }

  /// Changes the sum to what it would be had it started with another sequence number, this many bytes ago.
  mutating func renumber(from old: Int, to new: Int, salt: UInt64, after count: Int) {
    let difference = CRC32C(salt: salt, sequence: old).sum ^ CRC32C(salt: salt, sequence: new).sum
    sum ^= Self.carried(difference, over: count)
  }

  /// The difference between two sums after the same bytes were added to both: it is the same as after as many zeros.
  private static func carried(_ difference: UInt32, over count: Int) -> UInt32 {
    // The effect of one byte on each bit; then of two, four, eight and so on.
    var bits = (0..<32).map { bit in (UInt32(1) << bit) >> 8 ^ tables[Int((UInt32(1) << bit) & 0xFF)] }
    let sum = { (value: UInt32) in (0..<32).reduce(UInt32(0)) { value >> $1 & 1 == 1 ? $0 ^ bits[$1] : $0 } }
    var (difference, left) = (difference, count)
    while left > 0 {
      if left & 1 == 1 { difference = sum(difference) }
      bits = bits.map(sum)
      left >>= 1
    }
    return difference
  }

  /// The checksum of the bytes so far.
  var value: UInt32 { ~sum }

  /// The checksum of some bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer, salt: UInt64, sequence: Int) -> UInt32 {
    var checksum = CRC32C(salt: salt, sequence: sequence)
    checksum.add(bytes)
    return checksum.value
  }

  private static func step(_ sum: UInt32, _ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    passed(UInt64(littleEndian: word) ^ UInt64(sum), 0, tables)
  }

  /// The effect of eight bytes on the sum after this many more.
  private static func passed(_ word: UInt64, _ more: Int, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var result: UInt32 = 0
    for byte in 0..<8 {
      result ^= tables[(7 &- byte &+ more) &* 256 &+ Int(truncatingIfNeeded: word &>> (8 &* UInt64(byte)) & 0xFF)]
    }
    return result
  }
}
