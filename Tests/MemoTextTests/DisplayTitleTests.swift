import MemoText
import TestSupport
import Testing

@Suite("Titles for lists")
struct DisplayTitleTests {
  private static let examples: [(text: String, title: String, preview: String)] = [
    ("", "", ""),
    (" \t\n\r\n\u{A0}\u{3000}\u{2028}", "", ""),
    ("Title", "Title", ""),
    ("  Title\t \r\nbody", "Title", "body"),
    ("\n\r \u{3000}\u{A0}\n\u{85}Title\u{2029}\rone\n\n  two\t\u{3000}three \r\n", "Title", "one two three"),
    ("a  b\u{3000}c\nd  e", "a  b\u{3000}c", "d e"),
    ("a\u{2028}b\nc", "a\u{2028}b", "c"),
    ("a\u{0B}b\u{0C}c\rd", "a\u{0B}b\u{0C}c", "d"),
    ("\u{200B}\nx", "\u{200B}", "x"),
    ("\u{FEFF}\nx", "\u{FEFF}", "x"),
    ("\0\nx", "\0", "x"),
    ("\u{180E}x", "\u{180E}x", ""),
    (" \u{301}x\ny", "\u{301}x", "y"),
    ("x \u{301} \ny \u{301} ", "x \u{301}", "y \u{301}"),
    ("T\n \n \n", "T", ""),
  ]

  @Test("are the first line that is not only white space, and what follows it", arguments: examples)
  func example(text: String, title: String, preview: String) {
    check(text, title, preview)
    let blanks = String(repeating: " \r\n\t", count: 200)
    check(blanks + "\n" + text, title, preview)
  }

  private static let units = [
    "a", "한", "\u{1112}\u{1161}\u{11AB}", "e\u{301}", "👩‍👩‍👧‍👦", "🇰🇷", "👍🏽", "a\u{301}\u{302}\u{303}", "क्षि",
  ]

  @Test("are cut after whole grapheme clusters", arguments: units)
  func limits(unit: String) {
    for count in [159, 160, 161, 199, 200, 201, 250, 251, 1_000] {
      let line = String(repeating: unit, count: count)
      let room = 1024 / unit.utf8.count
      let title = String(repeating: unit, count: min(count, 200, room))
      let preview = String(repeating: unit, count: min(count, 160, room))
      check(line + "\r\n" + line, title, preview)
      check("\t " + line + " \r\n\n" + line + "\u{3000}", title, preview)
    }
  }

  @Test("have at most 1 KiB, cut before the cluster that has no room", arguments: ["e\u{301}", "👩‍👩‍👧‍👦", "한"])
  func bytes(unit: String) {
    let marks = String(repeating: "\u{301}", count: 400)
    for count in [100, 158, 198] {
      // 801 bytes a cluster: the first may fit.
      let line = String(repeating: unit, count: count) + "y" + marks + "z" + marks + "b"
      check(line + "\n" + line, cut(line, 200), cut(line, 160))
      #expect(Rope(line).displayTitle(from: 0).utf8.count <= 1024)
    }
  }

  @Test(
    "show the beginning of a first cluster that has more, whole scalars of it",
    arguments: ["\u{301}", "\u{20D0}", "\u{1D165}"])
  func giantCluster(mark: String) {
    let line = "Z" + String(repeating: mark, count: 1_000_000)
    let cut = "Z" + String(repeating: mark, count: 1023 / mark.utf8.count)
    check(line + "\n" + line, cut, cut)
    check(line + "b", cut, "")
  }

  @Test("show the last cluster that has room with all its marks", arguments: ["\u{301}", "\u{200D}\u{301}"])
  func marksAtTheCut(marks: String) {
    func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
    let line = letters(160) + marks + letters(39) + "b" + marks
    check(line + "c\n" + line, line, letters(160) + marks)
  }

  @Test("keep white space at the cut only if the line goes on")
  func whiteSpaceAtTheCut() {
    let start = String(repeating: "a", count: 195)
    let gap = String(repeating: " ", count: 2_000)
    check(start + gap, start, "")
    check(start + gap + "\nx", start, "x")
    check(start + gap + "x", start + "     ", "")
    check("t\n" + String(repeating: "a", count: 159) + gap + "b", "t", String(repeating: "a", count: 159) + " ")
    check("t\n" + String(repeating: "a", count: 159) + gap, "t", String(repeating: "a", count: 159))
  }

  @Test("agree with a plain reading of random texts")
  func random() throws {
    var random = SeededGenerator(stream: 3)
    for _ in 0..<1_500 {
      let text = random.text(pieces: random.chance(50) ? 20 : 900)
      let (title, preview) = plain(text)
      let rope = Rope(text)
      guard rope.displayTitle(from: 0).utf8.elementsEqual(title.utf8),
        rope.preview(from: 0).utf8.elementsEqual(preview.utf8)
      else {
        throw Mismatch("\(text.debugDescription)")
      }
    }
  }

  @Test("of a giant first line come from its beginning")
  func giantLine() {
    let text = String(repeating: "word ", count: 1_000_000)
    let rope = Rope(text + "\nrest")
    #expect(rope.displayTitle(from: 0) == String(text.prefix(200)))
    #expect(rope.preview(from: 0) == "rest")
  }

  private func check(_ text: String, _ title: String, _ preview: String) {
    let rope = Rope(text)
    let (mine, theirs) = (rope.displayTitle(from: 0), rope.preview(from: 0))
    #expect(mine.utf8.elementsEqual(title.utf8), "\(mine.debugDescription), not \(title.debugDescription)")
    #expect(theirs.utf8.elementsEqual(preview.utf8), "\(theirs.debugDescription), not \(preview.debugDescription)")
  }

  /// The longest beginning that is so few clusters and no more than 1 KiB; of a first cluster that is longer, its
  /// scalars.
  private func cut(_ text: String, _ limit: Int) -> String {
    var cut = ""
    for cluster in text.prefix(limit) {
      if cut.utf8.count + cluster.utf8.count > 1024 { break }
      cut.append(cluster)
    }
    if !cut.isEmpty || text.isEmpty { return cut }
    for scalar in text.unicodeScalars {
      if cut.utf8.count + UTF8.width(scalar) > 1024 { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }

  /// Title and preview by the rule, reading everything.
  private func plain(_ text: String) -> (title: String, preview: String) {
    let model = TextModel(text)
    for line in model.lines {
      let content = model.scalars[line.content]
      guard let first = content.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = content.lastIndex(where: { !$0.properties.isWhitespace })
      else { continue }
      let words = model.scalars[line.next...].split { $0.properties.isWhitespace }.map { string($0) }
      return (
        cut(string(content[first...last]), 200),
        cut(words.joined(separator: " "), 160)
      )
    }
    return ("", "")
  }

  private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension Rope {
  /// What follows the line of `displayTitle`.
  fileprivate func preview(from start: Int) -> String {
    guard let start = firstInk(from: start) else { return "" }
    return opening(from: offsetOfLine(position(at: start, in: .utf8).line + 1))
  }
}
