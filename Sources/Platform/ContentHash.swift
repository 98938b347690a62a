/// 128 bits of FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv), for recognising what was read before. Not for secrets:
/// anyone can construct two inputs of one hash.
package struct ContentHash {
  /// The hash of everything added so far.
  package private(set) var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  /// The hash of nothing.
  package init() {}

  /// The hash of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt128 {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.value
  }

  /// The longest beginning of bytes that has a hash; nil if none has.
  package static func prefix(of bytes: [UInt8], with hash: UInt128) -> ArraySlice<UInt8>? {
    var (sum, end) = (ContentHash(), hash == ContentHash().value ? 0 : Int?.none)
    for (index, byte) in bytes.enumerated() {
      sum.add(CollectionOfOne(byte))
      if sum.value == hash { end = index + 1 }
    }
    return end.map { bytes[..<$0] }
  }

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // A sequence of any kind takes a call for each byte.
    let isAdded: Void? = bytes.withContiguousStorageIfAvailable { for byte in $0 { add(byte) } }
    if isAdded == nil { for byte in bytes { add(byte) } }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt128(byte)) &* Self.prime }

  /// 32 hexadecimal digits.
  package var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
