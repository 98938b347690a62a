package import TestSupport

/// Changes inputs a little, without knowing what they are.
package struct InputMutator {
  /// Where chance comes from.
  package var random: SeededGenerator

  /// Creates a mutator whose choices follow from the seed and a stream's number.
  package init(stream: UInt64) { random = SeededGenerator(stream: stream) }

  /// One or several small changes.
  package mutating func damage(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    for _ in 0..<(random.chance(60) ? 1 : Int.random(in: 2...5, using: &random)) { damageOnce(&bytes) }
    return bytes
  }

  private mutating func damageOnce(_ bytes: inout [UInt8]) {
    let index = Int.random(in: 0...bytes.count, using: &random)
    let end = Int.random(in: index...min(index + 16, bytes.count), using: &random)
    let byte = UInt8.random(in: 0...255, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where index < bytes.count: bytes[index] = byte
    case 2: bytes.removeSubrange(index..<end)
    case 3: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &random))
    case 4 where random.chance(20): bytes.removeSubrange(index...)
    case 5: bytes.insert(byte, at: index)
    default: bytes.insert(contentsOf: pick(Self.telling), at: index)
    }
  }

  /// One of several elements; there must be at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// The bytes that readers look out for, and around which they fail.
  private static let telling: [[UInt8]] =
    [
      "[", "]", "{", "}", ",", ":", "\"", "\\", " ", "\r", "\n", "\r\n", "\r\n\r\n", "0", "-", "1", "9", ".", "e", "E+",
      "/",
      "'", "true", "false", "null", "\\n", "\\u0000", "\\ud83d\\ude00", "\\ud800", "\\udc00", "é", "한", "😀", "\u{FEFF}",
      "\0",
      "Content-Length: ", "Content-Type: x; charset=", "utf-8", "99999999999999999999", "\u{7F}",
    ].map { Array($0.utf8) }
    // Invalid UTF-8: cut short, overlong, a surrogate, beyond the last scalar.
    + [[0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]]
}
