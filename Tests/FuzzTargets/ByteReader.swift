/// A reader that takes an input for a row of decisions. Once the input has ended, every further decision is 0.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// One of several.
  mutating func choice<Element>(_ elements: [Element]) -> Element { elements[byte() % elements.count] }

  /// A number that is mostly small, and sometimes one at which arithmetic overflows.
  mutating func number(below limit: Int = 256) -> Int {
    let byte = byte()
    guard byte >= 250 else { return byte % max(limit, 1) }
    return [-1, .min, .max, .max - 1, .min + 1, 1 << 32][byte - 250]
  }

  /// Bytes, as many as the first of them says.
  mutating func bytes(atMost limit: Int = 255) -> [UInt8] {
    let count = min(byte(), limit)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A text made of pieces, among them everything that is easy to get wrong.
  mutating func text() -> String {
    var text = ""
    let count = byte()
    for _ in 0..<(count < 224 ? count % 8 : count - 200) { text += choice(Self.pieces) }
    return text
  }

  /// All that is left.
  mutating func remaining() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  private static let pieces = [
    "a", "b ", "memo", "\t", "\r", "\n", "\r\n", "\u{2028}", "\u{85}", "\0", "é", "e\u{301}", "\u{301}", "한", "日本", "€",
    "😀", "👩‍👩‍👧‍👦", "🇰🇷", "\u{FEFF}", "\u{10FFFF}", "\u{FFFF}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}",
    "a longer run of letters ",
  ]
}
