import Foundation

/// Random numbers that a printed seed brings back (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  /// From `MEMO_TEST_SEED`, else another one in every run.
  static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["MEMO_TEST_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("MEMO_TEST_SEED=\(seed)")
    return seed
  }()

  private var state: UInt64

  /// A sequence of its own for each `stream`.
  init(stream: UInt64) {
    state = SeededGenerator.seed &+ stream &* 0xD1B5_4A32_D192_ED03
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// A text of up to `pieces` pieces, among them everything that is easily got wrong.
  mutating func text(pieces: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...pieces, using: &self) {
      text.append(contentsOf: (SeededGenerator.pieces.randomElement(using: &self) ?? "").unicodeScalars)
    }
    return String(text)
  }

  private static let pieces = [
    "a", "b", "memo ", "x", " ", "\t", "\r", "\n", "\r\n", "\r", "\n", "\r\n", "\n\r", "\u{2028}", "\u{2029}", "\u{85}",
    "\u{0B}", "\u{0C}", "\0", "é", "e\u{301}", "\u{301}", "한", "\u{1112}\u{1161}\u{11AB}", "글", "日本", "ß", "€", "😀",
    "👩‍👩‍👧‍👦", "🇰🇷", "\u{1F3FD}", "\u{FEFF}", "\u{10FFFF}", "\u{E000}", "\u{FFFF}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}",
  ]
}

/// A disagreement, with what brings it back.
struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = "\(description); repeat with MEMO_TEST_SEED=\(SeededGenerator.seed)"
  }
}
