import ContextServer
import Dispatch
import JSON
import SessionSupport
import TestDoubles
import TestSupport
import Testing

@Suite("While an agent waits")
struct WaitingTests {
  private func steps(_ session: AgentSession, _ id: Int) async throws -> (steps: [JSONValue], answer: JSONValue) {
    var steps: [JSONValue] = []
    while true {
      let message = try await session.client.read()
      guard message["method"] != nil else { return (steps, message) }
      try require(message["method"]?.string == "notifications/progress", message.json)
      steps.append(message["params"] ?? .null)
    }
  }

  @Test(
    "it is told that a call goes on, if it has named its progress", arguments: [#""p""#, "7"],
    [("search_memos", #"{"query":"one"}"#), ("append_to_memo", #"{"id":"a","text":"two"}"#)])
  func progress(token: String, call: (tool: String, arguments: String)) async throws {
    let session = try await AgentSession(holding: [("a", "one\n")])
    let params = AgentSession.call(call.tool, call.arguments, meta: #","progressToken":\#(token)"#)
    let (steps, answer) = try await steps(session, session.client.begin("tools/call", params))
    #expect(answer["result"]?["structuredContent"] != nil)
    #expect(steps.first?["progressToken"]?.json == token && steps.first?["progress"]?.integer == 0)
    // A call that names no progress is not told of any.
    _ = session.client.begin("tools/call", AgentSession.call(call.tool, call.arguments))
    #expect(try await session.client.read()["method"] == nil)
    #expect(try await session.client.finish() == 0)
  }

  @Test("a store that another program keeps locked holds up no answer, which says what became of the change")
  func locked() async throws {
    let session = try await AgentSession(patience: .seconds(2), holding: [("a", "one\n")])
    let gate = DispatchSemaphore(value: 0)
    session.store.hold(at: gate)
    let call = AgentSession.call("append_to_memo", #"{"id":"a","text":"two"}"#, meta: #","progressToken":"p""#)
    let (steps, answer) = try await steps(session, session.client.begin("tools/call", call))
    let written = answer["result"]?["structuredContent"]
    #expect(written?["unsaved"]?.string?.contains("don't make it again") == true && written?["version"]?.integer == 2)
    // Every half second, each more than the one before.
    #expect(steps.count >= 3 && steps.compactMap { $0["progress"]?.integer } == Array(0..<steps.count))
    // The next one is answered, too.
    let next = try await session.tool("append_to_memo", #"{"id":"a","text":"three"}"#)
    #expect(next["unsaved"] != nil && next["version"]?.integer == 3)
    session.store.hold(at: nil)
    for _ in 0..<4 { gate.signal() }
    // Once it is free, a change is saved before its answer again; on a busy machine that may take more than 2 s.
    var text = "one\ntwo\nthree\n"
    for version in 4...40 {
      let last = try await session.tool("append_to_memo", #"{"id":"a","text":"four"}"#)
      text += "four\n"
      #expect(last["version"]?.integer == version)
      if last["unsaved"] == nil { break }
      try #require(version < 40, "nothing is saved any more")
    }
    #expect(try await session.tool("read_memo", #"{"id":"a"}"#)["text"]?.string == text)
  }
}
