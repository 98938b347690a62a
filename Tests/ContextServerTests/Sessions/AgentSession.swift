import ContextServer
import JSON
import MemoEngine
import MemoModel
import SessionSupport
import TestDoubles
import TestSupport

/// An agent's session in this process, on a store in memory that a person uses, too, by an engine of their own.
final class AgentSession {
  let clock = VirtualClock()
  /// The store as the agent's process has it.
  let store: TestStore
  let person: MemoEngine
  let client: SessionClient

  init(
    _ access: Access = Access(allowsWriting: true), patience: Duration? = nil,
    holding memos: [(id: String, text: String)] = []
  ) async throws {
    let (shelf, clock) = (TestStore.Shelf(), clock)
    store = TestStore(shelf)
    person = MemoEngine(store: TestStore(shelf), journal: TestJournal(), clock: clock, date: { clock.date })
    for (id, text) in memos {
      clock.move(to: clock.now.advanced(by: .seconds(1)))
      _ = try await person.createMemo(id: MemoID(id), text: text, properties: JSONObject())
      _ = try await person.flush(nil)
    }
    var settings = SessionSettings(.memory(store, TestJournal()))
    (settings.clock, settings.agents) = (clock, access)
    if let patience { settings.patience = patience }
    client = try SessionClient(settings)
  }

  /// Has the person give a memo this text.
  func type(_ text: String, into id: String) async throws {
    guard let id = MemoID(id) else { throw Mismatch("\(id) is no identifier") }
    _ = try await person.updateMemo(
      id, baseVersion: nil, changes: [TextChange(range: nil, text: text)], properties: nil, encoding: .utf8)
    _ = try await person.flush(nil)
  }

  /// The members that every request of the modern era carries.
  static func meta(_ more: String = "") -> String {
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#
      + #","io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"}\#(more)}"#
  }

  /// Parameters of the modern era: these members, and those that every request carries.
  static func params(_ members: String = "", meta more: String = "") -> String {
    members.isEmpty ? "{\(meta(more))}" : "{\(members),\(meta(more))}"
  }

  /// Parameters of a call of a tool.
  static func call(_ tool: String, _ arguments: String = "{}", meta more: String = "") -> String {
    params(#""name":"\#(tool)","arguments":\#(arguments)"#, meta: more)
  }

  /// The answer of a tool, which must not fail.
  func tool(_ name: String, _ arguments: String = "{}") async throws -> JSONValue {
    let result = try await client.request("tools/call", Self.call(name, arguments))
    guard let found = result["structuredContent"] else { throw Mismatch("\(name): \(result.json.prefix(1000))") }
    return found
  }

  /// The message of a tool, which must fail.
  func failure(_ name: String, _ arguments: String = "{}") async throws -> String {
    try Self.failure(try await client.request("tools/call", Self.call(name, arguments)))
  }

  /// The message in the result of a tool that has failed.
  static func failure(_ result: JSONValue) throws -> String {
    guard case .bool(true)? = result["isError"], let text = result["content"]?.elements.first?["text"]?.string else {
      throw Mismatch("no failure: \(result.json.prefix(1000))")
    }
    return text
  }
}
