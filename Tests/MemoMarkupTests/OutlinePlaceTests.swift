import MemoMarkup
import MemoText
import TestSupport
import Testing

@Suite("Places in outlines")
struct OutlinePlaceTests {
  private enum Part { case link, tag, heading, task, block }

  /// A text that is written piece by piece, and where its parts begin and end in each encoding.
  private struct WrittenText {
    private(set) var text = ""
    private(set) var parts: [Part: [[TextPosition]]] = [:]
    private var line = 0
    private var characters = [0, 0, 0]

    /// Here, by bytes, by units of UTF-16 and by scalars.
    private var here: [TextPosition] { characters.map { TextPosition(line: line, character: $0) } }

    mutating func write(_ words: String) {
      text += words
      for scalar in words.unicodeScalars {
        characters[0] += UTF8.width(scalar)
        characters[1] += UTF16.width(scalar)
        characters[2] += 1
      }
    }

    mutating func endLine(_ end: String) {
      text += end
      line += 1
      characters = [0, 0, 0]
    }

    mutating func write(_ part: Part, _ body: (inout WrittenText) -> Void) {
      let start = here
      body(&self)
      parts[part, default: []].append(start + here)
    }

    mutating func write(_ part: Part, _ words: String) { write(part) { $0.write(words) } }
  }

  @Test("of random texts are those where links and tags were written, in each encoding")
  func random() throws {
    var random = SeededGenerator(stream: 14)
    let words = ["a", "한글 ", "😀", "e\u{301} ", "*b* ", "`c` ", "\u{10FFFF}", "&amp; ", "\\[ ", "<i>x</i> ", "\0"]
    let starts = ["", "", "> ", "- ", "  ", ">> ", "1. ", "- [ ] ", "## ", "> - "]
    let links = ["[[가 😀#b|c]]", "[x *y*](<ü v> 't')", "![[d]]", "[😀]", "<http://é>", "![z](w)", "[[\0]]", "[\0](\0)"]
    for _ in 0..<400 {
      var written = WrittenText()
      for _ in 0..<random.next() % 12 + 1 {
        for line in random.chance(5) ? ["", "```", "[[no]] #no", "```"] : [] {
          written.write(line)
          written.endLine("\n")
        }
        written.endLine(random.chance(50) ? "\n" : "\r\n")
        written.write(starts[Int(random.next() % UInt64(starts.count))])
        for _ in 0..<random.next() % 4 {
          for _ in 0..<random.next() % 4 { written.write(words[Int(random.next() % UInt64(words.count))]) }
          written.write(" ")
          if random.chance(50) {
            written.write(.link, links[Int(random.next() % UInt64(links.count))])
          } else {
            written.write(.tag, "#é한")
          }
          written.write(" ")
        }
        written.endLine("\n")
      }
      written.write("\n[😀]: /u\n")
      let text = Rope(written.text)
      let outline = Outline(of: text)
      try same(outline.links.map(\.range), written.parts[.link], text)
      try same(outline.tags.map(\.range), written.parts[.tag], text)
    }
  }

  @Test("of random texts are those where headings, tasks and names of blocks were written, in each encoding")
  func blocks() throws {
    var random = SeededGenerator(stream: 15)
    let words = [
      "a", "한글", "😀", "e\u{301}", "*b*", "`c`", "\u{10FFFF}", "&amp;", "\\[", "<i>x</i>", "\0", "#é", "[[d]]",
    ]
    func sentence() -> String {
      (0...random.next() % 4).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined(separator: " ")
    }
    for _ in 0..<400 {
      var written = WrittenText()
      for number in 0..<random.next() % 12 + 1 {
        let end = random.chance(50) ? "\n" : "\r\n"
        for line in random.chance(5) ? ["~~~", "# no", "- [ ] no ^no", "~~~"] : [] {
          written.write(line)
          written.endLine(end)
        }
        let quote = ["", "", "> ", ">> "][Int(random.next() % 4)]
        // A heading's range has what stands before it in its line.
        switch random.next() % 4 {
        case 0:
          let item = random.chance(30) ? "- " : ""
          written.write(.heading, "\(quote)\(item)## \(sentence())\(random.chance(30) ? " ##" : "")")
        case 1:
          written.write(.heading) { written in
            written.write("\(quote)\(sentence())")
            written.endLine(end)
            written.write("\(quote)===")
          }
        case 2:
          written.write("\(quote)- ")
          written.write(.task, random.chance(50) ? "[ ]" : "[x]")
          written.write(" \(sentence())")
        default:
          written.write("\(quote)\(sentence()) ")
          written.write(.block, "^끝-\(number)")
        }
        written.endLine(end)
        written.endLine(end)
      }
      let text = Rope(written.text)
      let outline = Outline(of: text)
      try same(outline.headings.map(\.range), written.parts[.heading], text)
      try same(outline.tasks.map(\.range), written.parts[.task], text)
      try same(outline.blocks.map(\.range), written.parts[.block], text)
    }
  }

  private func same(_ ranges: [Range<Int>], _ places: [[TextPosition]]?, _ text: Rope) throws {
    let found = ranges.map { range in
      [range.lowerBound, range.upperBound].flatMap { offset in
        [PositionEncoding.utf8, .utf16, .utf32].map { text.position(at: offset, in: $0) }
      }
    }
    try require(found == places ?? [], "\(text.string.debugDescription): \(found), not \(places ?? [])")
  }
}
