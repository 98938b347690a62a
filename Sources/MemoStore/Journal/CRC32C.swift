/// The checksum of RFC 3720, appendix B.4 (Castagnoli), eight bytes at a time.
enum CRC32C {
  /// `tables[k][b]`: what byte `b` does to the sum once `k` more bytes have passed.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
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

  /// The checksum of some bytes, begun with a salt so that bytes of another life do not pass.
  static func checksum(_ bytes: UnsafeRawBufferPointer, salt: UInt64, sequence: Int) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var sum = ~UInt32(0)
      sum = step(sum, salt, tables)
      sum = step(sum, UInt64(bitPattern: Int64(sequence)), tables)
      var index = 0
      while index + 8 <= bytes.count {
        sum = step(sum, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self), tables)
        index += 8
      }
      while index < bytes.count {
        sum = sum >> 8 ^ tables[Int((sum ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
      return ~sum
    }
  }

  private static func step(_ sum: UInt32, _ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    let word = UInt64(littleEndian: word) ^ UInt64(sum)
    var result: UInt32 = 0
    for byte in 0..<8 {
      result ^= tables[(7 - byte) * 256 + Int(word >> (8 * UInt64(byte)) & 0xFF)]
    }
    return result
  }
}
