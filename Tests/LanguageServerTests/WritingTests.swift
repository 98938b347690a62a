import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Help with writing", .timeLimit(.minutes(10)))
struct WritingTests {
  private static let uri = "file:///none/a.md"

  private func session(_ text: String) async throws -> EditorSession {
    let session = try await EditorSession(#"{"textDocument":{"diagnostic":{}}}"#)
    session.open(Self.uri, text)
    return session
  }

  /// The text after edits, of which none overlaps another; in ASCII.
  private func text(_ text: String, after edits: JSONValue) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func offset(_ position: JSONValue?) -> Int {
      let line = position?["line"]?.integer ?? 0
      return lines[..<min(line, lines.count)].reduce(0) { $0 + $1.utf16.count + 1 }
        + (position?["character"]?.integer ?? 0)
    }
    let sorted = edits.elements.map {
      (offset($0["range"]?["start"]), offset($0["range"]?["end"]), $0["newText"]?.string ?? "")
    }
    .sorted { $0.0 > $1.0 }
    var units = Array(text.utf16)
    for (start, end, new) in sorted { units.replaceSubrange(start..<min(end, units.count), with: Array(new.utf16)) }
    lines = []
    return String(decoding: units, as: UTF16.self)
  }

  @Test(
    "aligns tables by what is seen of them, and touches nothing else",
    arguments: [
      ("|a|b|\n|-|:-:|\n|한글|x|\n", "| a    |  b  |\n| ---- | :-: |\n| 한글 |  x  |\n"),
      ("x  y\n\n- z\n", "x  y\n\n- z\n"),
      ("| a   | b   |\n| --- | --- |\n| c   | d   |\n", "| a   | b   |\n| --- | --- |\n| c   | d   |\n"),
      ("a | b\n--|--:\n1 | 22222\n", "| a   |     b |\n| --- | ----: |\n| 1   | 22222 |\n"),
      ("- a | b\n  --|--\n  1 | 2222\n", "- | a   | b    |\n  | --- | ---- |\n  | 1   | 2222 |\n"),
      (
        "> 1. - |a|b|\n>      |-|-|\n>      |c|\n\n- x\n  |a|\n  |-|\n",
        "> 1. - | a   | b   |\n>      | --- | --- |\n>      | c   |     |\n\n- x\n  | a   |\n  | --- |\n"
      ),
      ("x\n2. a | b\n--|--\n", "x\n2. a | b\n--|--\n"),
      ("> 10. [ ] a | b\n>     --|--\n>     1 | 2222\n", "> 10. [ ] a | b\n>     --|--\n>     1 | 2222\n"),
      ("-a | 1.b\n--|--\n1 | 2\n", "| -a  | 1.b |\n| --- | --- |\n| 1   | 2   |\n"),
      ("|a\\|b|c|\n|-|-|\n|1|\n", "| a\\|b | c   |\n| ---- | --- |\n| 1    |     |\n"),
      ("|a|\n|-|\n|1|2|\n", "|a|\n|-|\n|1|2|\n"), ("```\n|a|b|\n|-|-|\n```\n", "```\n|a|b|\n|-|-|\n```\n"),
      ("> |a|\n> |-|\n", "> | a   |\n> | --- |\n"),
      (
        "|a|b|\n|-|-|\n|\u{A0}x|y\u{3000}|\n|\u{2003}|\u{A0}|\n",
        "| a   | b   |\n| --- | --- |\n| \u{A0}x  | y\u{3000} |\n| \u{2003}   | \u{A0}   |\n"
      ),
    ])
  func tables(before: String, after: String) async throws {
    let session = try await session(before)
    let edits = try await session.client.request("textDocument/formatting", EditorSession.document(Self.uri))
    #expect(text(before, after: edits) == after)
    #expect(try await session.finish() == 0)
  }

  @Test(
    "goes on with lists and tasks, and ends them",
    arguments: [
      ("- a\n", 1, "- a\n- "), ("  * a\n  ", 1, "  * a\n  * "), ("9. a\n", 1, "9. a\n10. "),
      ("- [x] a\n", 1, "- [x] a\n- [ ] "), ("- \n", 1, "\n"), ("- [ ] \n", 1, "\n"), ("a\n", 1, "a\n"),
      ("> - a\n", 1, "> - a\n> - "), ("```\n- a\n", 2, "```\n- a\n"), ("-a\n", 1, "-a\n"),
      ("> - a\n> ", 1, "> - a\n> - "), ("> 1. a\n> ", 1, "> 1. a\n> 2. "), ("- a\n> q", 1, "- a\n- > q"),
      ("- - -\n", 1, "- - -\n"), ("* * *\n", 1, "* * *\n"), ("- - a\n", 1, "- - a\n- "),
      ("- \ntext", 1, "- \n- text"), ("- [ ] \nbuy", 1, "- [ ] \n- [ ] buy"), ("> - \n> x", 1, "> - \n> - x"),
      ("- \n  ", 1, "\n  "), ("> - \n> ", 1, "\n> "), ("999999998. a\n", 1, "999999998. a\n999999999. "),
      ("999999999. a\n", 1, "999999999. a\n"),
    ])
  func lists(before: String, line: Int, after: String) async throws {
    let session = try await session(before)
    let column = before.split(separator: "\n", omittingEmptySubsequences: false).last?.count ?? 0
    let more = #""position":{"line":\#(line),"character":\#(column)},"ch":"\n","options":{}"#
    let edits = try await session.client.request(
      "textDocument/onTypeFormatting", EditorSession.document(Self.uri, more))
    #expect(text(before, after: edits) == after, "\(before.debugDescription)")
    #expect(try await session.finish() == 0)
  }

  @Test(
    "types labels in all places at once",
    arguments: [
      ("[a][x] [x]\n\n[x]: u", 0, 5, "0:4-5 0:8-9 2:1-2"), ("a[^n]\n\n[^n]: x", 2, 3, "0:3-4 2:2-3"),
      ("[a](x)", 0, 1, ""),
      ("[a][x]", 0, 4, ""),
    ])
  func linked(text: String, line: Int, character: Int, ranges: String) async throws {
    let session = try await session(text)
    let found = try await session.client.request(
      "textDocument/linkedEditingRange",
      EditorSession.document(Self.uri, #""position":{"line":\#(line),"character":\#(character)}"#))
    #expect((found["ranges"]?.elements ?? []).map(Workspace.range).joined(separator: " ") == ranges)
    #expect(try await session.finish() == 0)
  }

  @Test(
    "selects more and more around a place",
    arguments: [
      ("# A\n\nsome [[li‸nk#part]] words\nmore\n\n# B\n", "2:7-11 2:5-18 2:0-3:4 1:0-4:0 0:0-4:0"),
      ("# A ‸b\nown\n## C\nx", "0:0-1:3 0:0-3:1"), ("# A b\no‸wn\n## C\nx", "1:0-3 1:0-3:1 0:0-3:1"),
      ("a [te‸xt](u \"t\") b", "0:3-7 0:2-15 0:0-17"), ("a [text](u‸ \"t\") b", "0:9-10 0:9-14 0:8-15 0:2-15 0:0-17"),
      ("a ![x](<f ‸g>)", "0:8-11 0:7-12 0:6-13 0:2-13 0:0-13"), ("[la‸b]: u", "0:1-4 0:0-8"),
      ("[lab]: u‸", "0:7-8 0:0-8"),
      ("| a | b |\n|---|---|\n| 1 | 2‸ |\n| 3 | 4 |", "2:5-8 2:4-9 2:0-3:9 0:0-3:9"),
      ("| a‸ | b |\n|---|---|\n| 1 | 2 |", "0:1-4 0:0-5 0:0-9 0:0-2:9"),
      ("| a \\| ‸c | b |\n|---|---|\n| 1 | 2 |", "0:1-9 0:0-10 0:0-14 0:0-2:9"),
      ("a | b\n--|--\n1‸ | 2\n", "2:0-5 0:0-2:5"), ("a **bo‸ld _x_** b", "0:4-12 0:2-14 0:0-16"),
      ("a **bold _‸x_** b", "0:10-11 0:9-12 0:4-12 0:2-14 0:0-16"), ("a_b‸_c *d", "0:0-8"),
      ("a `co‸de` b", "0:3-7 0:2-8 0:0-10"), ("*a `*‸` b*", "0:4-5 0:3-6 0:1-8 0:0-9"),
      ("> a\n> b‸\n\nc", "1:0-3 0:0-1:3"),
    ])
  func selection(text: String, expected: String) async throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("‸") } ?? 0
    let character = lines[line].prefix { $0 != "‸" }.utf16.count
    let session = try await session(text.replacing("‸", with: ""))
    let place = #""positions":[{"line":\#(line),"character":\#(character)}]"#
    let found = try await session.client.request("textDocument/selectionRange", EditorSession.document(Self.uri, place))
    var ranges: [String] = []
    var next = found.elements.first
    while let nest = next {
      ranges.append(Workspace.range(nest["range"]))
      next = nest["parent"]
    }
    #expect(ranges.joined(separator: " ").hasPrefix(expected), "\(text.debugDescription): \(ranges)")
    #expect(try await session.finish() == 0)
  }

  @Test("a place that much is around is told with as much of it as readers of JSON take")
  func deepSelection() async throws {
    let list = (0..<300).map { String(repeating: "  ", count: $0) + "- a" }.joined(separator: "\n")
    let session = try await session(list)
    let place = #""positions":[{"line":299,"character":602}]"#
    let found = try await session.client.request("textDocument/selectionRange", EditorSession.document(Self.uri, place))
    var (depth, next) = (0, found.elements.first)
    while let nest = next { (depth, next) = (depth + 1, nest["parent"]) }
    #expect(depth == 100)
    #expect(try await session.finish() == 0)
  }

  @Test("tells links, tags and tasks apart: all, a part, and what is other than before")
  func tokens() async throws {
    let session = try await session("[[a]] #tag\n- [ ] x [b](c)\n")
    let document = EditorSession.document(Self.uri)
    let full = try await session.client.request("textDocument/semanticTokens/full", document)
    #expect(full["data"]?.json == "[0,0,5,0,0,0,6,4,1,0,1,2,3,2,0,0,6,6,0,0]")
    let part = try await session.client.request(
      "textDocument/semanticTokens/range",
      EditorSession.document(Self.uri, #""range":{"start":{"line":1,"character":0},"end":{"line":1,"character":5}}"#))
    #expect(part["data"]?.json == "[1,2,3,2,0]")
    session.change(
      Self.uri, #"{"range":{"start":{"line":0,"character":6},"end":{"line":0,"character":10}},"text":"x"}"#)
    let more = #""previousResultId":\#(full["resultId"]?.json ?? "")"#
    let delta = try await session.client.request(
      "textDocument/semanticTokens/full/delta", EditorSession.document(Self.uri, more))
    #expect(delta["edits"]?.json == #"[{"start":5,"deleteCount":5,"data":[]}]"#)
    let unknown = try await session.client.request(
      "textDocument/semanticTokens/full/delta", EditorSession.document(Self.uri, #""previousResultId":"none""#))
    #expect(unknown["data"]?.json == "[0,0,5,0,0,1,2,3,2,0,0,6,6,0,0]")
    #expect(try await session.finish() == 0)
  }

  @Test("has tags of its front matter among its tokens")
  func headerTokens() async throws {
    let session = try await session("---\ntags: [a, b]\n---\n#c\n")
    let full = try await session.client.request("textDocument/semanticTokens/full", EditorSession.document(Self.uri))
    #expect(full["data"]?.json == "[1,7,1,1,0,0,3,1,1,0,2,0,2,1,0]")
    #expect(try await session.finish() == 0)
  }
}
