import MemoMarkup
import MemoText
import Testing

@Suite("Titles for lists")
struct TitleTests {
  @Test(
    "are without a heading's marks, and nothing of these is shown of what follows",
    arguments: [
      ("# Plan #\nx", "Plan", "x"), ("###### Plan ##\t\r\n\r\nx", "Plan", "x"), ("   #\tPlan\nx", "Plan", "x"),
      ("\n\n# Plan # b\nx", "Plan # b", "x"), ("# Plan#", "Plan#", ""), ("# Plan \\#", "Plan \\#", ""),
      ("Plan\n====\nx", "Plan", "x"), ("Plan\r\n  - \r\nx", "Plan", "x"), ("Plan\n=", "Plan", ""),
      ("# Plan\n===\nx", "Plan", "=== x"), ("Plan\n==x\ny", "Plan", "==x y"), ("Plan\n\n===\nx", "Plan", "=== x"),
      ("Plan\n    ===\nx", "Plan", "=== x"), ("Plan\n=-=\nx", "Plan", "=-= x"), ("===\nx", "===", "x"),
      ("#tag\nx", "#tag", "x"), ("####### seven\nx", "####### seven", "x"), ("    # code\nx", "# code", "x"),
      ("\t# code\nx", "# code", "x"), ("\u{3000}# Plan\nx", "# Plan", "x"), ("\\# Plan\nx", "\\# Plan", "x"),
      ("#\n\n## ##\nx\ny", "x", "y"), ("#\n---\n\nx", "---", "x"), ("***\nx", "***", "x"),
      ("#", "#", ""), ("#\n##\n", "#", "##"),
      ("    #\nx", "#", "x"), ("---\ntitle: \"# a #\"\n---\n# b", "# a #", "# b"),
      ("---\nx: 1\n---\n# b #\nc", "b", "c"),
      ("\u{FEFF}x\ny", "x", "y"), ("\u{FEFF}# x\ny", "x", "y"), ("# *a* [b](c)\nx", "*a* [b](c)", "x"),
    ])
  func marks(text: String, title: String, preview: String) {
    let excerpts = Excerpts(of: Rope(text))
    #expect(excerpts.title == title && excerpts.preview == preview, "\(excerpts)")
    let blanks = Excerpts(of: Rope(String(repeating: "\r\n", count: 2_000) + text))
    if !["---", "#\n", "\u{FEFF}"].contains(where: { text.utf8.starts(with: $0.utf8) }) {
      #expect(blanks.title == title, "\(blanks)")
    }
  }

  @Test("of a giant line come from its beginning, whatever ends it")
  func giant() {
    let marks = String(repeating: "#", count: 1_000_000)
    #expect(Excerpts(of: Rope("# a \(marks)\nx")).title == "a " + marks.prefix(198))
    #expect(Excerpts(of: Rope("# a \(marks.prefix(3_000))\nx")).title == "a")
    #expect(Excerpts(of: Rope("a\n\(marks.replacing("#", with: "="))\nx")).preview == "x")
  }
}
