import MemoText
import TestSupport
import Testing

@testable import MemoMarkup

@Suite("A long text")
struct LongTextTests {
  /// Lines that begin or end many things, or are many things.
  private static let lines = [
    "", "", "words", "[a", "b](c)", "`code", "end`", "```", "~~~", "- item", "- [ ] task", "  more", "> quote",
    "1. one", "| a | b |", "|---|---|", "| c [[d]] | e |", "<div>", "</div>", "<!--", "-->", "<a", "href='b'> c",
    "[r]: /u", "[r]", "x [[w#h|l]] #tag", "![i](<j k>) ^id", "===", "---", "    indented", "# H #t", "***", "\\",
    "a  ", "[^1]: [[f]]", "<?", "?>", "[q", "s]: /v", "'title", "end'",
  ]
  /// A line that can be nothing but words, and an equally long one that is also plain but has signs that must be looked
  /// at.
  private static let dull = "many words in here..", marked = "many w^rds in here|."

  @Test("says the same wherever many plain lines stand in it as if they had to be looked at")
  func stretches() throws {
    for stream in 0..<trials(40) {
      var random = SeededGenerator(stream: UInt64(stream))
      let parts = (0..<3).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.lines.randomElement(using: &random) ?? "" }
      }
      func text(_ line: String) -> Rope {
        let stretch = Array(repeating: line, count: 9000) + [Self.dull]
        return Rope(Array(parts.joined(separator: stretch)).joined(separator: "\n"))
      }
      let (sparse, whole) = (Outline(of: text(Self.dull)), Outline(of: text(Self.marked)))
      try require(Self.sketch(sparse) == Self.sketch(whole), "\(parts)")
    }
  }

  /// All that an outline tells, with plain lines in the place of marked ones.
  private static func sketch(_ outline: Outline) -> [String] {
    var told = outline.headings.map { "\($0)" } + outline.links.map { "\($0)" } + outline.tags.map { "\($0)" }
    told += outline.tasks.map { "\($0)" } + outline.blocks.map { "\($0)" } + outline.code.map { "\($0)" }
    told.append("\(outline.title) \(outline.longestBlock) \(outline.longestDefinition)")
    return told.map { $0.replacing(marked, with: dull).replacing("many-wrds-in-here", with: "many-words-in-here") }
  }

  @Test("is not in memory where it has nothing but words")
  func memory() {
    let plain = String(repeating: Self.dull + "\n", count: 100_000)
    let source = SparseText(Rope("# A\n\n\(plain)\n[[b]]\n\n\(plain)"))
    let reader = BlockReader(source, from: 0)
    #expect(reader.blocks.count == 2)
    let windows = source.isThere.count(where: \.self)
    #expect((1...16).contains(windows), "\(windows * SparseText.window) bytes of 4 MB")
  }

  @Test("has the bytes that are asked for, however often they were given back")
  func bytes() {
    let text = Rope((0..<60_000).map { "가\($0)" }.joined(separator: "\n"))
    let (all, source) = (text.utf8Bytes, SparseText(text))
    var random = SeededGenerator(stream: 1)
    for _ in 0..<50 {
      let places = [Int.random(in: 0...all.count, using: &random), Int.random(in: 0...all.count, using: &random)]
      let range = (places.min() ?? 0)..<(places.max() ?? 0)
      if random.chance(50) {
        source.release(range)
      } else {
        source.require(range)
        #expect(source.bytes[range].elementsEqual(all[range]))
      }
    }
  }
}
