import MemoExchange
import MemoText
import TestSupport
import Testing

@Suite("File names")
struct FileNameTests {
  @Test(
    "are made of the words of the first line that has some",
    arguments: [
      ("Shopping\nmilk", "Shopping"), ("  two  words! ", "two-words"), ("\n\r\n***\n가나 다", "가나-다"), ("", "untitled"),
      ("🙂🙂", "untitled"), ("../../etc/passwd", "etc-passwd"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"),
      ("a.txt.", "a-txt"), (".hidden", "hidden"), ("-rf", "rf"), ("~root", "root"), ("nul", "memo-nul"),
      ("CON", "memo-CON"), ("con.txt", "con-txt"), ("Com1\nx", "memo-Com1"), ("LPT\u{B9}", "memo-LPT\u{B9}"),
      ("com0", "com0"), ("a\u{200D}b\u{0}c", "ab-c"), ("e\u{301}t\u{E9}", "e\u{301}t\u{E9}"),
    ])
  func stem(text: String, name: String) {
    #expect(FileName.stem(of: Rope(text)).utf8.elementsEqual(name.utf8), "\(FileName.stem(of: Rope(text)))")
  }

  @Test("have at most 60 bytes, and are cut between characters")
  func length() {
    #expect(FileName.stem(of: Rope(String(repeating: "가", count: 100))) == String(repeating: "가", count: 20))
    #expect(
      FileName.stem(of: Rope(String(repeating: "word ", count: 100))) == "word" + String(repeating: "-word", count: 11))
    #expect(FileName.stem(of: Rope("a" + String(repeating: "\u{301}", count: 100))) == "untitled")
  }

  @Test("of random texts are safe on every system")
  func random() throws {
    var generator = SeededGenerator(stream: 301)
    for _ in 0..<5000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator)) ?? "x"
        text +=
          ["con", "aux", ".", "/", "\\", "\n", " ", "\u{0}", "..", "\u{202E}", "com1", String(scalar)]
          .randomElement(using: &generator) ?? ""
      }
      let name = FileName.stem(of: Rope(text))
      try require((1...65).contains(name.utf8.count), "\(text.debugDescription) is called \(name.debugDescription)")
      let isSafe = name.unicodeScalars.allSatisfy { scalar in
        scalar == "-" || (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.isMark)
      }
      try require(isSafe, "\(text.debugDescription) is called \(name.debugDescription)")
      try require(!["con", "aux", "com1"].contains(name.lowercased()), "\(name) is a device")
    }
  }

  @Test(
    "come from the paths that files had, unless a folder is called as another file would be",
    arguments: [
      ("a/n.md", ".md", "a/n.md"), ("a/n.MARKDOWN", ".md", "a/n.MARKDOWN"), ("a/n.md", ".html", "a/n.html"),
      ("n.html/a.md", ".html", nil), ("x/n.MD/a", ".md", nil), ("n.markdown/a.md", ".md", nil),
      ("n.md/a.md", ".html", "n.md/a.html"), ("../a", ".md", nil), (".git/a", ".md", nil),
    ])
  func place(path: String, suffix: String, written: String?) {
    #expect(FileName.place(path, suffix).map { $0.folder + $0.stem + $0.suffix } == written)
  }

  @Test("are given once each, whatever the case and the spelling")
  func unique() {
    var names = FileNames()
    let given = ["a", "A", "a-2", "b", "\u{E9}", "e\u{301}", "E\u{301}", "a", "straße", "STRASSE"].map {
      names.unique($0)
    }
    #expect(given == ["a", "A-2", "a-2-2", "b", "\u{E9}", "e\u{301}-2", "E\u{301}-3", "a-3", "straße", "STRASSE-2"])
  }

  @Test("of 20,000 memos without a title are found without trying all numbers")
  func many() {
    var names = FileNames()
    for _ in 0..<19_999 { _ = names.unique("untitled") }
    #expect(names.unique("Untitled") == "Untitled-20000")
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
      || [.letterNumber, .otherNumber, .modifierLetter].contains(properties.generalCategory)
  }
}
