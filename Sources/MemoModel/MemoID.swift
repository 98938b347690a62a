/// A memo's identifier for as long as it lives: opaque to everybody but its creator.
public struct MemoID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 1 to 128 characters of `A–Z a–z 0–9 . _ -`.
  public let description: String

  /// The most characters an identifier may have.
  public static let maximumLength = 128

  /// Takes a client's identifier; nil if it is empty, too long or has other characters.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
    var text = text
    guard text.withUTF8({ $0.allSatisfy(Self.isAllowed) }) else { return nil }
    self.description = text
  }

  private init(checked text: String) { self.description = text }

  /// Identifiers are ordered by their bytes.
  public static func < (left: MemoID, right: MemoID) -> Bool { left.description < right.description }

  /// The identifier of a day's memo, the same in every process: so only one is created.
  public static func daily(_ day: CalendarDay) -> MemoID { MemoID(checked: "daily-\(day)") }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Makes a UUID of version 7 (RFC 9562, section 5.7): 48 bits of time, then random bits, so that later identifiers
  /// sort later.
  public static func unique(at time: Timestamp) -> MemoID {
    let chance = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    let milliseconds = UInt64(clamping: time.millisecondsSince1970) & 0xFFFF_FFFF_FFFF
    let high = milliseconds << 16 | 0x7000 | chance.0 & 0x0FFF
    let low = 0x8000_0000_0000_0000 | chance.1 >> 2
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
      let word = index < 16 ? high : low
      text.append(digits[Int(word >> (60 - 4 * UInt64(index % 16)) & 0xF)])
    }
    return MemoID(checked: String(decoding: text, as: UTF8.self))
  }
}
