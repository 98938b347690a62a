/// 128 bits of FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv), which tell what was read before: the same again gives the
/// same. Nobody's secrets hang on it.
package struct ContentHash {
  /// The hash of all that was added.
  package private(set) var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  /// Nothing yet.
  package init() {}

  /// The hash of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt128 {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.value
  }

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt128(byte)) &* Self.prime }
  }

  /// 32 hexadecimal digits.
  package var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
