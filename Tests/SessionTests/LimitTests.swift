import JSON
import MemoEngine
import SessionSupport
import Testing

@Suite("What is exactly at a limit goes through, and one more is refused with the limit", .timeLimit(.minutes(10)))
struct LimitTests {
  private func check(_ client: SessionClient, _ method: String, _ limit: Int, _ params: (Int) -> String) async throws {
    _ = try await client.request(method, params(limit))
    let error = try await client.refusal(method, params(limit + 1))
    #expect(error["code"]?.integer == 5)
    #expect(error["data"]?["kind"]?.string == "limitExceeded")
    #expect(error["data"]?["limit"]?.integer == limit)
    #expect(error["data"]?["value"]?.integer == limit + 1)
  }

  @Test("A page has at most 1000 items, and 50 if nobody says otherwise")
  func pages() async throws {
    let client = try SessionClient()
    for number in 0..<51 { _ = try await client.request("createMemo", #"{"id":"a\#(number)","text":"word"}"#) }
    for (method, params) in [("list", ""), ("search", #""query":"word","#), ("history", #""id":"a0","#)] {
      try await check(client, method, 1000) { #"{\#(params)"limit":\#($0)}"# }
    }
    for (method, params) in [("list", "{}"), ("search", #"{"query":"word"}"#)] {
      let page = try await client.request(method, params)
      #expect(page["memos"]?.elements.count == 50)
      #expect(page["total"]?.integer == 51)
    }
  }

  @Test("A query has at most 10,000 bytes")
  func queries() async throws {
    try await check(try SessionClient(), "search", 10_000) { bytes in
      let query = String(repeating: "한", count: 3333) + String(repeating: "x", count: bytes - 9999)
      return #"{"query":"\#(query)"}"#
    }
  }

  @Test("A memo's text, and its properties, have at most as many bytes as the engine is told")
  func memos() async throws {
    var settings = SessionSettings()
    settings.engine.maximumMemoBytes = 1000
    let client = try SessionClient(settings)
    try await check(client, "createMemo", 1000) { #"{"text":"\#(String(repeating: "x", count: $0))"}"# }
    let name = #"{"n":""}"#
    try await check(client, "createMemo", 1000) {
      #"{"properties":{"n":"\#(String(repeating: "x", count: $0 - name.utf8.count))"}}"#
    }
  }

  @Test("An id has at most 128 characters, and a memo 100 tags")
  func names() async throws {
    let client = try SessionClient()
    let id = { (count: Int) in #"{"id":"\#(String(repeating: "i", count: count))"}"# }
    let tags = { (count: Int) in
      #"{"properties":{"tags":[\#((0..<count).map { quoted("t\($0)") }.joined(separator: ","))]}}"#
    }
    for (params, limit) in [(id, 128), (tags, 100)] {
      _ = try await client.request("createMemo", params(limit))
      #expect(try await client.refusal("createMemo", params(limit + 1))["code"]?.integer == -32602)
    }
  }
}
