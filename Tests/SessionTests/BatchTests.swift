import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Batches of JSON-RPC 2.0", .timeLimit(.minutes(10)))
struct BatchTests {
  private let client: SessionClient
  private let split = call(1, "titleBodySplit", #"{"text":"first\nrest"}"#)

  init() throws { client = try SessionClient() }

  private func answer(to batch: [String]) async throws -> JSONValue {
    client.send("[\(batch.joined(separator: ","))]")
    return try await client.read()
  }

  /// Each answer's id, and its error's code, or that it has a result.
  private func outline(_ answers: [JSONValue]) -> [String] {
    answers.map { answer in
      let outcome = answer["error"]?["code"]?.json ?? (answer["result"] == nil ? "nothing" : "result")
      return "\(answer["id"]?.json ?? "none") \(outcome)"
    }
  }

  @Test("An empty batch gets one invalid request")
  func empty() async throws { #expect(outline([try await answer(to: [])]) == ["null -32600"]) }

  @Test(
    "What is no request in a batch gets an invalid request each",
    arguments: [["1"], ["1", "2", "3"], ["[]", "[\(call(1, "stats"))]", #""x""#, "null", "{}"]])
  func noRequests(batch: [String]) async throws {
    let answers = try await answer(to: batch).elements
    #expect(outline(answers) == batch.map { _ in "null -32600" })
  }

  @Test("A batch of notifications gets nothing")
  func notifications() async throws {
    let notifications = [
      notification("nothing"), notification("updateMemo", #"{"id":5}"#), notification("$/x", "[7]"),
    ]
    client.send("[\(notifications.joined(separator: ","))]")
    #expect(outline(try await answer(to: [split]).elements) == ["1 result"])
  }

  @Test("A mixed batch gets answers to its requests in their order")
  func mixed() async throws {
    let batch = [
      call(#""b""#, "createMemo", #"{"id":"a","text":"x"}"#),
      notification("updateMemo", #"{"id":"a","contentChanges":[{"text":"y"}]}"#),
      call(#""a""#, "list", #"{"limit":1000}"#), call("null", "no/such"), #"{"foo":"boo"}"#,
      call(#""flushed""#, "flush"), call(0, "getMemo", #"{"id":"a"}"#), #"{"jsonrpc":"2.0","id":9,"result":null}"#,
      call(1.5, "stats"), call(#""positional""#, "getMemo", #"["a"]"#),
    ]
    let answers = try await answer(to: batch).elements
    let expected = [
      #""b" result"#, #""a" result"#, "null -32601", "null -32600", #""flushed" result"#, "0 result", "null -32600",
      #""positional" -32602"#,
    ]
    #expect(outline(answers) == expected)
    #expect(answers[5]["result"]?["text"]?.string == "y")
  }

  @Test("A batch that is no JSON gets one parse error")
  func broken() async throws {
    client.send(String("[\(call(1, "stats")),\(call(2, "stats"))]".dropLast(10)))
    #expect(outline([try await client.read()]) == ["null -32700"])
  }

  @Test("Shutdown in a batch counts for what follows")
  func shutdown() async throws {
    let create = call(1, "createMemo", #"{"id":"a","text":"kept"}"#)
    let answers = try await answer(to: [create, call(2, "shutdown"), call(3, "getMemo", #"{"id":"a"}"#)]).elements
    #expect(outline(answers) == ["1 result", "2 result", "3 -32600"])
  }

  @Test("What follows exit in a batch is answered, too")
  func exit() async throws {
    let answers = try await answer(to: [call(1, "stats"), notification("exit"), call(2, "stats"), "3"]).elements
    #expect(outline(answers) == ["1 result", "2 -32600", "null -32600"])
    #expect(try await client.finish() == 1)
  }
}
