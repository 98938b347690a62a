import CSodium
import Platform

/// Names an account or a device on the hub: a UUID (RFC 9562), random.
package struct HubID: Hashable, Sendable, CustomStringConvertible {
  /// 128 bits.
  package let value: UInt128

  /// Names something by a number.
  package init(_ value: UInt128) { self.value = value }

  /// Reads a UUID; nil if the text is none.
  package init?(_ text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, let bytes = Hexadecimal.bytes(String(decoding: digits, as: UTF8.self).lowercased()) else {
      return nil
    }
    self.init(UInt128(bytes))
  }

  /// Draws a UUID of version 4.
  package static func random() -> HubID {
    var chance = SystemRandomNumberGenerator()
    let (high, low) = (chance.next() & ~0xF000 | 0x4000, chance.next() & (~0 >> 2) | 1 << 63)
    return HubID(UInt128(high) << 64 | UInt128(low))
  }

  /// The UUID's text.
  package var description: String {
    let digits = Hexadecimal.text(of: bytes)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
      digits.dropFirst(range.lowerBound).prefix(range.count)
    }
    return parts.joined(separator: "-")
  }

  /// 16 bytes.
  var bytes: [UInt8] { value.bytes }
}
