import MemoMarkup
import MemoText
import TestSupport
import Testing

@Suite("Texts with other names in them")
struct RenamingTests {
  @Test(
    "have another title where the one before it stood, with its marks",
    arguments: [
      ("Old", "New"), ("Old\nOld", "New\nOld"), ("# Old #\nx", "# New #\nx"),
      ("  \n\n### Old\r\nx", "  \n\n### New\r\nx"),
      ("Old\n===\nx", "New\n===\nx"), ("Old  \nx", "New  \nx"),
      ("---\ntitle: Old\n---\n# Old\n", "---\ntitle: New\n---\n# New\n"),
      ("---\ntitle: Old\n---\nx\n\n*old*\n===\n# Old", "---\ntitle: New\n---\nx\n\nNew\n===\n# Old"),
      ("---\ntitle: Old\n---\n# Older\n# Old", "---\ntitle: New\n---\n# Older\n# Old"),
      ("---\ntitle: New\n---\n# new", "---\ntitle: New\n---\n# New"),
      ("---\nx: 1\n---\n# Old\n", "---\nx: 1\n---\n# New\n"), ("", "New\n"),
      ("---\nx: 1\n---\n", "---\nx: 1\n---\nNew\n"),
      ("\u{FEFF}# Old\nx", "\u{FEFF}# New\nx"), ("\u{FEFF}Old", "\u{FEFF}New"), ("\u{FEFF}", "\u{FEFF}New\n"),
      ("\u{FEFF}---\ntitle: Old\n---\n# Old\n", "\u{FEFF}---\ntitle: New\n---\n# New\n"),
      ("Old\n[[c]] #d", "New\n[[c]] #d"), ("Old \t\nx", "New \t\nx"), ("Old\u{3000}", "New\u{3000}"),
      ("*Old* `x` **y**\n*x*", "New\n*x*"),
      // Tags and the name of the block at its end stay.
      ("# Old #a\n", "# New #a\n"), ("## Old one #a/b  #c ##\n#d", "## New #a/b  #c ##\n#d"), ("Old #a ", "New #a "),
      ("Old\t#a\n===\n", "New\t#a\n===\n"), ("Old ^name", "New ^name"), ("Old #a ^name\n", "New #a ^name\n"),
    ])
  func title(text: String, result: String) throws { #expect(try Rope(text).titled("New").string == result) }

  @Test("have another title however long the paragraph behind it is")
  func longParagraph() throws {
    let rest = String(repeating: "- an entry of the log\n", count: 4000)
    for title in ["X", "A longer title", "제목"] {
      #expect(try Rope("# Log\n\(rest)").titled(title).string == "# \(title)\n\(rest)")
    }
  }

  @Test("have no heading called so that links could not lead to", arguments: ["<b>", "<!-- x -->"])
  func wordless(title: String) {
    #expect(throws: TitlingProblem.misread) { try Rope("# Old\nx").titled(title) }
  }

  @Test("can have a title like JSON, and none that hides what may be written after it one day")
  func ends() throws {
    #expect(try Rope("Old\nx").titled("{x}: 1").string == "{x}: 1\nx")
    for title in ["```", "<!--", "~~~"] {
      #expect(throws: TitlingProblem.misread, "\(title)") { try Rope("Old").titled(title) }
    }
  }

  @Test(
    "can't have another title in place of a line that is more than one, or in a header that can't be changed alone",
    arguments: [
      ("- [ ] Old", TitlingProblem.lineIsMore), ("- # Old\nx", .lineIsMore), ("> # Old", .lineIsMore),
      ("| a | b |\n|---|---|\n| c | d |\n", .lineIsMore), ("[a\nb](t) c", .lineIsMore), ("- Old\n- x", .lineIsMore),
      ("1. Old", .lineIsMore), ("> Old\nx", .lineIsMore), ("***\nx", .lineIsMore), ("\n---\nx", .lineIsMore),
      ("<!-- c\nsecret -->\nx", .lineIsMore), ("<details>\nx\n</details>", .lineIsMore),
      ("[^1]: some words", .lineIsMore), ("[a]: /u\n[a]", .lineIsMore), ("$$\nx\n$$", .lineIsMore),
      ("%%\nx\n%%", .lineIsMore), ("**a\nb**", .lineIsMore), ("`a\nb`", .lineIsMore), ("~~a\nb~~", .lineIsMore),
      ("# Old [[a]]", .lineIsMore), ("# [[a]] #b\n", .lineIsMore), ("![[a.png]]\nx", .lineIsMore),
      ("# See [web](https://x.y)", .lineIsMore), ("<https://x.y>", .lineIsMore), ("Old #a new", .lineIsMore),
      ("#a\nx", .lineIsMore), ("# #a #b", .lineIsMore),
      ("---\n\nOld  \nx", .headerUnwritable), ("---\ntitle: Old: x\n---\nx", .headerUnwritable),
      ("---\ntitle: \"Old\n---\n", .headerUnwritable), ("---\n\ttitle: Old\n---\n", .headerUnwritable),
      ("\u{FEFF}--- \ntitle: Old", .headerUnwritable), ("+++\ntitle = \"Old\"\n", .headerUnwritable),
      ("{\n\"title\": Old\n}\n", .headerUnwritable),
      ("---\nx: &t Old\n<<: {title: *t}\n---\n", .headerUnwritable),
    ])
  func untitled(text: String, problem: TitlingProblem) {
    #expect(throws: problem) { try Rope(text).titled("New") }
  }

  @Test(
    "can't have a title that would not be read as one, or hides what follows",
    arguments: ["---", "+++", "--- ", "# ", "```", "~~~", "<!--", " New", "\\", String(repeating: "x", count: 201)])
  func unwritable(title: String) {
    let text = Rope("Old\n[[a]]\n#b\n```\ncode\n```\n# c")
    if title == "\\" {
      #expect(throws: Never.self) { try text.titled(title) }
    } else {
      #expect(throws: TitlingProblem.misread) { try text.titled(title) }
    }
  }

  @Test(
    "have names that links can lead by",
    arguments: [
      ("New", true), ("새 이름 😀", true), ("a: b & c (d) \\ \"e\"", true), ("", false), (" \t", false), ("a[b", false),
      ("a]b", false), ("a|b", false), ("a#b", false), ("a^b", false), ("a\nb", false), ("a\rb", false), ("a\0b", false),
    ])
  func names(name: String, isRight: Bool) { #expect(name.canBeLedTo == isRight) }

  @Test(
    "have a heading of another name, with its marks or underline",
    arguments: [
      ("# Old\nx", 0, "# New\nx"), ("# a\n## Old ##\nOld", 1, "# a\n## New ##\nOld"), ("Old\n---\nx", 0, "New\n---\nx"),
      ("> # Old\n> x", 0, "> # New\n> x"), ("> Old\n> ===\n", 0, "> New\n> ===\n"), ("- # Old", 0, "- # New"),
      ("Old\r\nmore\r\n===\r\nx", 0, "New\r\n===\r\nx"), ("# *Old* `a`", 0, "# New"),
      ("# a\n\n1. Old\n   ---\n", 1, "# a\n\n1. New\n   ---\n"),
      ("*Old* and\n`more` old words\n  of it \n===\nx", 0, "New \n===\nx"),
      ("> *Old* and\n> **more** words\n> ---\n> x", 0, "> New\n> ---\n> x"),
      ("> > - Old and\n> >   more\n> >   ===\nx", 0, "> > - New\n> >   ===\nx"),
      ("10) Old and\n    more\n    ---\n", 0, "10) New\n    ---\n"), ("   Old one\n ===", 0, "   New\n ==="),
      ("-x old\n===", 0, "New\n==="), ("\\- x\nold\n---", 0, "New\n---"),
      ("> -\n>   Old x\n>   ===\n", 0, "> -\n>   New\n>   ===\n"),
      ("-\tOld x\n\t===\n", 0, "-\tNew\n\t===\n"), ("1> Old\n===", 0, "New\n==="),
      // Tags at its end, and the name of the block that it is, stay.
      ("## Old #a", 0, "## New #a"), ("Old #a\n#b ^g\n===", 0, "New #a\n#b ^g\n==="),
      ("> # Old #a #\n", 0, "> # New #a #\n"),
      ("## Old ^g\n\na ^x", 0, "## New ^g\n\na ^x"), ("## Old  ^g ##\n", 0, "## New  ^g ##\n"),
      ("Old\nx ^g\n===", 0, "New ^g\n==="), ("a ^g\n\n# Old", 0, "a ^g\n\n# New"),
    ])
  func heading(text: String, index: Int, result: String) throws {
    let outline = Outline(of: Rope(text))
    #expect(try outline.text(Rope(text), withHeading: index, called: "New").text.string == result)
  }

  @Test(
    "have links that now lead elsewhere, each written as it was",
    arguments: [
      ("[[Old]] ![[Old#x|Old]] [[ Old ]]", "[[New & (one): 한]] ![[New & (one): 한#n h|Old]] [[ New & (one): 한 ]]"),
      (
        "[Old](Old) ![](Old#x 'Old')",
        "[Old](New%20%26%20%28one%29%3A%20한) ![](New%20%26%20%28one%29%3A%20한#n%20h 'Old')"
      ),
      ("[a](<Old#x>)", "[a](<New %26 (one)%3A 한#n h>)"),
      ("![a](<Old> 't') [b]\n\n[b]: <Old>", "![a](<New %26 (one)%3A 한> 't') [b]\n\n[b]: <New %26 (one)%3A 한>"),
      ("[a]( <Old> )", "[a]( <New %26 (one)%3A 한> )"), ("[a](#x) [[#x]]", "[a](#n%20h) [[#n h]]"),
      ("[a] [b][a]\n\n[a]: Old#x", "[a] [b][a]\n\n[a]: New%20%26%20%28one%29%3A%20한#n%20h"),
      ("| a |\n|---|\n| [[Old\\|b]] |", "| a |\n|---|\n| [[New & (one): 한\\|b]] |"),
      ("`[[Old]]` https://Old [x](https://Old)", "`[[Old]]` https://Old [x](https://Old)"),
    ])
  func links(text: String, result: String) {
    let rope = Rope(text)
    let replacements = Outline(of: rope).links.filter(\.namesMemo).flatMap { link in
      link.replacements(
        target: link.target == "Old" ? "New & (one): 한" : nil, fragment: link.fragment == nil ? nil : "n h", in: rope)
    }
    let replaced = rope.replacing(replacements)
    #expect(replaced.string == result)
    #expect(
      Outline(of: replaced).links.filter { $0.namesMemo && !$0.target.isEmpty }.allSatisfy {
        $0.target == "New & (one): 한"
      })
  }

  @Test(
    "can't have a heading that would be something else there",
    arguments: [
      ("Old\n---", "- New"), ("> Old\n> ===", "> New"), ("a\n# Old", " "), ("Old\n===", "---"),
    ])
  func unwritableHeading(text: String, name: String) {
    #expect(throws: TitlingProblem.misread) {
      try Outline(of: Rope(text)).text(Rope(text), withHeading: 0, called: name)
    }
  }

  @Test(
    "can't have another heading in place of one whose links or tags would go, or that is nothing else",
    arguments: [
      "# Old [[a]]", "# [[Old]]", "# [Old](x) #a", "# ![[a.png]]", "# <https://x.y> old", "Old #a\nnew\n===", "# ^g",
      "# #a",
    ])
  func headingWithMore(text: String) {
    #expect(throws: TitlingProblem.lineIsMore) {
      try Outline(of: Rope(text)).text(Rope(text), withHeading: 0, called: "New")
    }
  }

  @Test("lead by any name that a link can have, in whatever way they are written")
  func anyName() throws {
    var generator = SeededGenerator(stream: 143)
    let letters = Array(" abé한😀%&()<>\\\"'`*_~!?/:;,.=+-@$0{}\u{A0}\t\u{301}")
    for _ in 0..<trials(4000) {
      let count = Int.random(in: 1...8, using: &generator)
      var name = String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
      name = name.trimmingCharactersOfWhiteSpace
      guard name.canBeLedTo else { continue }
      // HTML, and a backslash at its end, end a wiki link.
      let isWiki = !name.contains("<") && !name.hasSuffix("\\")
      for text in (isWiki ? ["[[x]]"] : []) + [
        "[a](x)", "[a](<x>)", "![a](x 't')", "[a][b]\n\n[b]: x", "[a]\n\n[a]: <x> 't'",
      ] {
        let rope = Rope(text)
        let link = try #require(Outline(of: rope).links.first)
        let replaced = rope.replacing(link.replacements(target: name, fragment: nil, in: rope))
        let links = Outline(of: replaced).links
        try require(
          links.count == 1 && links[0].target == name && links[0].fragment == nil && links[0].namesMemo,
          "\(name.debugDescription) in \(text) became \(replaced.string.debugDescription)")
      }
      for text in ["<memo:a#x>", "[a](<memo:a#x>)"] {
        let rope = Rope(text)
        let link = try #require(Outline(of: rope).links.first)
        let replaced = rope.replacing(link.replacements(target: nil, fragment: name, in: rope))
        let links = Outline(of: replaced).links
        try require(
          links.count == 1 && links[0].target == "memo:a" && links[0].fragment == name && links[0].namesMemo,
          "\(name.debugDescription) in \(text) became \(replaced.string.debugDescription)")
      }
    }
  }

  @Test("have tags of another name")
  func tags() {
    let text = Rope("#old #older (#OLD/x) `#old` [[#old]]")
    let replacements = Outline(of: text).replacements(ofTags: { tag in
      tag.lowercased().hasPrefix("old") && tag != "older" ? "new" + tag.dropFirst(3) : nil
    })
    #expect(text.replacing(replacements).string == "#new #older (#new/x) `#old` [[#old]]")
  }

  @Test("have several replaced in any order, and of those for one stretch the first alone")
  func replacing() {
    let replaced = Rope("abcdef").replacing([
      TextReplacement(range: 4..<5, text: "E"), TextReplacement(range: 0..<2, text: "-"),
      TextReplacement(range: 4..<5, text: "no"), TextReplacement(range: 6..<6, text: "!"),
      TextReplacement(range: 2..<4, text: "beside"),
    ])
    #expect(replaced.string == "-besideEf!")
    let overlapping = Rope("abcdef").replacing([
      TextReplacement(range: 0..<3, text: "lost"), TextReplacement(range: 2..<5, text: "-"),
      TextReplacement(range: 6..<6, text: "!"), TextReplacement(range: 6..<6, text: "lost"),
    ])
    #expect(overlapping.string == "ab-f!")
  }
}

extension String {
  fileprivate var trimmingCharactersOfWhiteSpace: String {
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
