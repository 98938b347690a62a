/// The most that is read in a text: blocks, and signs that may be inlines, wiki links or tags. Each takes hundreds of
/// bytes, however short it is written, so a text of nothing else would take a hundred times its own length.
struct ReadingLimits {
  /// The number of each.
  let most: Int

  /// The number that any text may have, and how many bytes a longer text must have for each.
  private static let always = 200_000, bytesForEach = 50

  /// - Parameter bytes: the length of the text.
  init(bytes: Int) { most = max(Self.always, bytes / Self.bytesForEach) }
}

/// The signs in a text that count against ``ReadingLimits``.
struct SignCount: Sendable {
  /// Those that may end or be an inline.
  var signs = 0
  /// Each `[` in blocks to be parsed, and in all blocks.
  var (brackets, openings) = (0, 0)

  /// The signs here and in what follows, which was counted by itself; nil if with these before it that may have more
  /// than this number.
  func adding(_ next: SignCount, notOver most: Int) -> SignCount? {
    let isAlone = signs == 0 && brackets == 0
    guard isAlone || signs + next.signs <= most && brackets + next.openings <= most else { return nil }
    return SignCount(
      signs: signs + next.signs, brackets: brackets + next.brackets, openings: openings + next.openings)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// About how many blocks a line begins: for each of its marks in front, as far as these may begin any, and for one
  /// behind a blank line.
  ///
  /// - Parameters:
  ///   - quotations: the number of `>` in front of the line before, whose quotations may go on; then that of this line.
  ///   - most: the number at which counting ends.
  func blocks(behindBlank: Bool, quotations: inout Int, most: Int) -> Int {
    var (count, index) = (behindBlank ? 1 : 0, 0)
    var (open, marks) = (behindBlank ? 0 : quotations, 0)
    defer { quotations = marks }
    func endsMark(_ place: Int) -> Bool { place == self.count || self[place] == 0x20 || self[place] == 0x09 }
    while index < self.count, count < most {
      switch self[index] {
      case 0x20, 0x09, UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: ">"):
        marks += 1
        if open > 0 { open -= 1 } else { count += 1 }
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: ")"):
        count += 1
        if !endsMark(index + 1) { return count }
      case UInt8(ascii: "#"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "_"),
        UInt8(ascii: "<"), UInt8(ascii: "["):
        return count + 1
      default: return count
      }
      index += 1
    }
    return count
  }
}
