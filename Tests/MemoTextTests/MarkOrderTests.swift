import Foundation
import MemoText
import TestSupport
import Testing

@Suite("Marks in order", .timeLimit(.minutes(10)))
struct MarkOrderTests {
  /// Marks of many classes and two planes, and some that consist of two, with a class or without.
  private static let marks = [
    "\u{301}", "\u{323}", "\u{327}", "\u{345}", "\u{344}", "\u{F73}", "\u{F81}", "\u{F71}", "\u{5B8}", "\u{3099}",
    "\u{1D165}", "\u{1E8D0}", "\u{302A}", "\u{340}",
  ]
  private static let others = [
    "a", "é", "e\u{301}", "한", "\u{1161}", "\u{FE0F}", "\u{93E}", "\u{34F}", "Z", "\u{200D}", " ", "𐐀",
  ]

  private func text(_ random: inout SeededGenerator, longest: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      if random.chance(80) { text.append(contentsOf: (Self.others.randomElement(using: &random) ?? "").unicodeScalars) }
      for _ in 0..<Int.random(in: 0...longest, using: &random) {
        text.append(contentsOf: (Self.marks.randomElement(using: &random) ?? "").unicodeScalars)
      }
    }
    return String(text)
  }

  /// The classes of each run of marks, as they stand in the text.
  private func runs(_ text: String) -> [[UInt8]] {
    let classes = text.unicodeScalars.map(\.properties.canonicalCombiningClass.rawValue)
    return classes.split(separator: 0).map(Array.init)
  }

  /// The canonical decomposition, scalar by scalar: Foundation's of a whole text swaps equal marks in long runs.
  private func decomposed(_ text: String) -> [Unicode.Scalar] {
    let scalars = text.unicodeScalars.flatMap { String($0).decomposedStringWithCanonicalMapping.unicodeScalars }
    let pieces = scalars.enumerated().map { ($1, $1.properties.canonicalCombiningClass.rawValue, $0) }
    var (ordered, run) = ([Unicode.Scalar](), [(Unicode.Scalar, UInt8, Int)]())
    for piece in pieces + [("a", 0, 0)] {
      guard piece.1 == 0 else { run.append(piece); continue }
      ordered += run.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
      ordered.append(piece.0)
      run = []
    }
    return ordered
  }

  @Test("the text says the same, in every form, and no run of more than 30 marks is out of order")
  func orders() throws {
    var random = SeededGenerator(stream: 71)
    for _ in 0..<1000 {
      let text = text(&random, longest: [5, 32, 90].randomElement(using: &random) ?? 5)
      let ordered = text.withOrderedMarks
      let spelled = text.unicodeScalars.map { String($0.value, radix: 16) }
      try require(
        decomposed(ordered).elementsEqual(decomposed(text)),
        "\(spelled) says something else")
      try require(ordered.nameForm.utf8.elementsEqual(text.nameForm.utf8), "\(spelled) has another form")
      try require(ordered == text && ordered.hashValue == text.hashValue, "\(spelled) is another text")
      try require(runs(ordered).allSatisfy { $0.count <= 30 || $0 == $0.sorted() }, "\(spelled) is out of order")
      try require(ordered.utf8.count == text.utf8.count, "\(spelled) has another length")
      try require(ordered.withOrderedMarks.utf8.elementsEqual(ordered.utf8), "\(spelled) changes twice")
    }
  }

  @Test("a text without such a run stays as it is, to the byte", arguments: [30, 31])
  func stays(count: Int) {
    let marks = (0..<count).map { $0.isMultiple(of: 2) ? "\u{301}" : "\u{323}" }.joined()
    let text = "x\(marks)y\(marks) and words, é한\u{301}\u{323}"
    #expect(text.withOrderedMarks.utf8.elementsEqual(text.utf8) == (count == 30))
  }

  @Test(
    "a megabyte of marks on one letter is told from others at once",
    arguments: [["\u{301}", "\u{323}"], ["\u{F73}"], ["\u{344}", "\u{323}"], ["\u{1D165}", "\u{301}", "\u{1D16D}"]])
  func long(marks: [String]) {
    let pattern = marks.joined()
    let row = String(repeating: pattern, count: (1 << 20) / pattern.utf8.count)
    let names = ["a\(row)", "b\(row)", "a\(row)c", "a\(row)"].map(\.withOrderedMarks)
    #expect(Set(names).count == 3)
    #expect(names[0] != names[1] && !names[0].hasPrefix("#") && names[0].nameForm == names[3].nameForm)
  }
}
