import ContextServer
import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Who listens")
struct OwnNewsTests {
  @Test(
    "is told of what the agent does itself, and of what comes into lists and leaves them", arguments: [nil, "open"])
  func own(tag: String?) async throws {
    let session = try await AgentSession(
      Access(allowsWriting: true, tag: tag), holding: [("a", "one #open\n"), ("z", "#open\n")])
    let wanted = #""notifications":{"resourcesListChanged":true,"resourceSubscriptions":["memo:///a","memo:///z"]}"#
    _ = session.client.begin("subscriptions/listen", AgentSession.params(wanted))
    for (tool, arguments, expected) in [
      ("append_to_memo", #"{"id":"a","text":"two"}"#, ["updated"]),
      ("set_tags", #"{"id":"a","add":["x"]}"#, ["updated"]), ("undo_memo", #"{"id":"a"}"#, ["updated"]),
      ("trash_memo", #"{"id":"a","baseVersion":4}"#, ["updated", "list_changed"]),
      ("restore_memo", #"{"id":"a"}"#, ["updated", "list_changed"]), ("restore_memo", #"{"id":"a"}"#, []),
      ("create_memo", #"{"text":"new"}"#, ["list_changed"]), ("read_memo", #"{"id":"a"}"#, []),
    ] {
      _ = try await session.tool(tool, arguments)
      _ = try await session.tool("append_to_memo", #"{"id":"z","text":"end"}"#)
      let notes = try await session.client.notes { $0["params"]?["uri"]?.string == "memo:///z" }
      let names = notes.dropLast().compactMap { $0["method"]?.string?.split(separator: "/").last.map(String.init) }
      #expect(names.filter { $0 != "acknowledged" } == expected, "\(tool)")
    }
  }
}
