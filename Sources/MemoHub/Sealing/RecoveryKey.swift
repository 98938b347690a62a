/// A key that people keep on paper: 256 random bits as Crockford's base 32, in groups, with his check character.
struct RecoveryKey: Sendable {
  let bytes: SecretBytes

  /// 52 digits, and the check character.
  private static let count = 53
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U".utf8)

  /// Draws a key.
  init() throws(HubError) { bytes = try .random(Seal.keyCount) }

  /// Reads one as somebody types it; nil if the text does not have its form.
  init?(_ text: String) {
    let letters = text.uppercased().utf8.filter { !" -\n\t".utf8.contains($0) }
    guard letters.count == Self.count else { return nil }
    var (buffer, bits, sum): (UInt32, Int, Int) = (0, 0, 0)
    var bytes: [UInt8] = []
    for letter in letters.dropLast() {
      guard let digit = Self.digit(letter), digit < 32 else { return nil }
      sum = (sum * 32 + digit) % 37
      buffer = buffer << 5 | UInt32(digit)
      bits += 5
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      buffer &= 1 << bits - 1
    }
    guard buffer == 0, letters.last.flatMap(Self.digit) == sum, let secret = try? SecretBytes(bytes) else { return nil }
    self.bytes = secret
  }

  /// The key as it is shown: groups of five.
  var text: String {
    var (buffer, bits, sum): (UInt32, Int, Int) = (0, 0, 0)
    var letters: [UInt8] = []
    func add(_ digit: Int) {
      sum = (sum * 32 + digit) % 37
      letters.append(Self.digits[digit])
    }
    for byte in bytes.copy {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        add(Int(buffer >> bits))
        buffer &= 1 << bits - 1
      }
    }
    add(Int(buffer << (5 - bits)))
    letters.append(Self.digits[sum])
    return stride(from: 0, to: letters.count, by: 5).map {
      String(decoding: letters[$0..<min($0 + 5, letters.count)], as: UTF8.self)
    }.joined(separator: "-")
  }

  /// The keys that follow from it: it is as random as any key, so nothing slow is needed.
  func keys() throws(HubError) -> SecretKeys {
    SecretKeys(
      wrapping: try bytes.derived(for: "memowrap"), proof: try bytes.derived(for: "memoprov"), slot: .recovery)
  }

  /// The value of a digit; a letter that people read as another digit counts as that. Nil for what is none.
  private static func digit(_ letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "O"): 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): 1
    default: digits.firstIndex(of: letter)
    }
  }
}
