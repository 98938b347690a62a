import JSON
import JSONRPC
import MemoEngine
import SessionSupport
import TestDoubles
import TestSupport
import Testing

@testable import ContextServer

@Suite("A memo goes to the trash")
struct ConfirmingTests {
  private func begin(_ revision: String = "2025-11-25", _ elicitation: String = "{}") async throws -> AgentSession {
    let session = try await AgentSession(holding: [("a", "one\n")])
    let client = #""capabilities":{"elicitation":\#(elicitation)},"clientInfo":{"name":"x","version":"1"}"#
    _ = try await session.client.request("initialize", #"{"protocolVersion":"\#(revision)",\#(client)}"#)
    return session
  }

  private static let trash = #"{"name":"trash_memo","arguments":{"id":"a","baseVersion":1}}"#

  /// The question that a call leads to.
  private func question(_ session: AgentSession) async throws -> JSONValue {
    let asked = try await session.client.read()
    try require(asked["method"]?.string == "elicitation/create", asked.json)
    return asked
  }

  private func isTrashed(_ session: AgentSession) async throws -> Bool {
    let call = #"{"name":"read_memo","arguments":{"id":"a"}}"#
    return try await session.client.request("tools/call", call)["structuredContent"]?["trashedAt"] != nil
  }

  @Test(
    "only if the person says yes to just this",
    arguments: [
      (#""result":{"action":"accept","content":{"confirm":true}}"#, true),
      (#""result":{"action":"accept","content":{"confirm":false}}"#, false),
      (#""result":{"action":"accept"}"#, false), (#""result":{"action":"decline"}"#, false),
      (#""result":{"action":"cancel","content":{"confirm":true}}"#, false), (#""result":7"#, false),
      (#""error":{"code":-1,"message":"no form"}"#, false),
    ])
  func answers(answer: String, isYes: Bool) async throws {
    let session = try await begin()
    let id = session.client.begin("tools/call", Self.trash)
    let asked = try await question(session)
    #expect(asked["params"]?["message"]?.string?.contains("\"one\"") == true && asked["params"]?["mode"] == nil)
    session.client.send(#"{"jsonrpc":"2.0","id":\#(asked["id"]?.json ?? ""),\#(answer)}"#)
    let result = try await session.client.answer(to: id)["result"] ?? .null
    #expect(isYes ? result["structuredContent"] != nil : try AgentSession.failure(result).contains("stays where it is"))
    #expect(try await isTrashed(session) == isYes)
  }

  @Test("not if it was changed while the person was asked, by the agent or by another", arguments: [true, false])
  func changedMeanwhile(byAgent: Bool) async throws {
    let session = try await begin()
    let id = session.client.begin("tools/call", Self.trash)
    let asked = try await question(session)
    if byAgent {
      let call = #"{"name":"append_to_memo","arguments":{"id":"a","text":"two"}}"#
      _ = try await session.client.request("tools/call", call)
    } else {
      try await session.type("one\ntwo\n", into: "a")
    }
    let yes = #""result":{"action":"accept","content":{"confirm":true}}"#
    session.client.send(#"{"jsonrpc":"2.0","id":\#(asked["id"]?.json ?? ""),\#(yes)}"#)
    let answer = try await session.client.answer(to: id)["result"] ?? .null
    #expect(try AgentSession.failure(answer).contains("2: two"))
    #expect(try await !isTrashed(session))
  }

  @Test("not if the call is given up while the person is asked, who need not answer then")
  func givenUp() async throws {
    let session = try await begin("2025-06-18")
    let id = session.client.begin("tools/call", Self.trash)
    let asked = try await question(session)
    session.client.send(notification("notifications/cancelled", #"{"requestId":\#(id)}"#))
    let told = try await session.client.note("notifications/cancelled")
    #expect(told?["requestId"]?.json == asked["id"]?.json)
    #expect(try await !isTrashed(session))
  }

  @Test("without a question where the client has no form for one", arguments: [#"{"url":{}}"#, "7"])
  func withoutForms(elicitation: String) async throws {
    let session = try await begin("2025-11-25", elicitation)
    #expect(try await session.client.request("tools/call", Self.trash)["structuredContent"] != nil)
    #expect(try await isTrashed(session))
  }

  @Test("by an answer that stands for the memo and its version, is no older than a person may be, and counts once")
  func states() throws {
    let (a, b) = (try #require(MemoID("a")), try #require(MemoID("b")))
    let confirmations = Confirmations()
    let state = confirmations.state(for: a, version: 3)
    #expect(!confirmations.redeem(state, for: b, version: 3) && !confirmations.redeem(state, for: a, version: 4))
    #expect(!Confirmations().redeem(state, for: a, version: 3))
    #expect(confirmations.redeem(state, for: a, version: 3) && !confirmations.redeem(state, for: a, version: 3))
    let hasty = Confirmations(patience: .zero)
    #expect(!hasty.redeem(hasty.state(for: a, version: 3), for: a, version: 3))
  }
}
