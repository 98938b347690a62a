import MemoText
import TestSupport
import Testing

@testable import MemoMarkup

@Suite("A paragraph directly above a table, and the table's heads")
struct TableTests {
  @Test(
    "have their links, each at its place",
    arguments: [
      ("[[a]] b\n| c | d |\n|---|---|\n| 1 | 2 |", ["a"]),
      ("[[a]]\r\n| [[b]] | c |\r\n|-|-|\r\n| [[d]] | 2 |", ["a", "b", "d"]),
      ("*em [[a]]*\n| h [[b]] | c |\n|-|-|\n|1|2|", ["a", "b"]), ("|[[a]]|\n|[[b]]|\n|-|", ["a", "b"]),
      ("# h\n[[a]] b\nc [[d]]\n| e |\n|-|", ["a", "d"]),
      ("# [[h]]\n\n[[a]]\n[[b]]\n|[[c]]|\n|-|", ["h", "a", "b", "c"]),
      ("- [[a]]\n  [[b]]\n  | [[c]] |\n  |-|\n  |[[d]]|", ["a", "b", "c", "d"]),
      ("> [[a]]\n> [[b]]\n> | [[c]] |\n> |-|\n> |[[d]]|", ["a", "b", "c", "d"]),
      ("x\n\n> 1. - [[a]]\n>      [[b]]\n>      |[[c]]|\n>      |-|\n>      |[[d]]|", ["a", "b", "c", "d"]),
      ("> [[a]]\n[[b]]\n\t [[c]]\n|[[d]]|\n> |-|\n> |[[e]]|", ["a", "b", "c", "d", "e"]),
      ("  [[a]]\n\t\t[[b]]\n      | [[c]] | d |\n   |-|-|", ["a", "b", "c"]),
      ("-\t[[a]]\n\t[[b]]\n\t|[[c]]|\n\t|-|", ["a", "b", "c"]),
      ("a [b\nc\\|d](u)\n|[e](v)|\n|-|", ["u", "v"]), ("[[a\\|b]]\n|[[c\\|d]]|\n|-|", ["a\\", "c"]),
      ("[r]: /u\n| [r] |\n|-|", ["/u"]), ("[r]: /u\n[r] [[a]]\n| [r] |\n|-|", ["/u", "a", "/u"]),
      ("a | [[b]]\n| c | d |\n| [[e]] | f |\n|-|-|", ["b", "e"]), ("a\n[[b]]\n[[c]]\n:-:\n[[d]]", ["b", "c", "d"]),
      ("|a|\n|-|\n|1|\n\n[[b]]\n|[[c]]|\n|-|", ["b", "c"]),
      ("- a\n<i>[[b]]\n\n  [[c]]\n  |[[d]]|\n  |-|", ["b", "c", "d"]),
    ])
  func links(text: String, targets: [String]) {
    let rope = Rope(text)
    let links = Outline(of: rope).links
    #expect(links.map(\.target) == targets)
    for link in links where link.kind == .wiki {
      #expect(rope.string(in: link.range).hasPrefix("[[\(link.target)"))
      #expect(rope.string(in: link.targetRange) == link.target)
    }
  }

  @Test("have their tags, names and tasks")
  func signs() {
    let task = OutlineSketch("- [ ] *do* [[a]] #b\n  | #c | d |\n  |-|-|\n- [x] e\n  f ^id\n  |g|\n  |-|")
    #expect(task.tasks == ["open do a #b <[ ]>", "done e f <[x]>"])
    #expect(task.tags == ["b <#b>", "c <#c>"] && task.blocks == ["id <^id>"])
    #expect(OutlineSketch("- a\n\n  [ ] b\n  |c|\n  |-|").tasks == [])
  }

  /// How the first line of a paragraph and its others begin in some quotations and lists.
  private static let places = [
    ("", ""), ("", ""), ("> ", "> "), (">", ">"), ("- ", "  "), ("10) ", "    "), ("-\t", "\t"), ("- [ ] ", "  "),
    ("> - ", ">   "), ("- > ", "  > "), ("- > 1. - [x] ", "  >      "), (">> ", "> >"), ("x\n> ", "> "),
  ]
  private static let words = [
    "w", "[[a]]", "[[b#c|d]]", "![[e]]", "#tag", "^id", "[x](u)", "[y\nz](v)", "*em* k", "`", "`[[no]] #no`",
    "<i>f</i>",
    "g | h", "|", "[[m\\|n]]", "[r]", "한글 #글", "😀", "\\", "[", "]]", "&amp;", "[s]: t", "<http://o>", "p  ", "\0",
  ]
  private static let heads = [
    "q", "[[a]]", "#tag", "[[m\\|n]]", "[r]", "`[[no]]`", "*o* [p](v)", "", "한", "^id", "[[l]",
  ]

  @Test("say together what they say with a blank line between")
  func random() throws {
    var random = SeededGenerator(stream: 1)
    for _ in 0..<trials(3000) { try compare(&random, plainLines: 0) }
    for _ in 0..<6 { try compare(&random, plainLines: 9000) }
  }

  /// Puts a table below a paragraph that may have some lines without any sign.
  private func compare(_ random: inout SeededGenerator, plainLines: Int) throws {
    func pick<T>(_ choices: [T]) throws -> T { try #require(choices.randomElement(using: &random)) }
    let (first, next) = try pick(Self.places)
    let lineEnd = try pick(["\n", "\n", "\r\n"])
    func lines(_ lines: [String]) -> String { lines.map { $0 + lineEnd }.joined() }
    let plain = Array(repeating: next + "many words in here..", count: plainLines)

    let before = try pick(["", "# h #t\n", "x [[y]]\n\n", "***\n", "```\n[[no]]\n```\n", "|[[j]]|\n|-|\n\n"])
    // A header is no matter of paragraphs.
    var paragraph = (before == "***\n" ? "\n" : "") + before + lines(plain.isEmpty ? [] : plain + [""])
    // More white space after an item's mark would move what is below it farther in.
    let indentation = first == next ? ["", "", " "] : [""]
    var start = try first + pick(indentation) + pick(["w ", "[[k]] ", "[r]: /u", "#first ", "(", "*v* "])
    for index in 0..<Int.random(in: 1...4, using: &random) {
      if index > 0 {
        start =
          try pick([next, next, next, ""]) + pick(["", "", "  ", "\t", "       "]) + pick(["w ", "[[k]] ", "#n "])
        if index == 1 { paragraph += lines(plain) }
      }
      var line = start
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        line += try pick(Self.words).replacing("\n", with: lineEnd + next) + pick([" ", ""])
      }
      paragraph += line + lineEnd
    }
    let columns = Int.random(in: 1...3, using: &random)
    let cells = try (0..<columns).map { _ in try pick(Self.heads) }
    let table = try lines([
      next + pick(["", " "]) + "| " + cells.joined(separator: " | ") + pick([" |", " | "]),
      next + String(repeating: "|-", count: columns) + "|", next + "| [[row]]" + pick(["", "|"]),
    ])
    let end = try pick(["", "\n", "\n[r]: /d\n", "# h\n"])

    let blank = next + lineEnd
    let (above, apart) = (paragraph + table + end, paragraph + blank + table + end)
    let place = paragraph.utf8.count
    let told = Self.told(Outline(of: Rope(above))) { $0 }
    let expected = Self.told(Outline(of: Rope(apart))) { $0 < place + blank.utf8.count ? $0 : $0 - blank.utf8.count }
    guard told != expected else { return }
    let differing = told.filter { !expected.contains($0) } + ["instead of"] + expected.filter { !told.contains($0) }
    throw Mismatch("\(above.suffix(600).debugDescription): \(differing)")
  }

  /// All that an outline tells, at other places.
  private static func told(_ outline: Outline, at place: (Int) -> Int) -> [String] {
    func told(_ range: Range<Int>?) -> String { range.map { "\(place($0.lowerBound)) \(place($0.upperBound))" } ?? "" }
    var words = outline.links.map { link in
      "\(link.kind) \(link.target) #\(link.fragment ?? "") |\(link.label ?? "") \(told(link.range))"
        + " \(told(link.targetRange)) \(told(link.fragmentRange))"
    }
    words += outline.tags.map { "tag \($0.name) \(told($0.range))" }
    words += outline.tasks.map { "task \($0.isDone) \($0.text) \(told($0.range))" }
    words += outline.blocks.map { "block \($0.name) \(told($0.range))" }
    words += outline.headings.map { "heading \($0.text) \(told($0.range))" }
    words += outline.code.map { "code \($0.text) \(told($0.range))" }
    return words + ["longest \(outline.longestBlock) \(outline.longestDefinition)"]
  }
}
