import JSON
import MemoModel
import SessionSupport
import TestDoubles
import TestSupport
import Testing

@Suite("A save that fails", .timeLimit(.minutes(10)))
struct SaveFailureTests {
  /// What the person is shown as an error while the memo of a day is asked for, which is saved first.
  private func shown(in editor: EditorSession) async throws -> [String] {
    let daily = #"{"command":"memo.daily","arguments":[{"date":"2026-11-26"}]}"#
    let id = editor.client.begin("workspace/executeCommand", daily)
    var shown: [String] = []
    while true {
      let message = try await editor.client.read()
      let params = message["params"]
      if message["method"]?.string == "window/showMessage", params?["type"]?.integer == 1 {
        shown.append(params?["message"]?.string ?? "")
      }
      if message["method"] == nil, message["id"]?.integer == id { return shown }
    }
  }

  @Test("is shown to the person once, until one succeeds")
  func shown() async throws {
    let store = TestStore()
    let editor = try await EditorSession(
      "{}", #""initializationOptions":{"memo":{"documents":true}}"#,
      client: EditorSession.fresh(SessionSettings(.memory(store, TestJournal()))))
    let new = ##"{"command":"memo.new","arguments":[{"id":"daily-2026-11-26","text":"# One\n"}]}"##
    _ = try await editor.client.request("workspace/executeCommand", new)
    let full = StoreError(.full, "no room")
    store.failNext([full])
    let first = try await shown(in: editor)
    #expect(first.count == 1 && first.first?.contains("could not save 1 memo") == true)
    store.failNext([full])
    #expect(try await shown(in: editor) == [])
    #expect(try await shown(in: editor) == [])
    let pin = #"{"command":"memo.pin","arguments":[{"id":"daily-2026-11-26"}]}"#
    _ = try await editor.client.request("workspace/executeCommand", pin)
    store.failNext([full])
    #expect(try await shown(in: editor).count == 1)
  }

  @Test("keeps nobody from being told of the states that are stored")
  func states() async throws {
    let store = TestStore()
    let editor = try await EditorSession(client: EditorSession.fresh(SessionSettings(.memory(store, TestJournal()))))
    func run(_ command: String, _ arguments: String) async throws -> JSONValue {
      try await editor.client.request(
        "workspace/executeCommand", #"{"command":"memo.\#(command)","arguments":[\#(arguments)]}"#)
    }
    _ = try await run("new", ##"{"id":"m","text":"# One\n"}"##)
    #expect(try await run("history", #"{"id":"m"}"#).elements.count == 1)
    _ = try await run("pin", #"{"id":"m"}"#)
    store.failNext([StoreError(.full, "no room")])
    #expect(try await run("history", #"{"id":"m"}"#).elements.count == 1)
  }
}
