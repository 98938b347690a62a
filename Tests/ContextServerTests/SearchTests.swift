import MemoEngine
import TestSupport
import Testing

@testable import ContextServer

@Suite("Words that are looked for in a text")
struct SearchTests {
  @Test("are found wherever they begin, those that overlap, too")
  func model() {
    var random = SeededGenerator(stream: 61)
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...1, using: &random) }
      let wanted = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...1, using: &random) }
      let model = text.indices.filter { !wanted.isEmpty && text[$0...].starts(with: wanted) }
      #expect(text.starts(of: wanted) == model, "\(wanted) in \(text)")
    }
  }

  @Test("cost a few comparisons for each byte, however often the text nearly has them")
  func comparisons() {
    let counter = Counter()
    func counted(_ text: String) -> [Counted] { text.utf8.map { Counted(byte: $0, counter: counter) } }
    let many = String(repeating: "z", count: 20_000), some = String(repeating: "z", count: 5000)
    for (wanted, count) in [(some + "q", 0), ("q" + some, 0), (some, 15_001)] {
      counter.comparisons = 0
      #expect(counted(many).starts(of: counted(wanted)).count == count)
      #expect(counter.comparisons < 3 * (many.utf8.count + wanted.utf8.count))
    }
  }

  @Test(
    "are found with other line ends, and in another normalization where they stand nowhere as they are",
    arguments: [
      ("a\r\nb\r\n", "a\nb", [0..<4]), ("x\ry", "x\r\ny", [0..<3]), ("aaa", "aa", [0..<2, 1..<3]),
      ("e\u{301}x\u{e9}", "\u{e9}", [4..<6]), ("-e\u{301}xe\u{301}x", "\u{e9}x", [1..<5, 5..<9]),
      ("e\u{301}\r\ne\u{301}", "\u{e9}\n\u{e9}", [0..<8]), ("abc", "abcd", []),
    ])
  func places(text: String, words: String, places: [Range<Int>]) throws {
    #expect(try FoldedText(Rope(text)).places(of: words) == places)
  }

  @Test(
    "are no letter without its marks, and no part of a syllable",
    arguments: [
      ("cafe\u{301} noir", "cafe", []), ("cafe\u{301} cafe", "cafe", [7..<11]), ("e\u{301}", "\u{301}", []),
      ("\u{1112}\u{1161}\u{11ab} 둘", "\u{1112}\u{1161}", []), ("하\u{11ab}", "하", []),
      ("\u{1112}\u{1161}\u{11ab} 둘", "\u{1112}\u{1161}\u{11ab}", [0..<9]), ("a\n\u{301}b", "a\n", [0..<2]),
      ("می\u{200c}خواهم", "می", [0..<4]), ("한하", "하", [3..<6]),
    ])
  func letters(text: String, words: String, places: [Range<Int>]) throws {
    #expect(try FoldedText(Rope(text)).places(of: words) == places)
  }

  @Test(
    "are found in other normalizations, too, where they do not stand as often as expected",
    arguments: [(1, [4..<6]), (2, [0..<3, 4..<6]), (3, [0..<3, 4..<6])])
  func expected(count: Int, places: [Range<Int>]) throws {
    #expect(try FoldedText(Rope("e\u{301} \u{e9}")).places(of: "\u{e9}", expecting: count) == places)
  }

  @Test("are found in another normalization in texts of any length, across all that is compared in one go")
  func longTexts() async throws {
    // The places lie close to the borders of the stretches, at all distances.
    for (line, gap) in [("한글", 7), ("a\u{30A}\r\n", 1)] {
      let unit = String(repeating: line, count: 4096 / line.utf8.count)
      let filler = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
      let words = "né\u{302}o \u{e9}\nz" + String(gap)
      let text = filler + words.decomposed + unit + String(repeating: "y", count: gap) + words.decomposed + filler
      let found = try FoldedText(Rope(text)).places(of: words)
      let first = filler.utf8.count
      let second = first + words.decomposed.utf8.count + unit.utf8.count + gap
      #expect(found == [first, second].map { $0..<($0 + words.decomposed.utf8.count) })
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try FoldedText(Rope(text)).places(of: words)
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
  }

  @Test("are nowhere: then the lines most like them are told, and whoever has given up waits no longer")
  func nearest() async throws {
    let text = Rope("buy milk\nmilk\nbuy silk\n\ncall Ann\n")
    #expect(try NearestLines(to: "buy\nbuy mild", in: text).listed == "1: buy milk\n3: buy silk\n2: milk")
    #expect(try NearestLines(to: "zz", in: text).listed.isEmpty)
    #expect(try NearestLines(to: "\n", in: text).listed.isEmpty)
    let many = Rope(String(repeating: "\n", count: NearestLines.mostCompared - 1) + "milk\nmilk")
    #expect(try NearestLines(to: "milk", in: many).listed == "\(NearestLines.mostCompared): milk")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try NearestLines(to: "milk", in: text).listed
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  private final class Counter {
    var comparisons = 0
  }

  private struct Counted: Equatable {
    let byte: UInt8
    let counter: Counter

    static func == (one: Counted, other: Counted) -> Bool {
      one.counter.comparisons += 1
      return one.byte == other.byte
    }
  }
}

extension String {
  /// With each é as a letter and a mark.
  fileprivate var decomposed: String {
    unicodeScalars.reduce(into: "") { text, scalar in text += scalar == "\u{e9}" ? "e\u{301}" : String(scalar) }
  }
}
