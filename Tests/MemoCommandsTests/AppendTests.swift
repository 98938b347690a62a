import MemoEngine
import Testing

@testable import MemoCommands

@Suite("Adding words to a memo")
struct AppendTests {
  private let stage = Stage()

  /// Makes a memo of this text; its id.
  private func make(_ text: String) async -> String {
    #expect(await stage.run(["new", "-"], input: text) == 0)
    return String(stage.output.dropLast())
  }

  private func text(_ id: String) async -> String {
    #expect(await stage.run("show", id) == 0)
    return stage.output
  }

  @Test(
    "they begin a line of their own and end with a line's end, such as the text has",
    arguments: [
      ("a", "b", "a\nb\n"), ("a\n", "b", "a\nb\n"), ("a\n\n", "b", "a\n\nb\n"), ("a\r\nx", "b", "a\r\nx\r\nb\r\n"),
      ("a\r\n", "b\n", "a\r\nb\r\n"), ("a\r", "b", "a\rb\r"), ("a", "b\nc", "a\nb\nc\n"), ("a", "  b ", "a\n  b \n"),
      ("한글", "두부", "한글\n두부\n"), ("a", "b\r\n", "a\nb\r\n"),
    ])
  func lines(before: String, words: String, after: String) async {
    let id = await make(before)
    #expect(await stage.run("append", id, words) == 0)
    #expect(await text(id) == after)
  }

  @Test(
    "they are no part of the task, the quotation, the table or the HTML above them, unless they say so",
    arguments: [
      ("- [ ] buy milk\n", "slept well", "- [ ] buy milk\n\nslept well\n"), ("- a", "- b", "- a\n- b\n"),
      ("- a\r\n", "b", "- a\r\n\r\nb\r\n"), ("- a", "  b", "- a\n  b\n"), ("- a\n\n", "b", "- a\n\nb\n"),
      ("> a", "b", "> a\n\nb\n"), ("> a", "> b", "> a\n> b\n"), ("- a\n", "# b", "- a\n# b\n"),
      ("|a|b|\n|-|-|\n", "c", "|a|b|\n|-|-|\n\nc\n"), ("|a|b|\n|-|-|\n", "|c|d|", "|a|b|\n|-|-|\n|c|d|\n"),
      ("<details>\nx\n</details>", "b", "<details>\nx\n</details>\n\nb\n"),
      ("<div>\n", "</div>", "<div>\n</div>\n"), ("```\n", "b", "```\nb\n"),
      ("1. a\n   > b\n", "c", "1. a\n   > b\n\nc\n"),
    ])
  func apart(before: String, words: String, after: String) async {
    let id = await make(before)
    #expect(await stage.run("append", id, words) == 0)
    #expect(await text(id) == after)
    let section = await make("# Log\n\(before)")
    #expect(await stage.run("append", section, "--heading", "Log", words) == (before == "```\n" ? 1 : 0))
  }

  @Test(
    "below a heading they come last in its section, before the blank lines at its end",
    arguments: [
      ("# A\n## Log\none\n\n## Next\n", "# A\n## Log\none\nb\n\n## Next\n"), ("## Log", "## Log\nb\n"),
      ("## Log\n\n\n## Next", "## Log\nb\n\n\n## Next"),
      ("## Log\none\n### In it\ntwo", "## Log\none\n### In it\ntwo\nb\n"),
      ("### Log\none\n## Higher\n", "### Log\none\nb\n## Higher\n"),
      ("Log\n---\none\n\nNext\n===\n", "Log\n---\none\nb\n\nNext\n===\n"),
      ("## Log\nNext\n====\n", "## Log\nb\n\nNext\n====\n"), ("# Log\none\n  # Next\n", "# Log\none\nb\n  # Next\n"),
      ("## Log\r\none\r\n\r\n# Next\r\n", "## Log\r\none\r\nb\r\n\r\n# Next\r\n"),
      ("## Log\none\n\n\n", "## Log\none\nb\n\n\n"),
      ("##  *log*  ##\none\n# Log\n", "##  *log*  ##\none\nb\n# Log\n"),
      ("```\n## Log\n```\n# Log\nx", "```\n## Log\n```\n# Log\nx\nb\n"),
    ])
  func sections(before: String, after: String) async {
    let id = await make(before)
    #expect(await stage.run("append", id, "--heading", "Log", "b") == 0)
    #expect(await text(id) == after)
  }

  @Test(
    "a heading that is not there is made at the end, and the next words come below it",
    arguments: [
      ("a", "Log", "a\n\n## Log\nb\nc\n"), ("a\n", "Log", "a\n\n## Log\nb\nc\n"),
      ("a\n\n", "Log", "a\n\n## Log\nb\nc\n"),
      ("a\r\n", "# Log", "a\r\n\r\n# Log\r\nb\r\nc\r\n"), ("## Logs", "Log", "## Logs\n\n## Log\nb\nc\n"),
      ("a", "#tag", "a\n\n## #tag\nb\nc\n"), ("a", "*Log* `x`", "a\n\n## *Log* `x`\nb\nc\n"),
      ("a", "####### x", "a\n\n## ####### x\nb\nc\n"), ("a", "두부 🥛", "a\n\n## 두부 🥛\nb\nc\n"),
    ])
  func made(before: String, heading: String, after: String) async {
    let id = await make(before)
    for words in ["b", "c"] { #expect(await stage.run("append", id, words, "--heading", heading) == 0) }
    #expect(await text(id) == after)
  }

  @Test("what can be no heading is refused", arguments: ["a\nb", "#", "## ", "a\r", "\u{2028}x"])
  func noHeading(name: String) async {
    let id = await make("a")
    #expect(await stage.run("append", id, "--heading", name, "b") == 64)
    #expect(await text(id) == "a")
  }

  @Test("words have a space between them, and stdin follows them or stands for them")
  func sources() async {
    let id = await make("a")
    #expect(await stage.run("append", id, "b", "c") == 0 && stage.output == "saved \(id)  a\n")
    #expect(await stage.run(["append", id], input: "d\n") == 0)
    #expect(await stage.run(["append", id, "e", "-"], input: "f\ng") == 0)
    #expect(await stage.run("append", id, "--", "-") == 0)
    // Right below it a dash would make a heading of the line.
    #expect(await text(id) == "a\nb c\nd\ne\nf\ng\n\n-\n")
  }

  @Test(
    "lines end as the memo's do, be it between words and stdin or within; CR LF stays wherever it comes to",
    arguments: [
      ("a\r\n", "f\n", "a\r\ne\r\nf\r\n"), ("a\r\n", "f", "a\r\ne\r\nf\r\n"), ("a", "f\r\n", "a\ne\nf\r\n"),
      ("a\r\n", "f\ng\r\n\nh\n", "a\r\ne\r\nf\r\ng\r\n\r\nh\r\n"), ("a\n", "f\ng\n", "a\ne\nf\ng\n"),
    ])
  func joints(before: String, input: String, after: String) async {
    let id = await make(before)
    #expect(await stage.run(["append", id, "e", "-"], input: input) == 0)
    #expect(await text(id) == after)
  }

  @Test("an empty memo is what was added")
  func empty() async throws {
    let id = MemoID("empty")
    let engine = MemoEngine(store: stage.store)
    _ = try await engine.createMemo(id: id, text: "", properties: JSONObject())
    _ = try await engine.flush(nil)
    #expect(await stage.run("append", "empty", "b") == 0)
    #expect(await text("empty") == "b\n")
  }

  @Test(
    "where there is nothing to add nothing is changed",
    arguments: [([""], 1), ([" \t"], 1), ([], 1), (["-"], 1)] as [([String], Int32)])
  func nothing(words: [String], status: Int32) async {
    let id = await make("a")
    #expect(await stage.run(["append", id] + words) == status)
    #expect(stage.errors == "memo-ls append: there is no text, so nothing was added\n")
    #expect(await text(id) == "a")
  }

  @Test("an id that an unset variable leaves empty names no memo")
  func blank() async {
    let id = await make("a")
    #expect(await stage.run("append", "", "b") == 64 && stage.errors.contains("the id is empty"))
    #expect(await text(id) == "a")
  }

  @Test("a person who says nothing is asked for words, not waited for")
  func person() async {
    let id = await make("a")
    #expect(await stage.run("append", id, typed: "b") == 64 && stage.errors.contains("what is to be added"))
    #expect(await text(id) == "a")
  }

  @Test("a memo in the trash must be restored first")
  func trashed() async {
    let id = await make("a")
    #expect(await stage.run("delete", id) == 0)
    #expect(await stage.run("append", id, "b") == 1 && stage.errors.contains("memo-ls restore \(id)"))
  }
}
