import ContextServer
import JSON
import SessionSupport
import TestDoubles
import TestSupport
import Testing

@Suite("What an agent is answered")
struct AnswerTests {
  @Test("what can't be merged is told in 16 KiB, with the numbers of the lines that have no room")
  func conflict() async throws {
    let lines = (1...4000).map { "line \($0)" }
    let session = try await AgentSession(holding: [("a", lines.joined(separator: "\n"))])
    try await session.type(lines.map { "\($0) typed" }.joined(separator: "\n"), into: "a")
    let edits = (1...100).map { #"{"old":"line \#($0 * 10 + 1000)\n","new":"x\n"}"# }.joined(separator: ",")
    let said = try await session.failure("edit_memo", #"{"id":"a","baseVersion":1,"edits":[\#(edits)]}"#)
    #expect(said.contains("typed") && said.utf8.count < 17 << 10)
    #expect(said.contains("have no room here") && said.contains("version 2"))
    // Now few lines are in the way, each of them very long.
    let long = String(repeating: "x", count: 30_000)
    try await session.type("\(long)\n\(long)\n", into: "a")
    let trash = try await session.failure("trash_memo", #"{"id":"a","baseVersion":2}"#)
    #expect(trash.contains("1: xxx") && trash.contains("(lines 2 to") && trash.utf8.count < 17 << 10)
  }

  @Test("a line with several of the words that are looked for is told once")
  func matches() async throws {
    let session = try await AgentSession(holding: [("a", "milk and milk\nmilk\n")])
    let found = try await session.tool("search_memos", #"{"query":"milk"}"#)["memos"]?.elements.first?["matches"]
    #expect(found?.elements.compactMap { $0["line"]?.integer } == [1, 2])
  }

  @Test("the lines that link to a memo are told once each, the first five, and how many links are in later ones")
  func backlinks() async throws {
    let later = (3...9).map { "[[Hub]] \($0) [x](Hub)\n" }.joined()
    let session = try await AgentSession(holding: [
      ("hub", "Hub"), ("many", "M\n[[Hub]] [[hub]] [[Hub]]\n\(later)"), ("few", "F\n\n[[Hub]] [[Hub]]"),
    ])
    let memos = try await session.tool("list_links", #"{"id":"hub"}"#)["backlinks"]?.elements
    let told = memos?.map { memo in
      (memo["lines"]?.elements.compactMap { $0["line"]?.integer } ?? [], memo["more"]?.integer)
    }
    #expect(told?.map(\.0) == [[3], [2, 3, 4, 5, 6]])
    #expect(told?.map(\.1) == [nil, 6])
    #expect(memos?.last?["lines"]?.elements[1]["text"]?.string == "[[Hub]] 3 [x](Hub)")
  }

  @Test("the id of a memo in the trash is taken, and restore_memo named, which brings it back")
  func trashedID() async throws {
    let session = try await AgentSession(holding: [("a", "one")])
    _ = try await session.tool("trash_memo", #"{"id":"a","baseVersion":1}"#)
    let said = try await session.failure("create_memo", #"{"id":"a","text":"x"}"#)
    #expect(said.contains("restore_memo") && said.contains("another id"))
  }

  @Test(
    "an agent's name is shortened by characters, whatever they are made of",
    arguments: [
      ("\u{1112}\u{1161}\u{11ab}", 30, 28), ("👨‍👩‍👧‍👦", 20, 10), ("n", 1000, 64), ("글", 100, 64),
      ("a" + String(repeating: "\u{301}", count: 200), 1, 0),
    ])
  func names(character: String, count: Int, kept: Int) async throws {
    let session = try await AgentSession(holding: [("a", "one")])
    let name = String(repeating: character, count: count)
    let call = AgentSession.call("append_to_memo", #"{"id":"a","text":"x"}"#)
    _ = try await session.client.request("tools/call", call.replacing("tester", with: name))
    let author = try await session.tool("memo_history", #"{"id":"a"}"#)["states"]?.elements.first?["by"]?.string
    #expect(author == (kept > 0 ? String(repeating: character, count: kept) : "an agent"))
  }

  @Test("a tool's description names another that is to be used instead, or beside it")
  func descriptions() async throws {
    let session = try await AgentSession()
    let tools = try await session.client.request("tools/list", AgentSession.params())["tools"]?.elements ?? []
    let names = tools.compactMap { $0["name"]?.string }
    #expect(names.count == 12)
    for (name, tool) in zip(names, tools) {
      let words = tool["description"]?.string ?? ""
      #expect(names.contains { $0 != name && words.contains($0) }, "\(name): \(words)")
    }
  }

  @Test(
    "memos are kept by nobody else, and for five seconds at most",
    arguments: [
      ("resources/list", ""), ("resources/read", #""uri":"memo:///a""#),
      ("resources/read", #""uri":"memo:///a?startLine=1&startCharacter=1""#),
    ])
  func caching(method: String, members: String) async throws {
    let session = try await AgentSession(holding: [("a", "one")])
    let result = try await session.client.request(method, AgentSession.params(members))
    #expect(result["cacheScope"]?.string == "private")
    #expect((1...5000).contains(try #require(result["ttlMs"]?.integer)))
  }

  @Test("of a prompt's argument that is no id nothing is known, and no other argument is one")
  func completing() async throws {
    let session = try await AgentSession(holding: [("a", "2 eggs")])
    func params(_ prompt: String, _ argument: String) -> String {
      AgentSession.params(
        #""ref":{"type":"ref/prompt","name":"\#(prompt)"},"argument":{"name":"\#(argument)","value":"2"}"#)
    }
    for (prompt, argument, ids) in [("daily_note", "date", []), ("find_related", "id", ["a"])] {
      let found = try await session.client.request("completion/complete", params(prompt, argument))["completion"]
      #expect(found?["values"]?.elements.compactMap(\.string) == ids)
      #expect(found?["hasMore"]?.json == "false")
    }
    for (prompt, argument) in [("daily_note", "id"), ("find_related", "date"), ("none", "date")] {
      let error = try await session.client.refusal("completion/complete", params(prompt, argument))
      #expect(error["code"]?.integer == -32602 && error["data"]?["path"]?.string == "params.ref")
    }
  }

  @Test(
    "a tag by which nobody would find the memo is refused, and nothing is written",
    arguments: ["#", " ", "//", "##a", "a\"b", "a\nb"])
  func tags(tag: String) async throws {
    let session = try await AgentSession(holding: [("a", "one")])
    for (tool, arguments) in [
      ("set_tags", #"{"id":"a","add":["fine",\#(quoted(tag))]}"#),
      ("create_memo", #"{"text":"x","tags":[\#(quoted(tag))]}"#),
    ] {
      #expect(try await session.failure(tool, arguments).contains("no search would find it"))
    }
    #expect(session.store.transactions.isEmpty)
    // What is had already, from wherever, can be taken away.
    _ = try await session.tool("set_tags", #"{"id":"a","remove":[\#(quoted(tag))]}"#)
    let tagged = try await session.tool("set_tags", ##"{"id":"a","add":["#fine","two words","한글/🎈"]}"##)
    #expect(tagged["tags"]?.elements.compactMap(\.string) == ["fine", "two words", "한글/🎈"])
    for tag in ["fine", "two words", "한글"] {
      let query = quoted("tag:\"\(tag)\"")
      #expect(try await session.tool("search_memos", #"{"query":\#(query)}"#)["total"]?.integer == 1)
    }
  }

  @Test("what an argument says is done, and what can't be meant is refused")
  func arguments() async throws {
    let session = try await AgentSession(holding: [("a", "one\n"), ("b", "two\n"), ("c", "three\n```\n")])
    for (arguments, count) in [
      (#"{"query":"","after":"2000-01-01T00:00:02Z"}"#, 2), (#"{"query":"","before":"2000-01-01T00:00:02Z"}"#, 1),
      (#"{"query":"o","after":"2000-01-02"}"#, 0), (#"{"query":"o","tag":"none"}"#, 0), (#"{"query":"o"}"#, 2),
    ] {
      #expect(try await session.tool("search_memos", arguments)["total"]?.integer == count, "\(arguments)")
    }
    let states = try await session.tool("memo_history", #"{"id":"a"}"#)["states"]?.elements
    let revision = try #require(states?.first?["revision"]?.string)
    #expect(try await session.tool("read_memo", #"{"id":"a","revision":"\#(revision)"}"#)["text"]?.string == "one\n")
    for wrong in ["0\(revision)", "+\(revision)", "x", "-1"] {
      #expect(try await session.failure("read_memo", #"{"id":"a","revision":"\#(wrong)"}"#).contains("memo_history"))
    }
    for heading in ["#", " ", "two\nlines"] {
      let arguments = #"{"id":"a","text":"x","heading":\#(quoted(heading))}"#
      #expect(try await session.failure("append_to_memo", arguments).contains("heading must be"), "\(heading)")
    }
    let inCode = #"{"id":"c","text":"x","heading":"Log"}"#
    #expect(try await session.failure("append_to_memo", inCode).contains("code that begins in line 2 has no end"))
    for (edits, words) in [
      (#"[{"old":"one","new":"1"},{"old":"ne","new":"2"}]"#, "overlap in line 1"),
      (#"[{"old":"one","new":"one"}]"#, "same"),
      (#"[{"old":"o","new":"0","expectedCount":2}]"#, "1 times, not 2"),
    ] {
      let arguments = #"{"id":"a","baseVersion":1,"edits":\#(edits)}"#
      #expect(try await session.failure("edit_memo", arguments).contains(words))
    }
    #expect(session.store.transactions.isEmpty)
  }

  @Test("words in two normalizations are counted as one, and none of their letters alone")
  func normalizations() async throws {
    let session = try await AgentSession(holding: [("a", "cafe\u{301} noir\ncaf\u{e9}\n")])
    func edit(_ old: String, _ count: Int) -> String {
      let edit = #"{"old":\#(quoted(old)),"new":"tea","expectedCount":\#(count)}"#
      return #"{"id":"a","baseVersion":1,"edits":[\#(edit)]}"#
    }
    for (old, count, words) in [
      ("caf\u{e9}", 3, "2 times, not 3: in lines 1, 2"), ("cafe", 1, "not in the memo"),
    ] {
      #expect(try await session.failure("edit_memo", edit(old, count)).contains(words))
    }
    _ = try await session.tool("edit_memo", edit("caf\u{e9}", 2))
    #expect(try await session.tool("read_memo", #"{"id":"a"}"#)["text"]?.string == "tea noir\ntea\n")
  }

  @Test("a prompt writes nothing, not even the memo of a day that it is about")
  func prompts() async throws {
    let session = try await AgentSession(holding: [("a", "one")])
    for arguments in [#"{"date":"2000-01-01"}"#, "{}"] {
      let params = AgentSession.params(#""name":"daily_note","arguments":\#(arguments)"#)
      let words = try await session.client.request("prompts/get", params)["messages"]?.elements
      #expect(words?.count == 1 && words?[0]["content"]?["text"]?.string?.contains("There is none yet") == true)
    }
    #expect(session.store.transactions.isEmpty && session.store.stored.count == 1)
    #expect(try await session.tool("list_memos")["total"]?.integer == 1)
  }

  @Test(
    "an error has the id of its request, and where none could be read, what the revision prescribes",
    arguments: [("2025-06-18", #""""#), ("2025-11-25", nil)])
  func ids(revision: String, none: String?) async throws {
    let session = try await AgentSession()
    let client = #""capabilities":{},"clientInfo":{"name":"x","version":"1"}"#
    _ = try await session.client.request("initialize", #"{"protocolVersion":"\#(revision)",\#(client)}"#)
    for (line, id) in [
      ("garbage", none), ("[]", none), ("7", none), (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, none),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, none),
      (#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, #""x""#),
      (#"{"jsonrpc":"2.0","id":5,"method":7}"#, "5"), (#"{"jsonrpc":"2.0","id":6,"method":"nothing"}"#, "6"),
      (#"{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}"#, "8"),
      (#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}"#, "9"),
    ] {
      session.client.send(line)
      let answer = try await session.client.answer()
      #expect(answer["error"] != nil && answer["id"]?.json == id, "\(line): \(answer.json)")
    }
    #expect(try await session.client.finish() == 0)
  }
}
