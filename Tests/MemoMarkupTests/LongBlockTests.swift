import MemoMarkup
import MemoText
import Testing

@Suite("Long blocks")
struct LongBlockTests {
  @Test("have the links, code and tags of all their lines")
  func paragraph() {
    let line =
      "*see* [[word 1]] and [*milk*](memo:x \"[t](u)\") _or_ ![*a* [b](c)](<d e>) #tag `[code](x)` "
      + "<https://e.x> **so\n"
    let count = 500
    let outline = Outline(of: Rope(String(repeating: line, count: count)))
    let links = ["wiki word 1", "markdown memo:x milk", "image d e a b", "url https://e.x"]
    let told = outline.links.map { "\($0.kind) \($0.target)" + ($0.label.map { " " + $0 } ?? "") }
    #expect(told == Array(repeatElement(links, count: count).joined()))
    #expect(outline.code.map(\.text) == Array(repeating: "[code](x)", count: count))
    #expect(outline.tags.map(\.name) == Array(repeating: "tag", count: count))
    let starts = outline.links.map { $0.range.lowerBound % line.utf8.count }
    #expect(Set(starts) == [6, 21, 52, 90])
  }

  @Test(
    "read brackets as short ones do",
    arguments: [
      ("[a [b](c) d](e)", ["markdown c |b <[b](c)> c"]),
      ("[a ![b](c) d](e)", ["markdown e |a b d <[a ![b](c) d](e)> e", "image c |b <![b](c)> c"]),
      ("[a [b](c) d](e`f) `g`", ["markdown c |b <[b](c)> c"]),
      ("a](b`c) `[d](e)` [f](g)", ["markdown e |d <[d](e)> e", "markdown g |f <[f](g)> g"]),
      ("[a](b`c) `[d](e)`", ["markdown b`c |a <[a](b`c)> b`c"]),
      ("[a](<b`c>) [d](e \"`\") `[f](g)`", ["markdown b`c |a <[a](<b`c>)> b`c", "markdown e |d <[d](e \"`\")> e"]),
      ("\\![a](b) !\\[a](b)", ["markdown b |a <[a](b)> b"]),
      ("[a](b c) [a](b \"c) [a](b(c) [d](e)", ["markdown e |d <[d](e)> e"]),
    ])
  func brackets(words: String, links: [String]) {
    #expect(OutlineSketch(words).links == links)
    let long = String(repeating: "many words ", count: 1000)
    #expect(OutlineSketch(long + words + " " + long).links == links)
  }

  @Test("have references in them read, however many there are")
  func references() {
    let text = String(repeating: "[a][b] *x* [b] ", count: 1000)
    let links = Outline(of: Rope(text + "\n\n[b]: u")).links
    let told = links.map { "\($0.target) \($0.label ?? "")" }
    #expect(told == Array(repeatElement(["u a", "u b"], count: 1000).joined()))
  }

  @Test("have no more from definitions than texts of their length may have")
  func expansions() {
    let text = "[x]: /" + String(repeating: "y", count: 999) + "\n\n"
    #expect(Outline(of: Rope(text + String(repeating: "[x] ", count: 1000))).links.count == 100)
    let long = String(repeating: "many words ", count: 100_000)
    #expect(Outline(of: Rope(text + String(repeating: "[x] ", count: 1000) + long)).links.count == 1000)
  }

  @Test(
    "and signs beyond the number that is read count as nothing",
    arguments: ["# a\n", "a\n\n", "|-|\n|-|\n\n", "> - a\n", "[a]: b\n", "[a](b) ", "[[a]] "])
  func tooMany(piece: String) {
    let most = Outline.mostRead(inBytes: 0)
    #expect(!Outline(of: Rope(String(repeating: piece, count: 1000))).isCut)
    let outline = Outline(of: Rope(String(repeating: piece, count: most + 1)))
    #expect(outline.isCut)
    let read = [outline.headings.count, outline.links.count, outline.tags.count, outline.code.count]
    #expect(read.allSatisfy { $0 <= most } && outline.definitions.count <= most)
  }

  @Test("that go on are no more of them, nor are marks in a row that begin one thing, or none")
  func goingOn() {
    let most = Outline.mostRead(inBytes: 0)
    for piece in ["> > a\n", "    a\n", "[", "#", "]", "- ", "a | b\n"] {
      let outline = Outline(of: Rope("a" + String(repeating: piece, count: most + 1) + "\n\n[[b]]"))
      #expect(!outline.isCut && outline.links.count == 1, "\(piece)")
    }
    // So many open brackets are read, but not beside what may be a link.
    let outline = Outline(of: Rope("[[a]]\n\n" + String(repeating: "[", count: most + 1) + "a](b)\n\n[[c]]"))
    #expect(outline.isCut && outline.links.map(\.target) == ["a"])
  }

  @Test("are as many as a text's length gives it room for")
  func most() {
    #expect(Outline.mostRead(inBytes: 10_000_000) == 200_000)
    #expect(Outline.mostRead(inBytes: 20_000_000) == 400_000)
    let most = Outline.mostRead(inBytes: 0)
    for (count, isCut) in [(most, false), (most + 1, true)] {
      let outline = Outline(of: Rope(String(repeating: "#a ", count: count)))
      #expect(outline.isCut == isCut && outline.tags.count == most)
    }
  }

  @Test("have links whose text is long")
  func longText() {
    let long = String(repeating: "many words ", count: 10_000)
    for (words, links) in [(long, ["b"]), ("*\(long)*", ["b"]), ("[\(long)](d) ![\(long)](e)", ["d", "e"])] {
      #expect(Outline(of: Rope("[\(words)](b)")).links.map(\.target) == links)
      let references = Outline(of: Rope("[\(words)][b] [[c]]\n\n[b]: b")).links
      #expect(references.map(\.target) == (links.count == 1 ? ["b", "c"] : ["d", "e", "b", "c"]))
    }
  }

  @Test("with a link's text of more than 4,096 marks have no link there")
  func manyMarks() {
    for (count, links) in [(4096, 1), (4097, 0)] {
      let outline = Outline(of: Rope("[" + String(repeating: "*", count: count) + "](b) [[c]]"))
      #expect(outline.links.count == 1 + links)
    }
  }

  @Test("keep the marks in their words only if these are more than 4,096")
  func words() {
    let long = String(repeating: "a", count: 100_000)
    for (count, isKept) in [(1, false), (2048, false), (2049, true)] {
      let words = "*\(long)*" + String(repeating: " *b*", count: count - 1)
      let shown = isKept ? words : words.replacing("*", with: "")
      let outline = Outline(of: Rope("# \(words)\n- [ ] \(words)"))
      let isRight = [outline.headings.map(\.text), outline.tasks.map(\.text)].allSatisfy { $0 == [shown] }
      #expect(isRight, "\(count * 2) marks")
    }
  }

  @Test("of tables that leave out hundreds of thousands of cells are paragraphs, and keep their links")
  func hollowTable() {
    for rows in [50, 3000] {
      let head = String(repeating: "a|", count: 200) + "\n" + String(repeating: "-|", count: 200) + "\n"
      let outline = Outline(of: Rope(head + String(repeating: "b\n", count: rows) + "[[x\\|y]]"))
      // Only in a table the backslash belongs to the bar.
      #expect(outline.links.map(\.target) == [rows < 1000 ? "x" : "x\\"])
    }
  }

  @Test("of tables with more than 256 columns are paragraphs", arguments: [(256, true), (257, true), (258, false)])
  func wideTable(bars: Int, isTable: Bool) {
    let rows = ["a|", "-|"].map { String(repeating: $0, count: bars) }.joined(separator: "\n")
    #expect(Outline(of: Rope(rows + "\n[[x\\|y]]")).links.map(\.target) == [isTable ? "x" : "x\\"])
  }

  @Test("of tables with rows of more than 512 cells keep what stands in their columns, and end where they did")
  func wideRow() {
    let row = "[[x\\|y]]" + String(repeating: "|b", count: 50_000)
    let outline = Outline(of: Rope("a|b\n-|-\n" + row + "\n[[z\\|y]]|c\n\n[[w\\|y]]"))
    #expect(outline.links.map(\.target) == ["x", "z", "w\\"])
  }
}
