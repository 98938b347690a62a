import MemoText
import Testing

@Suite("Titles")
struct TitleTests {
  private static let splits: [(text: String, title: String, separator: String, body: String)] = [
    ("", "", "", ""),
    ("one", "one", "", ""),
    ("one\n", "one", "\n", ""),
    ("one\r\ntwo", "one", "\r\n", "two"),
    ("one\rtwo\nthree", "one", "\r", "two\nthree"),
    ("one\n\rtwo", "one", "\n", "\rtwo"),
    ("\n\nbody", "", "\n", "\nbody"),
    ("\r\n", "", "\r\n", ""),
    ("a\u{2028}b\u{85}c\n", "a\u{2028}b\u{85}c", "\n", ""),
    (" title \n body ", " title ", "\n", " body "),
    ("e\u{301}\r\n\u{301}", "e\u{301}", "\r\n", "\u{301}"),
  ]

  @Test("and bodies add up to the text", arguments: splits)
  func split(text: String, title: String, separator: String, body: String) {
    for filler in ["", String(repeating: "long ", count: 100)] {
      let rope = Rope(filler + text)
      #expect(rope.titleBodySplit == TitleBodySplit(title: filler + title, separator: separator, body: body))
      #expect(rope.title.utf8.elementsEqual((filler + title).utf8))
    }
  }

  @Test(
    "start with the clusters that are whole within 1 KiB",
    arguments: [
      ("", 0, "more", 1024), ("a", 1023, "한", 1023), ("a", 1021, "한", 1024), ("a", 1020, "e\u{301}\u{302}", 1020),
      ("a", 1024, "\u{301}", 1023), ("a", 1016, "🇰🇷", 1024), ("a", 1020, "🇰🇷", 1020), ("a", 3, "b", 1024),
    ])
  func start(letter: String, count: Int, next: String, expected: Int) {
    let line = String(repeating: letter, count: count) + String(repeating: next, count: count == 1024 ? 1 : 600)
    for end in ["", "\nbody", "\r\n"] {
      #expect(Rope(line + end).titleStart.utf8.elementsEqual(line.utf8.prefix(expected)))
    }
  }

  @Test("of 1 KiB and less are whole", arguments: [0, 1, 1023, 1024])
  func whole(count: Int) {
    let line = String(repeating: "a", count: count)
    for end in ["", "\nbody", "\r\u{301}"] { #expect(Rope(line + end).titleStart == line) }
  }

  @Test("of one cluster that is longer start with whole scalars")
  func oneCluster() {
    let line = "Z" + String(repeating: "\u{301}", count: 5000)
    #expect(Rope(line).titleStart.unicodeScalars.elementsEqual(line.unicodeScalars.prefix(512)))
  }

  @Test("are equal only if their bytes are")
  func equality() {
    let composed = TitleBodySplit(title: "\u{E9}", separator: "", body: "")
    #expect(composed != TitleBodySplit(title: "e\u{301}", separator: "", body: ""))
    #expect(composed == TitleBodySplit(title: "\u{E9}", separator: "", body: ""))
  }
}
