import MemoText
import TestSupport
import Testing

@Suite("The changes from one text to another")
struct DifferenceTests {
  private static let examples: [(old: String, new: String, changes: [String])] = [
    ("a\nb", "a\nb", []),
    ("", "x", ["0..<0 x"]),
    ("one\ntwo\nthree\n", "one\ntwö\nthree\n", ["6..<7 ö"]),
    ("one\ntwo\nthree\n", "One\ntwo\nThree\n", ["8..<9 T", "0..<1 O"]),
    ("one\nthree\n", "one\ntwo\nthree\n", ["4..<4 two\n"]),
    ("one\ntwo\nthree", "one\nthree", ["4..<8 "]),
    ("a\nb", "a\nb\nx", ["3..<3 \nx"]),
    ("a\nb\nx", "a\nb", ["3..<5 "]),
    ("\u{20AC}\n", "\u{20AD}\n", ["0..<3 \u{20AD}"]),
    ("a\r\nb", "a\nb", ["1..<3 \n"]),
    ("a\rb", "a\r\nb", ["1..<2 \r\n"]),
    ("a\r\nb", "a\rx\nb", ["1..<3 \rx\n"]),
    ("a\rx\nb", "a\r\nb", ["1..<4 \r\n"]),
  ]

  @Test("are few and small", arguments: examples)
  func example(_ example: (old: String, new: String, changes: [String])) {
    let changes = Rope(example.old).changes(to: Rope(example.new)).map { "\($0.range) \($0.text)" }
    #expect(changes == example.changes)
  }

  @Test("make it the other, byte for byte and by positions of every encoding", arguments: 0..<4)
  func random(stream: UInt64) throws {
    var random = SeededGenerator(stream: 300 + stream)
    for number in 0..<3_000 {
      let (old, new) = number % 3 == 0 ? nastyTexts(&random) : lineTexts(number, &random)
      let case_ = "\(old.debugDescription) to \(new.debugDescription)"
      let (from, to) = (Rope(old), Rope(new))
      let changes = from.changes(to: to)
      var copies = Dictionary(uniqueKeysWithValues: PositionEncoding.allCases.map { ($0, from) })
      var plain = from
      var before = Int.max
      for change in changes {
        try require(from.hasScalarBorders(change.range), "\(change) cuts a scalar, \(case_)")
        try require(change.range.upperBound < before, "\(change) touches another, \(case_)")
        before = change.range.lowerBound
        plain.replaceSubrange(change.range, with: change.text)
        for encoding in PositionEncoding.allCases {
          try apply(change, to: &copies[encoding, default: Rope()], encoding, case_)
        }
      }
      try require(plain.isIdentical(to: to), "\(changes) give \(plain.string.debugDescription), \(case_)")
      for (encoding, copy) in copies {
        try require(copy.isIdentical(to: to), "\(changes) give another text in \(encoding), \(case_)")
      }
    }
  }

  private func apply(
    _ change: (range: Range<Int>, text: String), to text: inout Rope, _ encoding: PositionEncoding, _ case_: String
  ) throws {
    let range = TextRange(
      start: text.position(at: change.range.lowerBound, in: encoding),
      end: text.position(at: change.range.upperBound, in: encoding))
    try require(text.offsets(of: range, in: encoding) == change.range, "\(change) has no position, \(case_)")
    _ = try text.apply(TextChange(range: range, text: change.text), in: encoding)
  }

  @Test("leave alone what they share at the ends, which is as much as a look at each byte finds", arguments: 0..<2)
  func sharedEnds(stream: UInt64) throws {
    var random = SeededGenerator(stream: 400 + stream)
    for number in 0..<5_000 {
      let (old, new) = number % 2 == 0 ? nastyTexts(&random) : lineTexts(number, &random)
      var edited = Rope(old)
      edited.append(Rope(new))
      for (left, right) in [(Rope(old), Rope(new)), (Rope(old), edited), (edited, Rope(new)), (edited, edited)] {
        let shared = left.sharedEnds(with: right)
        let plain = plainSharedEnds(Array(left.string.unicodeScalars), Array(right.string.unicodeScalars))
        try require(shared == plain, "\(shared), not \(plain), of \(old.debugDescription), \(new.debugDescription)")
      }
    }
  }

  private func plainSharedEnds(_ old: [Unicode.Scalar], _ new: [Unicode.Scalar]) -> (prefix: Int, suffix: Int) {
    let most = min(old.count, new.count)
    let prefix = (0..<most).first { old[$0] != new[$0] } ?? most
    let suffix = (0..<(most - prefix)).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? most - prefix
    let old = TextModel(scalars: old[...])
    return (old.byteOffset(of: prefix), old.length(in: .utf8) - old.byteOffset(of: old.scalars.count - suffix))
  }

  /// A text with everything that is easy to get wrong, and the same with some of it replaced.
  private func nastyTexts(_ random: inout SeededGenerator) -> (String, String) {
    let old = TextModel(random.text(pieces: 30))
    var new = old
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let start = Int.random(in: 0...new.scalars.count, using: &random)
      let end = min(start + Int.random(in: 0...3, using: &random), new.scalars.count)
      new.scalars.replaceSubrange(start..<end, with: random.text(pieces: 2).unicodeScalars)
    }
    return (old.string, new.string)
  }

  private func lineTexts(_ number: Int, _ random: inout SeededGenerator) -> (String, String) {
    let lines = random.lines(number % 50 == 1 ? 150 : 12)
    return (random.text(lines), random.text(random.edited(lines, edits: Int.random(in: 0...5, using: &random))))
  }
}
