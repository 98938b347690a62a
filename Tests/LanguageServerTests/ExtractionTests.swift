import JSON
import MemoEngine
import MemoMarkup
import MemoText
import SessionSupport
import TestSupport
import Testing

@testable import LanguageServer

@Suite("What is selected", .timeLimit(.minutes(10)))
struct ExtractionTests {
  private static let whole = #"{"start":{"line":1,"character":0},"end":{"line":3,"character":0}}"#

  /// The action for a stretch, such as the lines after the first one.
  private func action(
    _ session: EditorSession, _ uri: String, _ title: String, _ range: String = whole
  ) async throws -> JSONValue? {
    let more = #""range":\#(range),"context":{"diagnostics":[]}"#
    let found = try await session.client.request("textDocument/codeAction", EditorSession.document(uri, more))
    return found.elements.first { $0["title"]?.string?.hasPrefix(title) == true }
  }

  @Test(
    "becomes a note without the line ends around it",
    arguments: [
      ("a\nFirst line\nrest\nb\n", 2, 18, "2-17", "First line", "# First line\n\nFirst line\nrest\n"),
      ("a\r\nb c\r\nd", 3, 8, "3-6", "b c", "b c\r\n"),
      ("a\n\n\nb\n\nc", 1, 6, "4-5", "b", "b\n"), ("a words b", 2, 7, "2-7", "words", "words\n"),
      ("## Part #1\nwords\n", 0, 17, "0-16", "Part 1", "## Part #1\nwords\n"),
      ("- item\n- two\n", 0, 6, "0-6", "item", "# item\n\n- item\n"),
      ("> 1. [ ] do\n", 0, 11, "0-11", "do", "# do\n\n> 1. [ ] do\n"), ("---\na: b\n---\n", 0, 12, nil, "", ""),
      ("  item [x]\n", 0, 11, "0-10", "item x", "  item [x]\n"), ("a\n\n \n", 1, 5, nil, "", ""),
      ("[]", 0, 2, nil, "", ""),
      ("[x](u) and [[A|b]]\n", 0, 18, "0-18", "x and b", "# x and b\n\n[x](u) and [[A|b]]\n"),
      ("see [x][d] now\n\n[d]: u\n", 0, 14, "0-14", "see x now", "# see x now\n\nsee [x][d] now\n"),
      ("words[^n] here\n", 0, 14, "0-14", "words here", "# words here\n\nwords[^n] here\n"),
      ("[^n]: a note\n", 0, 12, "0-12", "a note", "# a note\n\n[^n]: a note\n"), ("[^n]\n", 0, 4, nil, "", ""),
    ])
  func notes(text: String, from: Int, to: Int, range: String?, title: String, note: String) throws {
    let whole = Rope(text)
    let found = Extraction(of: from..<to, in: whole, Outline(of: whole))
    #expect(found.map { "\($0.range.lowerBound)-\($0.range.upperBound)" } == range)
    guard let found else { return }
    #expect((found.title, found.text) == (title, note))
  }

  @Test(
    "leaves its marks before the link where that would go on with the item or the quotation above",
    arguments: [
      ("- one\n- two\n", "- [two](two.md)"), ("1. one\n2. [ ] two\n", "2. [two](two.md)"),
      ("> a\n> two\n", "> [two](two.md)"),
      ("- one\n\n- two\n", "[two](two.md)"), ("a\ntwo\n", "[two](two.md)"), ("# T\n- two\n", "- [two](two.md)"),
    ])
  func marks(text: String, link: String) async throws {
    let able = #"{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}}}"#
    let session = try await EditorSession(able)
    session.open("file:///none/a.md", text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let last = lines.count - 2
    let range =
      #"{"start":{"line":\#(last),"character":0},"end":{"line":\#(last),"character":\#(lines[last].utf16.count)}}"#
    let edit = try await action(session, "file:///none/a.md", "Move to a new file", range)?["edit"] ?? .null
    #expect(Workspace.edits(edit).contains("=\(link) two.md:"), "\(Workspace.edits(edit))")
  }

  @Test("of a memo moves to a new one, and its words are nowhere but in memos meanwhile", arguments: [true, false])
  func memo(isApplied: Bool) async throws {
    let session = try await MemoSession(holding: [("here", "a\nFirst line\nrest\nb\n")])
    let uri = MemoSession.uri("here")
    try await session.open("here", "a\nFirst line\nrest\nb\n")
    let action = try await action(session.editor, uri, "Move to a new memo")
    #expect(action?["edit"] == nil)
    #expect(action?["command"]?.json.contains("rest") == false)
    let (made, asked) = try await session.run(action?["command"])
    let id = made["id"]?.string ?? ""
    let link = "[[\(id)|First line]]"
    #expect(asked.edits.compactMap { $0["newText"]?.string } == [link])
    session.answer(asked.id, isApplied: isApplied)
    let echo = #"{"text":\#(quoted(isApplied ? "xa\n\(link)\nb\n" : "xa\nFirst line\nrest\nb\n"))}"#
    session.editor.change(uri, echo)
    #expect(try await session.finish("here") == "xa\n\(link)\nb\n")
    #expect(try await session.text(id) == "# First line\n\nFirst line\nrest\n")
  }

  @Test("of a memo stays where it is if the document is another one by then, or the memo is gone")
  func stale() async throws {
    let session = try await MemoSession(holding: [("here", "a\nwords\n\nb\n")])
    try await session.open("here", "a\nwords\n\nb\n")
    let action = try await action(session.editor, MemoSession.uri("here"), "Move to a new memo")
    session.editor.change(MemoSession.uri("here"), #"{"text":"b\nother\n\nb\n"}"#)
    let error = try await session.client.refusal("workspace/executeCommand", action?["command"]?.json)
    #expect(error["code"]?.integer == -32801)
    #expect(try await session.finish("here") == "b\nother\n\nb\n")
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 9)
    #expect(try await session.other.list().page(query).memos.count == 1)
  }

  @Test("can't be moved by a client that makes no edit that it is asked for")
  func unable() async throws {
    let session = try await MemoSession("{}", holding: [("here", "a\nb\n")])
    try await session.open("here", "a\nb\nc\nd")
    #expect(try await action(session.editor, MemoSession.uri("here"), "Move to a new memo") == nil)
  }

  @Test(
    "of a file moves to a new one beside it, of a name that no other has in whatever letters",
    arguments: ["b%20(c).md", "B%20(C).md"])
  func file(other: String) async throws {
    let able = #"{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}}}"#
    let session = try await EditorSession(able)
    session.open("file:///none/a.md", "a\r\nb (c)\r\n\r\nd\r\n")
    session.open("file:///none/\(other)", "there")
    let edit = try await action(session, "file:///none/a.md", "Move to a new file")?["edit"] ?? .null
    #expect(
      Workspace.edits(edit)
        == "+b%20(c)%202.md a.md:1:0-5=[b (c)](b%20%28c%29%202.md) b%20(c)%202.md:0:0-0=b (c)\r\n")
    #expect(edit.json.contains(#""options":{"ignoreIfExists":true}"#))
    #expect(try await session.finish() == 0)
  }

  @Test(
    "of a file takes the definitions along that it uses, leaves those that others use, and is no half of a link",
    arguments: [
      ("see [[L|some words]] end\n", (0, 8), (0, 18), ""), ("a\n\n[d]: some\n", (2, 5), (2, 9), ""),
      ("see `some code` end\n", (0, 6), (0, 19), ""),
      (
        "see [[L|some words]] end\n", (0, 4), (0, 20),
        "+some%20words.md a.md:0:4-20=[some words](some%20words.md) "
          + "some%20words.md:0:0-0=# some words\n\n[[L|some words]]\n"
      ),
      (
        "[x][d]\n\nw [^n]\n\n[d]: u\n\n[^n]: note [e]\n\n    more\n\n[e]: v\n\n[^m]: other\n", (2, 0), (5, 0),
        "+w.md a.md:2:0-4:6=[w](w.md)\n\n[d]: u "
          + "w.md:0:0-0=# w\n\nw [^n]\n\n[d]: u\n\n[e]: v\n[^n]: note [e]\n\n    more\n"
      ),
      (
        "see [x][d] [^n]\n\n> [d]: <u v>\n> 'title\n> more'\n>\n> [^n]: note\n>\n>     more\n\n    no\n", (0, 0),
        (0, 15),
        "+see%20x.md a.md:0:0-15=[see x](see%20x.md) see%20x.md:0:0-0=# see x\n\nsee [x][d] [^n]\n\n"
          + "[d]: <u v>\n'title\nmore'\n[^n]: note\n\n    more\n"
      ),
      (
        "> see [x][d] now\n>more\n>\n> [d]: u\n\n[x][d]\n", (0, 2), (3, 8),
        "+see%20x%20now.md a.md:0:2-3:8=[see x now](see%20x%20now.md)\n\n[d]: u "
          + "see%20x%20now.md:0:0-0=# see x now\n\nsee [x][d] now\nmore\n\n[d]: u\n"
      ),
    ])
  func definitions(text: String, from: (Int, Int), to: (Int, Int), edits: String) async throws {
    let able = #"{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}}}"#
    let session = try await EditorSession(able)
    session.open("file:///none/a.md", text)
    let (start, end) = (
      #"{"line":\#(from.0),"character":\#(from.1)}"#, #"{"line":\#(to.0),"character":\#(to.1)}"#
    )
    let found = try await action(
      session, "file:///none/a.md", "Move to a new file", #"{"start":\#(start),"end":\#(end)}"#)
    #expect(Workspace.edits(found?["edit"] ?? .null) == edits)
    #expect(try await session.finish() == 0)
  }

  @Test("of a memo leaves the definitions that others use")
  func memoDefinitions() async throws {
    let text = "[x][d]\nFirst\n\n[d]: u\n"
    let session = try await MemoSession(holding: [("here", text)])
    try await session.open("here", text)
    let range = #"{"start":{"line":1,"character":0},"end":{"line":4,"character":0}}"#
    let action = try await action(session.editor, MemoSession.uri("here"), "Move to a new memo", range)
    let (made, asked) = try await session.run(action?["command"])
    session.answer(asked.id, isApplied: true)
    let id = made["id"]?.string ?? ""
    #expect(try await session.finish("here") == "[x][d]\n[[\(id)|First]]\n\n[d]: u\n")
    #expect(try await session.text(id) == "# First\n\nFirst\n\n[d]: u\n")
  }
}

@Suite("A whole document", .timeLimit(.minutes(10)))
struct DocumentActionTests {
  @Test(
    "has a table of contents where it is wanted, if that is between blocks, else behind its title",
    arguments: [
      (
        "# T\n\n## A\n\n### B c\n", 0, "Make a table",
        "a.md:1:0-0=\n<!-- toc -->\n- [A](#a)\n  - [B c](#b-c)\n<!-- /toc -->\n"
      ),
      ("# T\n\n## A\n\nx\n", 3, "Make a table", "a.md:3:0-0=\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n"),
      ("# *T* `x`\n\n\n## A\n", 2, "Make a table", "a.md:2:0-0=<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n"),
      ("# T\n\n\n## A\n", 2, "Make a table", "a.md:2:0-0=<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n"),
      ("---\ntitle: T\n\n---\n## A\n", 2, "Make a table", "a.md:4:0-0=<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n"),
      ("## A\n```\n\n```\n", 2, "Make a table", "a.md:0:0-0=<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n"),
      ("## A\n- x\n\n- y\n", 2, "Make a table", "a.md:0:0-0=<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n"),
      ("# T\r\n## A\r\n", 1, "Make a table", "a.md:1:0-0=\r\n<!-- toc -->\r\n- [A](#a)\r\n<!-- /toc -->\r\n\r\n"),
      (
        "```\n<!-- toc -->\n<!-- /toc -->\n```\n## A\n", 1, "Make a table",
        "a.md:0:0-0=<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n"
      ),
      ("# T\n", 0, "Make a table", ""),
      (
        "<!-- toc -->\nold\n<!-- /toc -->\n\n## A\n", 0, "Bring", "a.md:0:0-2:13=<!-- toc -->\n- [A](#a)\n<!-- /toc -->"
      ),
      ("<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n\n## A\n", 4, "Bring", ""),
      ("[b] [a]\n\n[b]: u\n\n[a]: v\n", 0, "Put link", "a.md:2:0-3:0= a.md:4:0-5:0=[a]: v\n[b]: u\n"),
      ("[b] [a]\n\n[a]: v\n[b]: u\n", 0, "Put link", ""),
      ("[b] [a]\r\n\r\n[b]: u\r\n\r\n[a]: v\r\n", 0, "Put link", "a.md:2:0-3:0= a.md:4:0-5:0=[a]: v\r\n[b]: u\r\n"),
      ("[a]: v\r\nx", 0, "Put link", "a.md:0:0-1:0= a.md:1:1-1=\r\n\r\n[a]: v\r\n"),
      ("> [q]: x\n\n[b] [a] [q]\n\n  [b]: u\n[a]: v\n", 0, "Put link", "a.md:4:0-6:0=[a]: v\n[b]: u\n"),
      ("> [q]: x\n\n- [i]: y\n\n[q] [i]\n", 0, "Put link", ""),
      ("[a] [b]\n\n- item\n\n[b]: 2\n\n  more\n\n[a]: 1\n", 0, "Put link", ""),
      ("- x\n\n[b]: u\n\n- [b] [a]\n\n[a]: v\n", 0, "Put link", ""),
      ("[b] [a]\n\n[b]: u\n[a]: v\n\n```\ncode", 0, "Put link", ""),
      ("[b] [a]\n\n[b]: u\n[a]: v\n\n<!-- note", 0, "Put link", ""),
      ("[b] [a]\n\n[b]: u\n[a]: v\n\n<script>\nx\n", 0, "Put link", ""),
      (
        "[b] [a]\n\n[b]: u\n[a]: v\n\n> ```\n> x\n", 0, "Put link",
        "a.md:2:0-4:0= a.md:6:3-3=\n\n[a]: v\n[b]: u"
      ),
      ("[b]\n\n[a]: v\n[b]: u", 0, "Remove unused", "a.md:2:0-3:0="),
      ("[b]\n\n[b]: u\n[B]: v\n", 0, "Remove unused", "a.md:3:0-4:0="),
      ("[b]\n\n[b]: u\n[a]: v\n\nmore\n", 0, "Remove unused", "a.md:3:0-4:0="),
      ("x\n\n[a]: v\n", 0, "Remove unused", "a.md:2:0-3:0="),
      ("[a]\n\n[//]: # (a comment)\n[a]: v\n", 0, "Remove unused", ""),
      ("x\n\n[//]: # (words)\n[b]: u\n", 0, "Remove unused", "a.md:3:0-4:0="),
      ("[a]\n\n> [q]: u\n\n[a]: v\n", 0, "Remove unused", ""),
    ])
  func document(text: String, line: Int, title: String, edits: String) async throws {
    let able = #"{"workspace":{"workspaceEdit":{"documentChanges":true}},"textDocument":{"diagnostic":{}}}"#
    let session = try await EditorSession(able)
    session.open("file:///none/a.md", text)
    let place = #"{"line":\#(line),"character":0}"#
    let more = #""range":{"start":\#(place),"end":\#(place)},"context":{"diagnostics":[]}"#
    let found = try await session.client.request(
      "textDocument/codeAction", EditorSession.document("file:///none/a.md", more))
    let action = found.elements.first { $0["title"]?.string?.hasPrefix(title) == true }
    #expect(Workspace.edits(action?["edit"] ?? .null) == edits, "\(text.debugDescription)")
    #expect(try await session.finish() == 0)
  }

  @Test("is told an action's edit once that is chosen, where the client asks for it then")
  func resolved() async throws {
    let able =
      #"{"workspace":{"workspaceEdit":{"documentChanges":true}},"textDocument":{"diagnostic":{},"codeAction":"#
      + #"{"codeActionLiteralSupport":{},"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}"#
    let session = try await EditorSession(able)
    #expect(session.capabilities["codeActionProvider"]?["resolveProvider"]?.json == "true")
    session.open("file:///none/a.md", "# T\n\n## A\n\n[b]: u\n[a]: v\n")
    let more = #""range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"context":{}"#
    let actions = try await session.client.request(
      "textDocument/codeAction", EditorSession.document("file:///none/a.md", more)
    ).elements
    #expect(actions.allSatisfy { $0["edit"] == nil })
    var edits: [String] = []
    for action in actions {
      let resolved = try await session.client.request("codeAction/resolve", action.json)
      edits.append("\(resolved["kind"]?.string ?? ""): \(Workspace.edits(resolved["edit"] ?? .null))")
    }
    #expect(
      edits == [
        "source: a.md:1:0-0=\n<!-- toc -->\n- [A](#a)\n<!-- /toc -->\n",
        "source.organizeLinkDefinitions: a.md:4:0-6:0=[a]: v\n[b]: u\n",
        "source.removeUnusedLinkDefinitions: a.md:4:0-6:0=",
      ])
    session.change("file:///none/a.md", #"{"text":"x"}"#)
    let late = try await session.client.refusal("codeAction/resolve", actions[0].json)
    #expect(late["code"]?.integer == -32801)
  }
}
