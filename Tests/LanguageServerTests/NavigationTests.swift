import Foundation
import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("What stands at a place", .timeLimit(.minutes(10)))
struct NavigationTests {
  private static let memos = [
    ("plan", "# Plan\n\n## Next step\nwords ^b1\n\n#work/deep\n"),
    ("other", "# Other\nsee [[Plan]] and [[Plan#Next step]]\n"),
  ]

  @Test(
    "of a memo leads to what it names, in whichever memo",
    arguments: [
      ("[[Pl‸an]]", "plan:0:0-0"), ("‸[[Plan]]", "plan:0:0-0"), ("[[Plan|a la‸bel]]", "plan:0:0-0"),
      ("[[plan#Next s‸tep]]", "plan:2:0-12"), ("[[plan#Plan#Next: s‸tep]]", "plan:2:0-12"),
      ("[[plan#^b‸1]]", "plan:3:6-9"), ("[x](Pla‸n)", "plan:0:0-0"), ("[[Pl‸an#Next step]]", "plan:2:0-12"),
      ("[x](Pl‸an#next-step)", "plan:2:0-12"), ("[x][r]\n\n[r]: Pl‸an#next-step", "plan:2:0-12"),
      ("[[Nowh‸ere]]", ""), ("# A\n[[#‸A]]", "here:0:0-3"), ("#wo‸rk x", "here:0:0-5 plan:5:0-10"),
      ("[x][la‸b]\n\n[lab]: Plan", "here:2:0-11"), ("a[^‸1]\n\n[^1]: note", "here:2:1-3"), ("x\npla‸in", ""),
      ("a[^‸1]\n\n> [^1]: note", "here:2:3-5"),
      ("x\n`[[Pl‸an]]`", ""), ("x\n[u](http‸://x.y)", ""),
    ])
  func definition(text: String, places: String) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    for method in ["definition", "declaration"] {
      let found = try await workspace.ask("textDocument/\(method)")
      #expect(Workspace.places(found) == places, "\(method) \(text.debugDescription)")
    }
  }

  @Test(
    "of a memo is what links lead to, with and without itself",
    arguments: [
      ("[[Pl‸an]]", "here:0:0-8 other:1:17-35 other:1:4-12", ""),
      ("[[Plan#Next st‸ep]]", "here:0:0-18 other:1:17-35", "plan:2:0-12"),
      ("#wo‸rk", "here:0:0-5 plan:5:0-10", ""), ("---\ntags: wo‸rk\n---\n", "here:1:6-10 plan:5:0-10", ""),
      ("[x][la‸b]\n\n[lab]: u", "here:0:4-7", "here:2:7-8"),
      ("a[^‸1]\n\n[^1]: note", "here:0:2-4", "here:2:1-3"),
      ("x\npla‸in", "", ""),
    ])
  func references(text: String, places: String, declaration: String) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    let found = try await workspace.ask("textDocument/references", #""context":{"includeDeclaration":false}"#)
    #expect(Workspace.places(found) == places, "\(text.debugDescription)")
    let all = try await workspace.ask("textDocument/references", #""context":{"includeDeclaration":true}"#)
    let expected = [places, declaration].flatMap { $0.split(separator: " ") }.sorted().joined(separator: " ")
    #expect(Workspace.places(all) == expected, "\(text.debugDescription)")
  }

  @Test("at another name of a memo is what links to it by that")
  func alias() async throws {
    let memos = [
      ("q", "---\naliases: [Al‸so, More]\n---\n# Quest\n[[also]]\n"), ("o", "[[Also|x]] [[Quest]] [[More]]\n"),
    ]
    for workspace in [
      try await Workspace(memos: memos), try await Workspace(files: memos.map { (name: $0.0, text: $0.1) }),
    ] {
      let found = try await workspace.ask("textDocument/references")
      #expect(Workspace.places(found) == "o:0:2-6 q:4:2-6")
    }
  }

  @Test(
    "at a memo's title is the memo: links to parts of it count",
    arguments: [
      "# Pl‸an\n\n## Next\n", "Pl‸an\n\n## Next\n", "---\ntitle: \"Pl‸an\"\n---\nwords\n\n## Next\n",
      "# *Pl‸an* now\n\n## Next\n", "# ~~Pl‸an~~ now\n\n## Next\n", "# `Pl‸an` now\n\n## Next\n",
      "# Pl‸an <b>x</b>\n\n## Next\n", "# Pl‸an &amp; B\n\n## Next\n", "# Pl‸an \\* B\n\n## Next\n",
      "# Pl‸an ^id\n\n## Next\n", "# Pl‸an [x](http://y)\n\n## Next\n", "*Pl‸an*\n===\n\n## Next\n",
      "#\n# Pl‸an\n\n## Next\n",
    ])
  func title(text: String) async throws {
    let workspace = try await Workspace(memos: [("plan", text), ("o", "[[Plan#Next]] [[Plan]]\n")])
    let found = try await workspace.ask("textDocument/references")
    #expect(Workspace.places(found) == "o:0:0-13 o:0:14-22")
  }

  @Test("at a memo's title is the memo for its own links to that heading, too", arguments: ["b‸", "*b‸*", "`b‸`"])
  func ownTitle(word: String) async throws {
    let workspace = try await Workspace(memos: [("m", "# A \(word) C\n[l](#a-b-c) [[#A b C]] [[#Next]]\n## Next\n")])
    let found = try await workspace.ask("textDocument/references")
    #expect(Workspace.places(found) == "m:1:0-11 m:1:12-22")
  }

  @Test(
    "is told of in parts where the client wants that, with nothing left for the answer",
    arguments: [(0, "o:0:0-8 o:0:9-22"), (1, "o:0:9-22 plan:1:0-7")])
  func partial(line: Int, places: String) async throws {
    let workspace = try await Workspace(memos: [("plan", "# Plan\n## Next\n"), ("o", "[[Plan]] [[Plan#Next]]\n")])
    let client = workspace.session.client
    let context = #""context":{"includeDeclaration":true}"#
    let params = EditorSession.document(
      MemoSession.uri("plan"),
      #""position":{"line":\#(line),"character":3},"partialResultToken":"t",\#(context)"#)
    client.send(call(900, "textDocument/references", params))
    var told: [JSONValue] = []
    while true {
      let message = try await client.read()
      if message["id"]?.integer == 900 {
        #expect(message["result"]?.json == "[]")
        break
      }
      if message["method"]?.string == "$/progress" { told += message["params"]?["value"]?.elements ?? [] }
    }
    #expect(Workspace.places(.array(told)) == places)
  }

  @Test(
    "of a file is what other open files name",
    arguments: [
      ("[x](othe‸r.md)", "other.md:0:0-0"), ("[x](file:///none/oth‸er.md)", "other.md:0:0-0"),
      ("[x](./sub/../othe‸r)", "other.md:0:0-0"),
      ("[x](other.md#s‸ub)", "other.md:1:0-6"), ("[[oth‸er]]", "other.md:0:0-0"),
      ("[[The other o‸ne]]", "other.md:0:0-0"),
      ("[x](gon‸e.md)", ""), ("# A b\n[x](#a-‸b)", "here.md:0:0-5"),
    ])
  func files(text: String, places: String) async throws {
    let workspace = try await Workspace(files: [("other.md", "# The other one\n## Sub\n"), ("here.md", text)])
    #expect(Workspace.places(try await workspace.ask("textDocument/definition")) == places, "\(text)")
  }

  @Test(
    "of files whose names differ in the extension alone is the one that is named, or the first",
    arguments: [
      ("[x](xy.mark‸down)", "xy.markdown:0:0-0"), ("[x](xy.m‸d)", "xy.md:0:0-0"), ("[x](x‸y)", "xy.md:0:0-0"),
      ("[[xy.mark‸down]]", "xy.markdown:0:0-0"), ("[[x‸y]]", "xy.md:0:0-0"),
      ("[x](xy.markdown#s‸ub)", "xy.markdown:1:0-6"),
    ])
  func extensions(text: String, places: String) async throws {
    let files = [("xy.markdown", "# Two\n## Sub\n"), ("xy.md", "# One\n"), ("here.md", "\(text) [](xy.md)")]
    let workspace = try await Workspace(files: files)
    #expect(Workspace.places(try await workspace.ask("textDocument/definition")) == places, "\(text)")
    let found = try await workspace.ask("textDocument/references", #""context":{"includeDeclaration":false}"#)
    #expect(found.elements.count == (places.hasPrefix("xy.md") ? 2 : 1), "\(text)")
  }

  @Test(
    "is shown: what a link leads to, or what is wrong with it",
    arguments: [
      ("[[Pl‸an]]", "# Plan\n\n## Next step\nwords ^b1\n\n#work/deep\n"),
      ("[[Plan#Next s‸tep]]", "## Next step\nwords ^b1\n\n#work/deep\n"),
      ("[[Plan#^‸b1]]", "words ^b1"), ("[[No‸where]]", "nothing is called Nowhere"),
      ("[[Plan#Go‸ne]]", "there is no heading Gone\n\n---\n\n# Plan\n\n## Next step\nwords ^b1\n\n#work/deep\n"),
      ("[x][l‸ab]\n\n[lab]: Plan", "[lab]: Plan"), ("a[^‸1]\n\n[^1]: a note", "[^1]: a note"),
      ("#work/d‸eep", "#work/deep: 2 memos"),
    ])
  func hover(text: String, words: String) async throws {
    let workspace = try await Workspace(memos: Self.memos + [("here", text)])
    let found = try await workspace.ask("textDocument/hover")
    #expect(found["contents"]?["value"]?.string == words, "\(text.debugDescription)")
  }

  @Test("is shown with 40 lines at most")
  func long() async throws {
    let lines = (1...100).map { "line \($0)" }.joined(separator: "\n")
    let workspace = try await Workspace(memos: [("long", lines), ("here", "[[line‸ 1]]")])
    let words = try await workspace.ask("textDocument/hover")["contents"]?["value"]?.string ?? ""
    #expect(words.split(separator: "\n").count == 40)
    #expect(words.hasSuffix("line 39\n…"))
  }

  @Test("is shown with no more lines where a part of it is missing")
  func longWithout() async throws {
    let lines = (1...100).map { "line \($0)" }.joined(separator: "\n")
    let workspace = try await Workspace(memos: [("long", lines), ("here", "[[line 1#Go‸ne]]")])
    let words = try await workspace.ask("textDocument/hover")["contents"]?["value"]?.string ?? ""
    #expect(words.split(separator: "\n", omittingEmptySubsequences: false).count == 40)
    #expect(words.hasPrefix("there is no heading Gone\n\n---\n\nline 1\n") && words.hasSuffix("line 35\n…"))
  }

  @Test("is shown in one line where a name has several, be there nothing else to show")
  func manyLines() async throws {
    let fragment = "a" + String(repeating: "%0A", count: 60) + "b"
    let workspace = try await Workspace(files: [("empty.md", ""), ("here.md", "[x](empty.md#‸\(fragment))")])
    let words = try await workspace.ask("textDocument/hover")["contents"]?["value"]?.string ?? ""
    #expect(words.hasPrefix("there is no heading a b\n"))
  }

  @Test(
    "is found by what it is called: titles, other names, headings, tags",
    arguments: [
      ("Plan", "Plan"), ("next", "## Next step"), ("work", "#work, #work/deep"), ("alia", "Alias"), ("ㄱㅎ", "계획"),
      ("nothing like it", ""), ("thd", "Third"), ("XPlan", ""),
    ])
  func symbols(query: String, names: String) async throws {
    let more = [("a", "---\naliases: [Alias]\n---\n# Third\n"), ("k", "# 계획\n")]
    let session = try await MemoSession(holding: Self.memos.map { ($0.0, $0.1) } + more)
    let found = try await session.client.request("workspace/symbol", #"{"query":\#(quoted(query))}"#)
    #expect(found.elements.compactMap { $0["name"]?.string }.joined(separator: ", ") == names)
  }

  @Test(
    "is found by any of its headings but the one that is its title",
    arguments: ["Notes", "*Notes*", "`Notes` now", "Notes &amp; more", "Notes ^id"])
  func headings(title: String) async throws {
    let session = try await MemoSession(holding: [("n", "# \(title)\n\n## About C# Notes\n\n### Notes\n")])
    let found = try await session.client.request("workspace/symbol", #"{"query":"Notes"}"#)
    #expect(found.elements.map { $0["name"]?.string } == [title, "## About C# Notes", "### Notes"])
  }

  @Test("is found without a word, too, with its headings")
  func all() async throws {
    let session = try await MemoSession(holding: [("n", "# Notes\n\n## Part\n\n### More\n")])
    let found = try await session.client.request("workspace/symbol", #"{"query":""}"#)
    #expect(found.elements.map { $0["name"]?.string } == ["Notes", "## Part", "### More"])
  }

  @Test("is found by a tag where that stands, be it in the front matter")
  func headerTag() async throws {
    let session = try await MemoSession(holding: [("n", "---\ntags: [x]\n---\n# N\n")])
    let found = try await session.client.request("workspace/symbol", ##"{"query":"#x"}"##).elements.first
    #expect(Workspace.range(found?["location"]?["range"]) == "1:7-8")
  }

  @Test("is found where editors show it, which hide the byte order mark of a file", arguments: ["Deep #work", "#work"])
  func symbolBehindMark(query: String) async throws {
    let session = try await FolderSession([("a.md", "\u{FEFF}## Deep #work")])
    let id = session.client.begin("workspace/symbol", #"{"query":\#(quoted(query))}"#)
    let found = try await session.answer(id)["result"]?.elements.last
    #expect(Workspace.range(found?["location"]?["range"]) == (query == "Deep #work" ? "0:0-13" : "0:8-13"))
    try await session.finish()
  }

  @Test("is told of by name in parts, too")
  func partialSymbols() async throws {
    let session = try await MemoSession(holding: Self.memos)
    session.client.send(call(900, "workspace/symbol", #"{"query":"Plan","partialResultToken":"t"}"#))
    var told: [String?] = []
    while true {
      let message = try await session.client.read()
      told += message["params"]?["value"]?.elements.map { $0["name"]?.string } ?? []
      guard message["id"]?.integer == 900 else { continue }
      #expect(message["result"]?.json == "[]")
      break
    }
    #expect(told == ["Plan"])
  }

  @Test("is offered only where it can be shown: memos are not, to a client that has no documents of them")
  func shown() async throws {
    let session = try await EditorSession()
    #expect(try await session.client.request("workspace/symbol", #"{"query":""}"#).json == "[]")
  }

  @Test("is found by a tag where one below it stands, if it has no other")
  func deeperTag() async throws {
    let session = try await MemoSession(holding: [("n", "# N\n\nx #work/deep\n")])
    let found = try await session.client.request("workspace/symbol", ##"{"query":"#work"}"##).elements
    #expect(found.map { $0["name"]?.string } == ["#work", "#work/deep"])
    #expect(found.map { Workspace.range($0["location"]?["range"]) } == ["2:2-12", "2:2-12"])
  }

  @Test("is found in the folders that the client works in, with nothing open, but for what is a memo there")
  func workspaceFiles() async throws {
    let session = try await FolderSession([("memo.md", "# Plan\n")])
    try session.place.write("# Plans\n", "../sub/deep.md")
    try session.place.write("# Planned\n", "../.hidden/no.md")
    let folder = #"{"uri":\#(quoted(session.place.outside(""))),"name":"n"}"#
    session.client.send(
      notification("workspace/didChangeWorkspaceFolders", #"{"event":{"added":[\#(folder)],"removed":[]}}"#))
    let found = try await session.answer(session.client.begin("workspace/symbol", #"{"query":"plan"}"#))["result"]
    #expect(found?.elements.compactMap { $0["name"]?.string }.sorted() == ["# Plans", "Plan"])
    try await session.finish()
  }

  @Test(
    "is found in a folder that is not attached by its names, headings and tags, be it open or beside what is",
    arguments: [
      ("great", "Great Plan"), ("GP", "Great Plan, GP"), ("#work", "#work/deep"), ("fm", "#fm"), ("near", "# Nearby"),
      ("side", "#side"),
    ])
  func looseFiles(query: String, names: String) async throws {
    let folder = try TemporaryFolder()
    try Data("# Nearby\n\n#side\n".utf8).write(to: URL(filePath: "\(folder.path)/near.md"))
    let session = try await EditorSession()
    session.open(
      "file://\(folder.path)/p.md",
      "---\ntitle: Great Plan\naliases: [GP]\ntags: [fm]\n---\n\n#work/deep and #work/deep\n")
    let found = try await session.client.request("workspace/symbol", #"{"query":\#(quoted(query))}"#)
    #expect(found.elements.compactMap { $0["name"]?.string }.joined(separator: ", ") == names)
  }
}
