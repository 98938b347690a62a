import MemoMarkup
import MemoText
import Testing

/// What CommonMark 0.31.2 and this program's own rules say of cases that look like others.
@Suite("Outlines where a rule ends")
struct EdgeTests {
  private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test("A definition's label has words, no bracket, and at most 999 characters; else it is a paragraph")
  func labels() {
    for (text, tags) in [
      ("[ #a \(repeated("x", 994))]: /u", 0), ("[ #a \(repeated("x", 996))]: /u", 1), ("[ #a[b]: /u", 1),
      ("[ #a\\[b]: /u", 0), ("[ #a b]: /u", 0),
    ] {
      #expect(Outline(of: Rope(text)).tags.count == tags, "\(text.prefix(20))")
    }
    #expect(OutlineSketch("[ ]: ^id").blocks == ["id <^id>"] && OutlineSketch("[x]: ^id").blocks == [])
  }

  @Test(
    "A definition has a destination with parentheses in at most 32 pairs, and a title alone after it",
    arguments: [
      ("[a]: (((x)))", 1), ("[a]: b)", 0), ("[a]: (b", 0), ("[a]: b (c)", 1), ("[a]: b (c(d)", 0), ("[a]: b 'c' d", 0),
      ("[a]: b\n'c' d", 1), ("[a]: b\n'c'", 1), ("[a]: b 'c", 0), ("[a]: b\u{7F}c", 0), ("[a](<b>'c')\n\n[b]: c", 0),
    ])
  func definitions(text: String, links: Int) {
    #expect(OutlineSketch("\(text)\n\n[a]").links.count == links)
  }

  @Test("An underline below nothing but definitions is words, and the paragraph goes on")
  func underline() {
    let outline = OutlineSketch("[x]: u\n===\n    [[a]]\n")
    #expect(outline.links == ["wiki a <[[a]]> a"] && outline.headings == [] && outline.outline.code.isEmpty)
  }

  @Test("Code has all bytes of its lines, though these begin with letters")
  func code() {
    #expect(OutlineSketch("~~~\nabc d\n  e\n~~~\n").outline.code.map(\.text) == ["abc d\n  e\n"])
  }

  @Test("A definition's parentheses are counted")
  func parentheses() {
    for (count, links) in [(32, 1), (33, 0)] {
      #expect(OutlineSketch("[a]: \(repeated("(", count))\(repeated(")", count))\n\n[a]").links.count == links)
    }
  }

  @Test("Links have no more from definitions than 100,000 bytes, or the text's length")
  func expansion() {
    let links = OutlineSketch("[a]: \(repeated("x", 2000))\n\n\(repeated("[a] ", 99))").links
    #expect(links.count == 50)
  }

  @Test(
    "What is no link, tag, name, task or code is looked for in what is left",
    arguments: [
      ("[a](x%41)", ["markdown xA |a <[a](x%41)> x%41"]), ("[a](<ab: c>)", ["markdown ab: c |a <[a](<ab: c>)> ab: c"]),
      ("`` [x](u) `y` [v](w)", ["markdown u |x <[x](u)> u", "markdown w |v <[v](w)> w"]),
      ("x <!-->[[a]]-->", ["wiki a <[[a]]> a"]), ("x <!--->[[a]]-->", ["wiki a <[[a]]> a"]),
      ("<![CDATA[\n[[a]]\n]]>\n\n[[b]]", ["wiki b <[[b]]> b"]), ("<a:[[c]]>", ["wiki c <[[c]]> c"]),
    ])
  func links(text: String, links: [String]) { #expect(OutlineSketch(text).links == links) }

  @Test("Signs stand where words begin")
  func signs() {
    #expect(OutlineSketch("a ^x_y-1").blocks == ["x_y-1 <^x_y-1>"])
    #expect(OutlineSketch("a (^x").blocks == [] && OutlineSketch("a>#b").tags == [])
    #expect(OutlineSketch("- [\t] a").tasks == ["open a <[\t]>"] && OutlineSketch("- [ ]a").tasks == [])
    #expect(OutlineSketch("|a|\n|-|\n|b ^c|").blocks == [])
    #expect(OutlineSketch("- [ ] a ^b").tasks == ["open a <[ ]>"])
  }

  @Test(
    "Code keeps its blank lines and its spaces, and its line ends are spaces",
    arguments: [
      ("```\na\n\n\n\nb\n```", "a\n\n\n\nb\n"), ("`   `", "   "), ("` a `", "a"), ("`a\\\nb`", "a\\ b"),
      ("`a  \nb`", "a   b"), ("`a \t\r\n \tb`", "a \t b"), ("`  \na\\ \n`", "  a\\ "),
      ("    a\n\n\n    b", "a\n\n\nb\n"),
    ])
  func code(text: String, code: String) { #expect(Outline(of: Rope(text)).code.map(\.text) == [code]) }

  @Test("An item whose mark stands alone ends at a blank line, with white space in it or not")
  func emptyItems() {
    for text in ["-\n\n    # a", "-\n  \n    # a"] {
      #expect(OutlineSketch(text).headings == [] && Outline(of: Rope(text)).code.count == 1)
    }
  }

  @Test("A header has at most 1 MiB, its fences included, however a text is cut into parts")
  func longHeaders() throws {
    for (size, isHeader) in [(1 << 20, true), (1 << 20 + 1, false)] {
      let bytes = Array("---\n".utf8) + repeatElement(UInt8(ascii: "#"), count: size - 9) + Array("\n---\n".utf8)
      try #require(bytes.count == size)
      #expect(
        (Header(bytes) != nil) == isHeader && (Header(Rope(String(decoding: bytes, as: UTF8.self))) != nil) == isHeader)
    }
    // At the first look it seems to end where it goes on.
    let words = "---\na: \(repeated("x", 4096 - 11))\n---"
    try #require(words.utf8.count == 4096)
    let header = try #require(Header(Rope("\(words)b: 1\n---\nbody")))
    #expect(header.members.map(\.name) == ["a", "---b"])
  }

  @Test("Notes that are nearly YAML have names of at most 100 bytes with white space after the colon")
  func nearlyYAML() {
    for (line, isHeader) in [
      ("\(repeated("x", 100)): y", true), ("\(repeated("x", 101)): y", false), ("x:y", false), ("x:", true),
    ] {
      let header = Header(Rope("---\ntitle: a: a\n\(line)\n---\n"), .notes)
      #expect((header != nil) == isHeader, "\(line)")
      if let header { #expect(HeaderMeaning(header).title == "a: a") }
    }
    #expect(Header(Rope("---\nTitle: a\ntitle: b\n---\n"), .notes).map { HeaderMeaning($0).title } == "a")
  }

  @Test("Only YAML ends with dots, and what is indented by four is code, no heading and no underline")
  func fences() {
    #expect(Header(Rope("+++\na = 1\n...\nb = 2\n+++\n"))?.members.map(\.name) == ["a", "b"])
    #expect(Excerpts(of: Rope("    #\nwords")).title == "#" && Excerpts(of: Rope("   #\nwords")).title == "words")
    #expect(Excerpts(of: Rope("a\n    ===\nb")).preview == "=== b" && Excerpts(of: Rope("a\n   ===\nb")).preview == "b")
    #expect(Excerpts(of: Rope("a\r\n===\r\nb")).preview == "b")
  }

  @Test("What stands for nothing in YAML is no title", arguments: ["", "~", "null", "Null", "NULL"])
  func nothing(word: String) {
    #expect(Header(Rope("---\ntitle: \(word)\n---\n")).map { HeaderMeaning($0).title } == .some(nil))
  }
}
