import MemoMarkup
import MemoText
import TestSupport
import Testing

@Suite("The blocks of a text")
struct BlockTests {
  @Test(
    "are told with their lines, each before those that are in it",
    arguments: [
      ("", ""), ("\n\n", ""), ("# a\n", ""), ("a\nb\n\nc", "paragraph 0-1, paragraph 3-3"),
      ("~~~ts\na\n~~~\nb", "fencedCode 0-2, paragraph 3-3"), ("```\na\n\n\n", "fencedCode 0-2"),
      ("x\n<div>\n\tfa\n</div>", "paragraph 0-0, html 1-3"),
      ("x\n\n<!--\nfa\n-->\ny", "paragraph 0-0, html 2-4, paragraph 5-5"),
      ("    a\n\n    b\n\nc", "indentedCode 0-2, paragraph 4-4"),
      ("> a\n> > b\nc\n\nd", "quotation 0-2, paragraph 0-0, quotation 1-2, paragraph 1-2, paragraph 4-4"),
      ("- a\n  b\n\n- c\n\n\nd", "list 0-3, item 0-1, paragraph 0-1, item 3-3, paragraph 3-3, paragraph 6-6"),
      ("> ```\n> a\nb", "quotation 0-1, fencedCode 0-1, paragraph 2-2"),
      ("| a | b |\n|---|---|\n| b | c |\n\nx", "table 0-2, paragraph 4-4"),
      ("x\n| a |\n|---|\n| b |\n", "table 0-3"),
      ("---\ntitle: x\n---\na\r\n\r\n\r\nb", "paragraph 3-3, paragraph 6-6"),
      ("a\n===\nb\n", "paragraph 2-2"),
    ])
  func told(text: String, blocks: String) {
    let rope = Rope(text)
    let found = Block.all(of: rope).map { block in
      let lines = [block.range.lowerBound, block.range.upperBound].map { rope.position(at: $0, in: .utf8).line }
      return "\(block.kind) \(lines[0])-\(lines[1])"
    }
    #expect(found.joined(separator: ", ") == blocks, "\(text.debugDescription)")
  }
}
