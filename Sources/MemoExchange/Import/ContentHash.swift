/// 128 bits of FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv), for identifiers that say what a memo was made of: the
/// same again gives the same memo. Nobody's secrets hang on it.
struct ContentHash {
  private var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  /// Nothing yet.
  init() {}

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt128(byte)) &* Self.prime }
  }

  /// 32 hexadecimal digits.
  var digits: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
