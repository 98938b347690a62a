import JSON
import SessionSupport
import Testing

@Suite("complete", .timeLimit(.minutes(10)))
struct CompletionTests {
  private let client: SessionClient

  init() throws { client = try SessionClient() }

  private func complete(_ kind: String, _ query: String, _ rest: String = "") async throws -> JSONValue {
    try await client.request("complete", #"{"kind":"\#(kind)","query":\#(quoted(query))\#(rest)}"#)
  }

  private func labels(_ kind: String, _ query: String, _ rest: String = "") async throws -> [String] {
    try await complete(kind, query, rest).column("items", "label")
  }

  @Test("offers titles and aliases, the best first: whole, beginning, a word's beginning, anywhere")
  func links() async throws {
    try await client.make([
      "a": "Replanned", "b": "My plan", "c": "Planning", "d": "plan", "e": "---\naliases: [Plan B]\n---\nOther",
      "f": "None",
    ])
    for _ in 0..<2 {
      let answer = try await complete("link", "PLAN")
      let labels = answer.column("items", "label")
      #expect(labels.first == "plan")
      #expect(Set(labels.dropFirst().prefix(2)) == ["Planning", "Plan B"])
      #expect(labels.dropFirst(3) == ["My plan", "Replanned"])
      #expect(answer["isIncomplete"]?.json == "false")
      let alias = answer.list("items").first { $0["label"]?.string == "Plan B" }
      #expect(alias?["id"]?.string == "e")
      #expect(alias?["insert"]?.string == "Plan B")
      #expect(alias?["detail"]?.string == "Other")
      #expect(try await self.labels("link", "").count == 6)
      #expect(try await self.labels("link", "lan ").isEmpty == false)
      #expect(try await self.labels("link", "zz") == [])
      _ = try await client.request("flush")
    }
  }

  @Test("writes what leads to the one memo that is meant")
  func inserts() async throws {
    try await client.make([
      "a": "Twice", "b": "twice", "c": "A | B [1]", "d": "C# #1", "e": "Plain", "f": "See <https://a.b>",
    ])
    var links: [(String, String)] = []
    for query in ["twice", "A |", "C#", "Plain", "See"] {
      for item in try await complete("link", query).list("items") {
        links.append((item["id"]?.string ?? "", item["insert"]?.string ?? ""))
      }
    }
    #expect(Set(links.map(\.0)) == ["a", "b", "c", "d", "e", "f"])
    #expect(links.contains { $0 == ("a", "a|Twice") })
    #expect(links.contains { $0 == ("e", "Plain") })
    let outline = try await client.outline(links.map { "[[\($0.1)]]\n" }.joined())
    #expect(outline.column("links", "id") == links.map(\.0))
    #expect(outline.column("links", "problem").allSatisfy { $0 == "-" })
  }

  @Test("compares Hangul by whole syllables, however they are composed")
  func hangul() async throws {
    try await client.make(["a": "한글 맞춤법", "b": "하늘"])
    for query in ["한", "\u{1112}\u{1161}\u{11ab}", "맞춤", "법"] {
      #expect(try await labels("link", query) == ["한글 맞춤법"])
    }
    #expect(try await labels("link", "하") == ["하늘"])
    #expect(try await labels("link", "맞추") == [])
  }

  @Test("offers a memo's headings and blocks")
  func fragments() async throws {
    try await client.make([
      "a": "# Plan\n## Start here\nwords ^first\n\nmore ^second\n## Restart", "b": "# Other\n## Start there",
    ])
    for _ in 0..<2 {
      #expect(try await labels("heading", "start", #","id":"a""#) == ["Start here", "Restart"])
      #expect(try await labels("heading", "", #","id":"a""#) == ["Plan", "Start here", "Restart"])
      #expect(try await labels("heading", "Other#sta", #","id":"a""#) == ["Start there"])
      #expect(try await labels("block", "", #","id":"a""#) == ["first", "second"])
      #expect(try await labels("block", "^sec", #","id":"a""#) == ["second"])
      #expect(try await labels("block", "plan#^f") == ["first"])
      for (kind, query, id, found) in [
        ("heading", "rest", #","id":"a""#, "Restart"), ("block", "sec", #","id":"a""#, "second"),
        ("heading", "Other#sta", "", "Start there"),
      ] {
        let insert = try await complete(kind, query, id).list("items").first?["insert"]?.string ?? ""
        let link = "[[\(query.contains("#") ? "" : "a#")\(insert)]]"
        let outline = try await client.outline(link).list("links").first
        #expect(outline?["problem"] == nil && outline?["id"] != nil, "\(link) \(found)")
      }
      _ = try await client.request("flush")
    }
  }

  @Test("offers tags, the most used first")
  func tags() async throws {
    try await client.make(["a": "#work/one #home", "b": "#Work", "c": "#workshop #work"])
    let answer = try await complete("tag", "wor")
    #expect(answer.column("items", "label") == ["work", "work/one", "workshop"])
    #expect(answer.column("items", "insert") == ["work", "work/one", "workshop"])
    #expect(answer.column("items", "id") == ["-", "-", "-"])
    #expect(try await labels("tag", "#HO") == ["home"])
    let properties = #""properties":{"tags":["two words","2026","twofold"]}"#
    _ = try await client.request("createMemo", #"{"text":"x",\#(properties)}"#)
    #expect(try await labels("tag", "tw") == ["twofold"])
    #expect(try await labels("tag", "2") == [])
  }

  @Test("gives 50 items unless told otherwise, and says whether there are more")
  func limits() async throws {
    for number in 0..<51 { try await client.make(["m\(number)": "Note \(number)"]) }
    for (rest, count, isIncomplete) in [
      ("", 50, "true"), (#","limit":null"#, 50, "true"), (#","limit":51"#, 51, "false"),
      (#","limit":1000"#, 51, "false"),
      (#","limit":3"#, 3, "true"),
    ] {
      let answer = try await complete("link", "note", rest)
      #expect(answer.list("items").count == count)
      #expect(answer["isIncomplete"]?.json == isIncomplete)
    }
  }

  @Test("sees what is sent before it, and no memo in the trash")
  func order() async throws {
    client.send(
      call(1, "createMemo", #"{"id":"a","text":"Fresh"}"#), call(2, "complete", #"{"kind":"link","query":"fr"}"#))
    let answers = try await client.answers(2)
    #expect(answers.first { $0["id"]?.integer == 2 }?["result"]?.column("items", "id") == ["a"])
    _ = try await client.request("delete", #"{"id":"a"}"#)
    #expect(try await labels("link", "fr") == [])
    _ = try await client.request("flush")
    #expect(try await labels("link", "fr") == [])
  }

  @Test(
    "is refused with a code and the member that is wrong",
    arguments: [
      ("{}", -32602, "params.kind"), (#"{"kind":"link"}"#, -32602, "params.query"),
      (#"{"kind":"title","query":""}"#, -32602, "params.kind"), (#"{"kind":"link","query":1}"#, -32602, "params.query"),
      (#"{"kind":"link","query":"","id":1}"#, -32602, "params.id"),
      (#"{"kind":"link","query":"","limit":0}"#, -32602, "params.limit"),
      (#"{"kind":"link","query":"","limit":1001}"#, 5, nil), (#"{"kind":"heading","query":"","id":"nowhere"}"#, 1, nil),
      (#"{"kind":"link","query":"","id":"ä"}"#, 1, nil),
      (#"{"kind":"tag","query":"\#(String(repeating: "두", count: 3334))"}"#, 5, nil),
    ] as [(String, Int, String?)])
  func refused(params: String, code: Int, path: String?) async throws {
    let error = try await client.refusal("complete", params)
    #expect(error["code"]?.integer == code)
    #expect(error["data"]?["path"]?.string == path)
  }
}
