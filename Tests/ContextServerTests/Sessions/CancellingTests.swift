import ContextServer
import Dispatch
import JSON
import SessionSupport
import Synchronization
import TestDoubles
import TestSupport
import Testing

@Suite("A call that its client gives up")
struct CancellingTests {
  enum Era: CaseIterable { case modern, legacy }

  /// A session that has begun.
  private func session(_ era: Era, holding memos: [(id: String, text: String)] = [("a", "one\n")]) async throws
    -> AgentSession
  {
    let session = try await AgentSession(holding: memos)
    if era == .legacy {
      let client = #""capabilities":{},"clientInfo":{"name":"x","version":"1"}"#
      _ = try await session.client.request("initialize", #"{"protocolVersion":"2025-11-25",\#(client)}"#)
    }
    return session
  }

  private func call(_ tool: String, _ arguments: String, _ era: Era) -> String {
    era == .modern ? AgentSession.call(tool, arguments) : #"{"name":"\#(tool)","arguments":\#(arguments)}"#
  }

  private func giveUp(_ id: Int) -> String { notification("notifications/cancelled", #"{"requestId":\#(id)}"#) }

  /// Returns once the session has read all that was sent.
  private func settle(_ session: AgentSession, _ era: Era) async throws {
    _ = try await session.client.request("tools/list", era == .modern ? AgentSession.params() : "{}")
  }

  private func text(_ session: AgentSession, _ era: Era) async throws -> String? {
    let read = try await session.client.request("tools/call", call("read_memo", #"{"id":"a"}"#, era))
    return read["structuredContent"]?["text"]?.string
  }

  @Test(
    "is answered all the same once it has changed the memo, so that nobody is misled", arguments: Era.allCases)
  func changed(era: Era) async throws {
    let session = try await session(era)
    let gate = DispatchSemaphore(value: 0)
    session.store.hold(at: gate)
    let id = session.client.begin("tools/call", call("append_to_memo", #"{"id":"a","text":"two"}"#, era))
    await session.store.waitForWrite()
    session.client.send(giveUp(id))
    try await settle(session, era)
    session.store.hold(at: nil)
    gate.signal()
    let answer = try await session.client.answer(to: id)
    #expect(answer["result"]?["structuredContent"]?["version"]?.integer == 2)
    #expect(try await text(session, era) == "one\ntwo\n")
    #expect(try await session.client.finish() == 0)
  }

  @Test("changes nothing and is not answered if its turn has not come", arguments: Era.allCases)
  func waiting(era: Era) async throws {
    let session = try await session(era)
    let gate = DispatchSemaphore(value: 0)
    session.store.hold(at: gate)
    let first = session.client.begin("tools/call", call("append_to_memo", #"{"id":"a","text":"two"}"#, era))
    await session.store.waitForWrite()
    let second = session.client.begin("tools/call", call("append_to_memo", #"{"id":"a","text":"three"}"#, era))
    session.client.send(giveUp(second))
    try await settle(session, era)
    session.store.hold(at: nil)
    gate.signal()
    _ = try await session.client.answer(to: first)
    #expect(try await text(session, era) == "one\ntwo\n")
    // Ids that nobody knows, and what is no request, are ignored.
    for wrong in [#"{"requestId":99}"#, #"{"requestId":{}}"#, "{}"] {
      session.client.send(notification("notifications/cancelled", wrong))
    }
    try await settle(session, era)
    #expect(try await session.client.finish() == 0)
  }

  @Test("stops searching and is not answered", arguments: Era.allCases)
  func search(era: Era) async throws {
    let session = try await session(era, holding: (0..<20).map { ("m\($0)", "milk \($0)") })
    let (gate, arrived, read) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Counter())
    session.store.observeSnapshots { _ in
      read.add()
      arrived.signal()
      gate.wait()
    }
    let id = session.client.begin("tools/call", call("search_memos", #"{"query":"milk"}"#, era))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        arrived.wait()
        continuation.resume()
      }
    }
    session.client.send(giveUp(id))
    try await settle(session, era)
    session.store.observeSnapshots { _ in }
    gate.signal()
    // The next search goes on where this one stopped.
    let found = try await session.client.request("tools/call", call("search_memos", #"{"query":"milk"}"#, era))
    #expect(found["structuredContent"]?["total"]?.integer == 20 && read.value == 1)
    #expect(try await session.client.finish() == 0)
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }
}
