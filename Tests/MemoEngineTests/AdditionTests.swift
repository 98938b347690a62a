import MemoText
import Testing

@testable import MemoEngine

@Suite("Words to be added below a heading")
struct AdditionTests {
  private func added(to text: String) throws -> String {
    let heading = try #require(SectionHeading(reading: "Log"))
    let addition = try #require(Addition(Rope("tea"), below: heading))
    var rope = Rope(text)
    _ = try rope.apply(addition.change(of: rope), in: .utf8)
    return rope.string
  }

  @Test(
    "are refused where a block without an end would take them in",
    arguments: [
      ("```", 1, true), ("a\n~~~\n# Log\n", 2, true), ("# Log\n\n   ````sh\n```\n", 3, true),
      ("a\n\n<!-- b\n\nc", 3, false), ("<pre>\n\n", 1, false),
    ])
  func refused(text: String, line: Int, isCode: Bool) throws {
    let error = #expect(throws: EndlessBlock.self) { try added(to: text) }
    #expect(error?.line == line && error?.isCode == isCode)
  }

  @Test(
    "are refused where a block of theirs without an end would take in the sections below",
    arguments: [("```\na", 1, true), ("a\n<!-- b", 2, false)])
  func endless(words: String, line: Int, isCode: Bool) throws {
    let heading = try #require(SectionHeading(reading: "Log"))
    let addition = try #require(Addition(Rope(words), below: heading))
    let error = #expect(throws: EndlessBlock.self) { try addition.change(of: Rope("# Log\n\n# Next\n")) }
    #expect(error?.line == line && error?.isCode == isCode && error?.isAdded == true)
    #expect(throws: Never.self) { try addition.change(of: Rope("# Before\n\n# Log\n")) }
  }

  @Test(
    "are refused where an item of theirs would take in the heading of the next section, which is indented",
    arguments: [("- one", "a\n  # Next\n", 3), ("1. one", "\n   # Next", 3), ("- one", "  Next\n  ===\nb\n", 2)])
  func indented(words: String, below: String, line: Int) throws {
    let heading = try #require(SectionHeading(reading: "Log"))
    let addition = try #require(Addition(Rope(words), below: heading))
    let error = #expect(throws: EndlessBlock.self) { try addition.change(of: Rope("# Log\n\(below)")) }
    #expect(error?.line == line && error?.isHeading == true)
    #expect(throws: Never.self) { try addition.change(of: Rope("# Log\na\n # Next\n")) }
  }

  @Test(
    "are added behind blocks that end, and behind those that a heading ends",
    arguments: [
      ("```\n```", "```\n```\n\n## Log\ntea\n"), ("> ```\n> a", "> ```\n> a\n\n## Log\ntea\n"),
      ("- ```\n  a\n", "- ```\n  a\n\n## Log\ntea\n"), ("<div>", "<div>\n\n## Log\ntea\n"),
      ("# Log\n\n# b\n```", "# Log\ntea\n\n# b\n```"), ("    ```", "    ```\n\n## Log\ntea\n"),
    ])
  func added(text: String, expected: String) throws {
    #expect(try added(to: text) == expected)
  }

  @Test(
    "are added below a heading with tags behind its words, if none has these words alone",
    arguments: [
      ("## Log ^id\na\n", "## Log ^id\na\ntea\n"), ("# Log #work\n\n# Next\n", "# Log #work\ntea\n\n# Next\n"),
      ("# Log #a\n# Log ^id\n", "# Log #a\n# Log ^id\ntea\n"), ("# Log of ^id\n", "# Log of ^id\n\n## Log\ntea\n"),
    ])
  func marked(text: String, expected: String) throws { #expect(try added(to: text) == expected) }

  @Test(
    "leave a list or a quotation whole that has a heading in it",
    arguments: [
      ("# Log\n\n- a\n- # Head\n- b\n", "# Log\n\n- a\n- # Head\n- b\n\ntea\n"),
      ("# Log\n> # Head\n> b\n\n# Next\n", "# Log\n> # Head\n> b\n\ntea\n\n# Next\n"),
      ("- # Log\n- # Head\n\n# Next\n", "- # Log\n- # Head\ntea\n\n# Next\n"),
    ])
  func whole(text: String, expected: String) throws { #expect(try added(to: text) == expected) }

  @Test(
    "leave what stands above as it is",
    arguments: [
      ("idea ^a1", "next", "idea ^a1\n\nnext\n"), ("^a1\n", "next", "^a1\n\nnext\n"),
      ("a\n\nfoo\nbar\n", "---", "a\n\nfoo\nbar\n\n---\n"), ("foo\r\n", "===", "foo\r\n\r\n===\r\n"),
      ("# A\n", "===", "# A\n===\n"), ("- a ^a1\n", "- b", "- a ^a1\n- b\n"), ("words\n", "more", "words\nmore\n"),
      ("a\n\n## B\n\nx ^b\n", "# C", "a\n\n## B\n\nx ^b\n# C\n"),
    ])
  func untouched(text: String, words: String, expected: String) throws {
    var rope = Rope(text)
    _ = try rope.apply(try #require(Addition(Rope(words))).change(of: rope), in: .utf8)
    #expect(rope.string == expected)
  }
}
