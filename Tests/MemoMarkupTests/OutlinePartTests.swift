import MemoText
import TestSupport
import Testing

@testable import MemoMarkup

@Suite("A text that is read in parts")
struct OutlinePartTests {
  /// Lines that begin or end many things, or are many things.
  private static let lines = [
    "", "", "words", "[a", "b](c)", "`code", "end`", "```", "- item [[x]] *a*", "- [ ] task `c`", "  more",
    "> quote #q",
    "| a | b |", "|---|---|", "| c [[d]] | e |", "<div>", "<!--", "-->", "<a", "href='b'> c", "[r]", "x [[w#h|l]] #tag",
    "![i](<j k>) ^id", "===", "---", "# H #t", "## H [[w]]", "[s][r] ![t]", "a **b** [u](v#w) `c`",
  ]
  private static let definitions = ["", "[r]: /u#f", "[t]: <v w> 'title'"]

  private func read(_ text: Rope, isUrgent: Bool = false, portion: Int) -> OutlineReader {
    withExtendedLifetime(SparseText(text)) { OutlineReader($0, from: 0, isUrgent: isUrgent, portion: portion) }
  }

  private func sketch(_ said: OutlineReader) -> [String] {
    var told = said.headings.map { "\($0)" } + said.links.map { "\($0)" } + said.tags.map { "\($0)" }
    told += said.tasks.map { "\($0)" } + said.blocks.map { "\($0)" } + said.code.map { "\($0)" }
    return told + said.definitions.map { "\($0)" } + ["\(said.isCut) \(said.unshown)"]
  }

  @Test("says the same as in one go, on one core or on all")
  func same() throws {
    for stream in 0..<trials(200) {
      var random = SeededGenerator(stream: UInt64(stream))
      let count = Int.random(in: 1...60, using: &random)
      var lines = (0..<count).map { _ in Self.lines.randomElement(using: &random) ?? "" }
      lines += ["", ""] + Self.definitions.shuffled(using: &random)
      let text = Rope(lines.joined(separator: "\n"))
      let whole = sketch(read(text, portion: .max))
      let portion = Int.random(in: 1...200, using: &random)
      try require(sketch(read(text, portion: portion)) == whole, "portions of \(portion) of \(lines)")
      try require(sketch(read(text, isUrgent: true, portion: portion)) == whole, "all cores, \(lines)")
    }
  }

  @Test("ends at the same sign, if it has more than are read", arguments: ["a#", "a["])
  func cut(sign: String) {
    let line = String(repeating: sign, count: 500) + " #tag `c` "
    let text = Rope(String(repeating: String(repeating: line, count: 60) + "\n\n", count: 10))
    let (whole, parts) = (read(text, portion: .max), read(text, isUrgent: true, portion: 100_000))
    #expect(whole.isCut && parts.isCut)
    #expect(parts.tags == whole.tags)
    #expect(parts.code == whole.code)
  }

  @Test("follows no more definitions than one that is read in one go")
  func expanded() {
    let target = String(repeating: "t", count: 4000)
    let text = Rope(String(repeating: "[r]\n\n", count: 100) + "[r]: \(target)\n")
    let counts = [1, .max].map { read(text, portion: $0).links.count }
    #expect(counts == [25, 25])
  }
}
