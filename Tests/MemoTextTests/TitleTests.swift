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

  @Test("are equal only if their bytes are")
  func equality() {
    let composed = TitleBodySplit(title: "\u{E9}", separator: "", body: "")
    #expect(composed != TitleBodySplit(title: "e\u{301}", separator: "", body: ""))
    #expect(composed == TitleBodySplit(title: "\u{E9}", separator: "", body: ""))
  }
}
