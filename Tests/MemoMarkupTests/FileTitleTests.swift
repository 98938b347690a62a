import TestSupport
import Testing

@testable import MemoMarkup

@Suite("What the file of a new memo is called")
struct FileTitleTests {
  @Test(
    "a title as every file system takes it",
    arguments: [
      ("Shopping list", "Shopping list"), ("", "Untitled"), (" . . ", "Untitled"), ("TCP/IP", "TCP IP"),
      ("Plan: \"rain\"?", "Plan rain"), ("a\\b|c<d>e*f", "a b c d e f"), ("..hidden", "hidden"), ("end. .", "end"),
      ("a\n\tb\u{0}c", "a b c"), ("con", "_con"), ("Nul.txt", "_Nul.txt"), ("console", "console"), ("COM1", "_COM1"),
      ("비 오는 날", "비 오는 날"), ("C# & co", "C# & co"), ("a\u{202E}b\u{200B}c", "abc"),
      ("👩‍👩‍👧 family", "👩‍👩‍👧 family"), ("~tilde", "~tilde"), ("\u{A0}x\u{3000}y", "x y"), ("***", "Untitled"),
    ])
  func titles(title: String, stem: String) {
    #expect(FileTitle.name(for: title, suffix: ".md") { _ in false }.utf8.elementsEqual("\(stem).md".utf8))
  }

  @Test("one that is taken gets a number, in whatever case or spelling it is taken")
  func taken() {
    var names: Set<String> = []
    func name(_ title: String) -> String {
      let name = FileTitle.name(for: title, suffix: ".md") { names.contains(FileTitle.form(of: $0)) }
      names.insert(FileTitle.form(of: name))
      return name
    }
    #expect(name("Title") == "Title.md" && name("title") == "title 2.md" && name("TITLE") == "TITLE 3.md")
    #expect(name("Title 2") == "Title 2 2.md")
    #expect(name("\u{E9}") == "\u{E9}.md" && name("E\u{301}") == "E\u{301} 2.md")
    #expect(name("") == "Untitled.md" && name("?") == "Untitled 2.md")
  }

  @Test("10,000 random titles: each name is of at most 255 bytes, hides nothing, and leads nowhere else")
  func random() {
    var chance = SeededGenerator(stream: 0x163)
    let pieces = [
      "a", "B", " ", ".", "/", "\\", ":", "\0", "\n", "é", "e\u{301}", "가", "👩‍👩‍👧", "\u{202E}", "con", "-", "\u{7F}",
    ]
    for _ in 0..<10_000 {
      let count = chance.chance(10) ? 400 : Int.random(in: 0...12, using: &chance)
      let title = (0..<count).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
      let name = FileTitle.name(for: title, suffix: ".md") { !$0.contains("2") }
      #expect(name.utf8.count <= 255 && name.hasSuffix(" 2.md"), "\(title.debugDescription)")
      #expect(name.first != "." && name.first != " ", "\(title.debugDescription)")
      #expect(!name.unicodeScalars.contains { $0.value < 0x20 || "/\\:*?\"<>|\u{7F}".unicodeScalars.contains($0) })
    }
  }
}
