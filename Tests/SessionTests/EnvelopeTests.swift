import JSON
import JSONRPC
import SessionSupport
import Testing

@Suite("Requests of JSON-RPC 2.0 and what is not one", .timeLimit(.minutes(10)))
struct EnvelopeTests {
  private let client: SessionClient
  private let last = call(#""the last""#, "titleBodySplit", #"{"text":"x"}"#)

  init() throws { client = try SessionClient(framing: .contentLength) }

  /// Each answer to a message, as its id and its error's code; a last request shows that there are no more.
  private func answers(to message: String) async throws -> [String] {
    client.send(message, last)
    var answers: [String] = []
    while true {
      let answer = try await client.read()
      if answer["id"]?.string == "the last" { return answers }
      answers.append("\(answer["id"]?.json ?? "none") \(answer["error"]?["code"]?.json ?? "result")")
    }
  }

  @Test(
    "An id comes back exactly as it was sent",
    arguments: [
      "0", #""""#, "-1", "1", "9007199254740992", "-9007199254740992", #""1""#, #""null""#, #""한글 😀""#,
      quoted("\0\u{2028}"), "null", quoted(String(repeating: "x", count: 10_000)),
    ])
  func ids(id: String) async throws {
    #expect(try await answers(to: call(id, "titleBodySplit", #"{"text":"t"}"#)) == ["\(id) result"])
    #expect(try await answers(to: call(id, "no/such/method")) == ["\(id) -32601"])
  }

  @Test(
    "An invalid id is an invalid request with null",
    arguments: [
      "1.5", "true", "false", "{}", "[]", "[1]", "9007199254740993", "-9007199254740993", "1e400", "1e16", "0.1",
    ])
  func noIDs(id: String) async throws {
    #expect(try await answers(to: call(id, "titleBodySplit", #"{"text":"t"}"#)) == ["null -32600"])
  }

  @Test(
    "A request that is wrong in another way is answered with its id",
    arguments: [
      #"{"id":7,"method":"stats"}"#, #"{"jsonrpc":"1.0","id":7,"method":"stats"}"#,
      #"{"jsonrpc":2.0,"id":7,"method":"stats"}"#, #"{"jsonrpc":"2","id":7,"method":"stats"}"#,
      #"{"jsonrpc":null,"id":7,"method":"stats"}"#, #"{"jsonrpc":"2.0","id":7}"#,
      #"{"jsonrpc":"2.0","id":7,"method":1}"#, #"{"jsonrpc":"2.0","id":7,"method":null}"#,
      #"{"jsonrpc":"2.0","id":7,"method":["stats"]}"#, #"{"jsonrpc":"2.0","id":7,"params":{}}"#,
    ])
  func wrong(message: String) async throws { #expect(try await answers(to: message) == ["7 -32600"]) }

  @Test(
    "What is no request at all is an invalid request with null",
    arguments: [
      "{}", "1", #""text""#, "null", "true", "1.5", #"{"jsonrpc":"2.0"}"#, #"{"foo":"boo"}"#,
      #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#,
    ])
  func none(message: String) async throws { #expect(try await answers(to: message) == ["null -32600"]) }

  @Test(
    "Params by position are invalid params, and scalars an invalid request",
    arguments: ["titleBodySplit", "getMemo", "stats", "shutdown"])
  func positional(method: String) async throws {
    for params in ["[]", #"["a"]"#, #"[{"id":"a"}]"#] {
      #expect(try await answers(to: call(7, method, params)) == ["7 -32602"], "\(params)")
    }
    for params in [#""a""#, "1", "true", "1.5"] {
      #expect(try await answers(to: call(7, method, params)) == ["7 -32600"], "\(params)")
    }
  }

  @Test("Params that are null or absent are the same")
  func absent() async throws {
    #expect(try await answers(to: call(7, "stats", "null")) == ["7 result"])
    #expect(try await answers(to: call(7, "stats")) == ["7 result"])
    #expect(try await answers(to: call(7, "getMemo", "null")) == ["7 -32602"])
  }

  @Test(
    "An unknown method is not found, whatever its params",
    arguments: [
      "foo", "", "Stats", "stats ", "rpc.x", "rpc.discover", "$/x", "didSaveMemo", "textDocument/didOpen",
      String(repeating: "x", count: 10_000), "\0",
    ])
  func unknown(method: String) async throws {
    for params in [nil, "{}", "[]", "[1]", #"{"id":1}"#, #""text""#, "1", "true"] {
      #expect(try await answers(to: call(7, method, params)) == ["7 -32601"], "\(params ?? "none")")
    }
  }

  @Test("Cancelling is a notification and no request")
  func cancelRequest() async throws {
    #expect(try await answers(to: call(7, "$/cancelRequest", #"{"id":1}"#)) == ["7 -32601"])
  }

  @Test("A client that may not move the clock has no method for it")
  func clock() async throws {
    var settings = SessionSettings()
    settings.hasVirtualClock = false
    let client = try SessionClient(settings)
    #expect(try await client.refusal("$/advanceClock", #"{"ms":1}"#)["code"]?.integer == -32601)
  }

  @Test(
    "A notification is never answered, not even with an error",
    arguments: [
      "foo", "$/x", "rpc.x", "stats", "getMemo", "createMemo", "titleBodySplit", "updateMemo", "initialized",
      "$/cancelRequest",
    ])
  func notifications(method: String) async throws {
    for params in [nil, "{}", "[1]", #"{"id":[]}"#, #"{"id":"no-such-memo"}"#] {
      #expect(try await answers(to: notification(method, params)).isEmpty, "\(params ?? "none")")
    }
  }

  @Test(
    "A response to nothing is ignored",
    arguments: [
      #"{"jsonrpc":"2.0","id":5,"result":null}"#, #"{"jsonrpc":"2.0","id":1000000000,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#,
      #"[{"jsonrpc":"2.0","id":5,"result":null},{"jsonrpc":"2.0","id":6,"error":{"code":1,"message":"x"}}]"#,
    ])
  func responses(message: String) async throws { #expect(try await answers(to: message).isEmpty) }

  @Test("Two requests in flight with one id are each answered once")
  func twice() async throws {
    client.send(call(#""same""#, "titleBodySplit", #"{"text":"x"}"#))
    #expect(try await answers(to: call(#""same""#, "no/such")) == [#""same" result"#, #""same" -32601"#])
  }

  @Test("What is unknown or finished cannot be cancelled, and a request that runs gets one answer")
  func cancelling() async throws {
    for params in [#"{"id":99}"#, #"{"id":"1"}"#, #"{"id":null}"#, #"{"id":1.5}"#, #"{"id":{}}"#, "{}", "null"] {
      #expect(try await answers(to: notification("$/cancelRequest", params)).isEmpty, "\(params)")
    }
    for id in 0..<300 {
      client.send(call(id, "list", #"{"limit":1000}"#), notification("$/cancelRequest", #"{"id":\#(id)}"#))
    }
    let answers = try await client.answers(300)
    #expect(answers.compactMap { $0["id"]?.integer }.sorted() == Array(0..<300))
    #expect(answers.allSatisfy { [nil, -32800].contains($0["error"]?["code"]?.integer) })
  }

  @Test("Ids that were cancelled before they came are not remembered")
  func forgotten() async throws {
    client.send((0..<10_000).map { notification("$/cancelRequest", #"{"id":\#($0)}"#) })
    client.send((0..<100).map { call($0, "titleBodySplit", #"{"text":"x"}"#) })
    #expect(try await client.answers(100).allSatisfy { $0["result"] != nil })
  }
}
