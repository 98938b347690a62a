import JSON
import SessionSupport
import Testing

@Suite("tags", .timeLimit(.minutes(10)))
struct TagListTests {
  private let client: SessionClient

  init() throws { client = try SessionClient() }

  private func tags(_ params: String = "{}") async throws -> [String] {
    try await client.request("tags", params).list("tags")
      .map { "\($0["name"]?.string ?? "-") \($0["memos"]?.integer ?? 0)" }
  }

  @Test("come from the text, its front matter and the properties, the most used first")
  func sources() async throws {
    try await client.make(["a": "#Work #work #home", "b": "---\ntags: [work, 두부]\n---\n`#code` \\#no ab#no #cafe12"])
    _ = try await client.request(
      "createMemo", #"{"id":"c","text":"c","properties":{"tags":["work","HOME","two words"]}}"#)
    for _ in 0..<2 {
      let expected = ["work 3", "home 2"]
      let found = try await tags()
      #expect(found.map { $0.lowercased() }.prefix(2) == expected[...])
      #expect(Set(found.dropFirst(2)) == ["두부 1", "two words 1"])
      #expect(try await client.request("tags")["total"]?.integer == 4)
      _ = try await client.request("flush")
    }
  }

  @Test("are called as they are written most often")
  func names() async throws {
    try await client.make(["a": "#Work", "b": "#WORK", "c": "#Work", "d": "#work"])
    #expect(try await tags() == ["Work 4"])
    _ = try await client.request("flush")
    #expect(try await tags() == ["Work 4"])
  }

  @Test("count in those above them, each memo once")
  func nested() async throws {
    try await client.make(["a": "#a/b/c #a/b #a", "b": "#a/x", "c": "#A/b"])
    for _ in 0..<2 {
      #expect(try await tags().map { $0.lowercased() } == ["a 3", "a/b 2", "a/b/c 1", "a/x 1"])
      _ = try await client.request("flush")
    }
  }

  @Test("begin with the prefix, however it is written")
  func prefixes() async throws {
    try await client.make(["a": "#Straße #strand #other #Écoles", "b": "#strand"])
    #expect(try await tags(#"{"prefix":"stra"}"#) == ["strand 2", "Straße 1"])
    #expect(try await tags(##"{"prefix":"#STRASS"}"##) == ["Straße 1"])
    #expect(try await tags(#"{"prefix":"e\u0301c"}"#) == ["Écoles 1"])
    #expect(try await tags(#"{"prefix":"rand"}"#) == [])
    #expect(try await tags(#"{"prefix":""}"#).count == 4)
    #expect(try await client.request("tags", #"{"prefix":"stra","limit":1}"#)["total"]?.integer == 2)
  }

  @Test("come page by page")
  func paging() async throws {
    try await client.make(["a": (0..<9).map { "#tag\($0)" }.joined(separator: " "), "b": "#tag4 #tag7"])
    let all = try await tags()
    #expect(Set(all.prefix(2)) == ["tag4 2", "tag7 2"])
    for state in ["unsaved", "saved"] {
      for limit in [1, 2, 4, 9, 10] {
        var (found, cursor): ([String], String) = ([], "")
        repeat {
          let page = try await client.request("tags", #"{"prefix":"TAG","limit":\#(limit)\#(cursor)}"#)
          #expect(page["total"]?.integer == 9)
          found += page.column("tags", "name")
          cursor = page["nextCursor"]?.string.map { #","cursor":"\#($0)""# } ?? ""
        } while !cursor.isEmpty
        #expect(found == all.map { String($0.dropLast(2)) }, "\(limit), \(state)")
      }
      _ = try await client.request("flush")
    }
  }

  @Test("are those of memos that are not in the trash")
  func trash() async throws {
    try await client.make(["a": "#gone #both", "b": "#both"])
    _ = try await client.request("delete", #"{"id":"a"}"#)
    #expect(try await tags() == ["both 1"])
    _ = try await client.request("flush")
    #expect(try await tags() == ["both 1"])
    _ = try await client.request("restore", #"{"id":"a"}"#)
    #expect(try await tags() == ["both 2", "gone 1"])
  }

  @Test("are refused with a code and the member that is wrong")
  func refusals() async throws {
    try await client.make(["a": "#a #b #c"])
    let cursor = try await client.request("tags", #"{"limit":1}"#)["nextCursor"]?.string ?? ""
    for (params, code, path) in [
      (#"{"prefix":1}"#, -32602, "params.prefix"), (#"{"limit":0}"#, -32602, "params.limit"),
      (#"{"limit":1001}"#, 5, nil), (#"{"cursor":"x"}"#, -32602, "params.cursor"),
      (#"{"cursor":"5b5d"}"#, -32602, "params.cursor"),
      (#"{"prefix":"a","cursor":"\#(cursor)"}"#, -32602, "params.cursor"), ("[]", -32602, "params"),
    ] as [(String, Int, String?)] {
      let error = try await client.refusal("tags", params)
      #expect(error["code"]?.integer == code, "\(params)")
      #expect(error["data"]?["path"]?.string == path, "\(params)")
    }
    #expect(try await client.request("tags", #"{"limit":9,"cursor":"\#(cursor)"}"#).list("tags").count == 2)
  }
}
