import JSON
import SessionSupport
import Testing

@Suite("backlinks and links", .timeLimit(.minutes(10)))
struct LinkingMemoTests {
  private let client: SessionClient

  init() throws { client = try SessionClient() }

  private func ids(_ page: JSONValue) -> [String] { page.column("memos", "id") }

  /// The memos of all pages, read so many at a time, and each page's total.
  private func pages(_ method: String, _ params: String, limit: Int) async throws -> (ids: [String], totals: [Int?]) {
    var (ids, totals, cursor): ([String], [Int?], String) = ([], [], "")
    while true {
      let page = try await client.request(method, #"{\#(params),"limit":\#(limit)\#(cursor)}"#)
      ids += self.ids(page)
      totals.append(page["total"]?.integer)
      guard let next = page["nextCursor"]?.string else { return (ids, totals) }
      cursor = #","cursor":"\#(next)""#
    }
  }

  @Test("tell each link with its range, its line and its fragment", arguments: encodings)
  func members(encoding: String) async throws {
    try await client.initialize(encoding)
    let text = "# 첫째\r\n😀 é [[Plan]] 그리고 ![[plan#^끝]]\r\n[p](<PLAN#a b>) [[other]]\r\n[[a#]]"
    try await client.make(["a": "Plan", "b": text])
    for _ in 0..<2 {
      let page = try await client.request("backlinks", #"{"id":"a"}"#)
      #expect(ids(page) == ["b"])
      #expect(page["total"]?.integer == 1)
      let links = page.list("memos").first?.list("links") ?? []
      let slices = Slices(text, encoding)
      #expect(links.map { slices[$0["range"]] } == ["[[Plan]]", "![[plan#^끝]]", "[p](<PLAN#a b>)", "[[a#]]"])
      let lines = text.split(separator: "\r\n").map(String.init)
      #expect(links.map { $0["line"]?.string } == [lines[1], lines[1], lines[2], lines[3]])
      #expect(links.prefix(3).map { $0["fragment"]?.string } == [nil, "^끝", "a b"])
      _ = try await client.request("flush")
    }
  }

  @Test("show what a list shows of each memo")
  func summary() async throws {
    try await client.make(["a": "Plan", "b": "B\n[[Plan]]"])
    let page = try await client.request("backlinks", #"{"id":"a","limit":1}"#)
    let listed = try await client.request("list", #"{"limit":1}"#)
    let (shown, summary) = (page.list("memos").first?.json ?? "", listed.list("memos").first?.json ?? "-")
    #expect(shown.hasPrefix(summary.dropLast() + #","links":["#))
  }

  @Test("run from the newest memo to the oldest, page by page")
  func paging() async throws {
    try await client.make(["target": "Plan"])
    for number in 0..<7 { try await client.make(["m\(number)": "[[Plan]] [[nowhere]]"]) }
    _ = try await client.request("flush")
    // Of the same moment, so by identifier.
    _ = try await client.request("createMemo", #"{"id":"x2","text":"[[plan]] [[none]]"}"#)
    _ = try await client.request("createMemo", #"{"id":"x1","text":"[[plan]] [[none]]"}"#)
    let expected = ["m6", "x1", "x2"] + (0..<6).reversed().map { "m\($0)" }
    for limit in [1, 2, 3, 9, 10] {
      let linking = try await pages("backlinks", #""id":"target""#, limit: limit)
      #expect(linking.ids == expected)
      #expect(linking.totals.allSatisfy { $0 == 9 } && linking.totals.count == (9 + limit - 1) / limit)
      #expect(try await pages("links", #""kind":"broken""#, limit: limit).ids == expected)
    }
  }

  @Test("follow what is typed, deleted, restored and saved")
  func changes() async throws {
    try await client.make(["a": "Plan", "b": "[[Plan]]", "c": "c"])
    func linking() async throws -> [String] { ids(try await client.request("backlinks", #"{"id":"a"}"#)) }
    #expect(try await linking() == ["b"])
    _ = try await client.request("$/advanceClock", #"{"ms":1000}"#)
    _ = try await client.request("updateMemo", #"{"id":"c","contentChanges":[{"text":"[[a]]"}]}"#)
    #expect(try await linking() == ["c", "b"])
    _ = try await client.request("flush")
    _ = try await client.request("delete", #"{"id":"c"}"#)
    #expect(try await linking() == ["b"])
    _ = try await client.request("flush")
    _ = try await client.request("restore", #"{"id":"c"}"#)
    #expect(Set(try await linking()) == ["b", "c"])
    _ = try await client.request("undo", #"{"id":"c"}"#)
    _ = try await client.request("updateMemo", #"{"id":"a","contentChanges":[{"text":"Other"}]}"#)
    #expect(try await linking().contains("b") == false)
    _ = try await client.request("delete", #"{"id":"c","permanent":true}"#)
    #expect(try await linking() == [])
    _ = try await client.request("updateMemo", #"{"id":"b","contentChanges":[{"text":"[[other]]"}]}"#)
    #expect(try await linking() == ["b"])
  }

  @Test("of a memo in the trash are told, and so are those that are ambiguous")
  func candidates() async throws {
    try await client.make(["a": "Plan", "b": "Plan", "c": "Alone", "d": "[[Plan]]", "e": "[[Alone]]"])
    #expect(ids(try await client.request("backlinks", #"{"id":"a"}"#)) == ["d"])
    #expect(ids(try await client.request("backlinks", #"{"id":"b"}"#)) == ["d"])
    _ = try await client.request("delete", #"{"id":"c"}"#)
    #expect(ids(try await client.request("backlinks", #"{"id":"c"}"#)) == ["e"])
  }

  @Test("are broken, ambiguous or none, each told with its problem")
  func kinds() async throws {
    try await client.make([
      "t1": "Twice", "t2": "twice", "gone": "Gone", "named": "Former", "fine": "Fine\n# There\n[[many]]",
      "many": "[[nowhere]] [[Fine]] [[Gone]] [[Former]] [[Fine#not]] [[Fine#There]] [[Twice]]",
      "lonely": "Lonely https://example.org [x](https://example.org)", "trash": "[[nowhere]]",
      "self": "Self\n# H\n[[#H]]",
    ])
    _ = try await client.request("flush")
    _ = try await client.request("updateMemo", #"{"id":"named","contentChanges":[{"text":"Now"}]}"#)
    for id in ["gone", "trash"] { _ = try await client.request("delete", #"{"id":"\#(id)"}"#) }
    for _ in 0..<2 {
      let broken = try await client.request("links", #"{"kind":"broken"}"#)
      #expect(ids(broken) == ["many"])
      let links = broken.list("memos").first ?? .null
      #expect(links.column("links", "problem") == ["broken", "trashed", "renamed", "fragment"])
      #expect(
        links.list("links").map { $0["candidates"]?.json } == [nil, nil, #"[{"id":"named","title":"Now"}]"#, nil])
      let ambiguous = try await client.request("links", #"{"kind":"ambiguous"}"#)
      #expect(ids(ambiguous) == ["many"])
      let twice = ambiguous.list("memos").first?.list("links") ?? []
      #expect(twice.map { $0["problem"]?.string } == ["ambiguous"])
      #expect(twice.first?.column("candidates", "id") == ["t1", "t2"])
      let orphans = try await client.request("links", #"{"kind":"orphans"}"#)
      #expect(Set(ids(orphans)) == ["named", "lonely", "self"])
      #expect(orphans["total"]?.integer == 3)
      #expect(orphans.list("memos").allSatisfy { $0["links"]?.json == "[]" })
      _ = try await client.request("flush")
    }
  }

  @Test("are refused with a code and the member that is wrong")
  func refusals() async throws {
    try await client.make(["a": "Plan", "b": "[[Plan]] [[none]]", "c": "[[a]] [[none]]"])
    func cursor(_ method: String, _ params: String) async throws -> String {
      try await client.request(method, #"{\#(params),"limit":1}"#)["nextCursor"]?.string ?? ""
    }
    let backlinks = try await cursor("backlinks", #""id":"a""#)
    let broken = try await cursor("links", #""kind":"broken""#)
    let list = try await cursor("list", #""trashed":false"#)
    let table: [(String, String, Int, String?)] = [
      ("backlinks", "{}", -32602, "params.id"), ("backlinks", #"{"id":1}"#, -32602, "params.id"),
      ("backlinks", #"{"id":"nowhere"}"#, 1, nil), ("backlinks", #"{"id":"ä"}"#, 1, nil),
      ("backlinks", #"{"id":"a","limit":0}"#, -32602, "params.limit"),
      ("backlinks", #"{"id":"a","limit":1001}"#, 5, nil),
      ("backlinks", #"{"id":"a","cursor":"00"}"#, -32602, "params.cursor"),
      ("backlinks", #"{"id":"a","cursor":7}"#, -32602, "params.cursor"),
      ("backlinks", #"{"id":"b","cursor":"\#(backlinks)"}"#, -32602, "params.cursor"),
      ("backlinks", #"{"id":"a","cursor":"\#(broken)"}"#, -32602, "params.cursor"),
      ("backlinks", #"{"id":"a","cursor":"\#(list)"}"#, -32602, "params.cursor"),
      ("links", "{}", -32602, "params.kind"), ("links", #"{"kind":null}"#, -32602, "params.kind"),
      ("links", #"{"kind":"Broken"}"#, -32602, "params.kind"), ("links", #"{"kind":3}"#, -32602, "params.kind"),
      ("links", #"{"kind":"broken","limit":-1}"#, -32602, "params.limit"),
      ("links", #"{"kind":"orphans","limit":1001}"#, 5, nil),
      ("links", #"{"kind":"ambiguous","cursor":"\#(broken)"}"#, -32602, "params.cursor"),
      ("links", #"{"kind":"broken","cursor":"\#(backlinks)"}"#, -32602, "params.cursor"),
    ]
    for (method, params, code, path) in table {
      let error = try await client.refusal(method, params)
      #expect(error["code"]?.integer == code, "\(method) \(params)")
      #expect(error["data"]?["path"]?.string == path, "\(method) \(params)")
    }
    #expect(ids(try await client.request("backlinks", #"{"id":"a","limit":1000,"cursor":"\#(backlinks)"}"#)) == ["b"])
    #expect(ids(try await client.request("links", #"{"kind":"broken","cursor":"\#(broken)"}"#)) == ["b"])
  }
}
