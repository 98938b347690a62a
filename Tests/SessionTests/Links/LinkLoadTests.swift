import JSON
import SessionSupport
import Testing

@Suite("Requests about links that nobody would make", .timeLimit(.minutes(10)))
struct LinkLoadTests {
  @Test("What is cancelled is answered once, and the session goes on")
  func cancelling() async throws {
    let client = try SessionClient()
    try await client.make(["a": "Plan"])
    let text = quoted(String(repeating: "# [[Plan]] #tag\n", count: 1 << 10))
    for id in 1...20 {
      client.send(call(id, "outline", #"{"text":\#(text)}"#), notification("$/cancelRequest", #"{"id":\#(id)}"#))
    }
    let answers = try await client.answers(20)
    #expect(Set(answers.compactMap { $0["id"]?.integer }).count == 20)
    #expect(answers.allSatisfy { $0["result"] != nil || $0["error"]?["code"]?.integer == -32800 })
    #expect(try await client.outline("[[Plan]]").column("links", "id") == ["a"])
  }

  @Test(
    "Params that make no sense are refused",
    arguments: ["outline", "backlinks", "links", "complete", "tags"],
    [
      "[]", "[{}]", "7", #""x""#, "true", #"{"id":{},"text":7,"kind":{},"query":[],"prefix":{}}"#,
      #"{"text":[],"kind":[],"query":{},"prefix":[],"id":7}"#,
      #"{"kind":"broken\u0000","query":7,"id":false,"prefix":7}"#, #"{"id":"\ud83d\ude00","limit":1e99,"kind":"x"}"#,
    ])
  func garbage(method: String, params: String) async throws {
    let client = try SessionClient()
    let code = try await client.refusal(method, params)["code"]?.integer ?? 0
    #expect([-32602, -32600, 1].contains(code))
    #expect(try await client.request("list")["total"]?.integer == 0)
  }
}
