import ContextServer
import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Those who see only the memos of a tag")
struct TagNewsTests {
  @Test(
    "are told when another's edit takes a memo into the tag or out of it, and of nothing outside",
    arguments: [true, false])
  func news(isModern: Bool) async throws {
    let session = try await AgentSession(
      Access(allowsWriting: true, tag: "open"), holding: [("a", "one\n"), ("b", "two\n"), ("end", "#open\n")])
    let uris = ["a", "b", "end"].map { "memo:///\($0)" }
    if isModern {
      let list = uris.map(quoted).joined(separator: ",")
      let wanted = #""notifications":{"resourcesListChanged":true,"resourceSubscriptions":[\#(list)]}"#
      _ = session.client.begin("subscriptions/listen", AgentSession.params(wanted))
    } else {
      let client = #""capabilities":{},"clientInfo":{"name":"x","version":"1"}"#
      _ = try await session.client.request("initialize", #"{"protocolVersion":"2025-06-18",\#(client)}"#)
      for uri in uris { _ = try await session.client.request("resources/subscribe", #"{"uri":\#(quoted(uri))}"#) }
    }
    let (updated, listed) = ("updated memo:///a", "list_changed ")
    for (text, expected) in [
      ("one #open\n", [updated, listed]), ("more #open\n", [updated]), ("#open/part\n", [updated]),
      ("outside\n", [updated, listed]), ("outside still\n", []), ("#open again\n", [updated, listed]),
    ] {
      try await session.type(text, into: "a")
      try await session.type(text.replacing("#open", with: "#work"), into: "b")
      #expect(try await told(session, isModern) == expected, "\(text)")
    }
  }

  /// The notifications up to that of a change that the agent makes now.
  private func told(_ session: AgentSession, _ isModern: Bool) async throws -> [String] {
    let arguments = #"{"id":"end","text":"end"}"#
    let call =
      isModern
      ? AgentSession.call("append_to_memo", arguments) : #"{"name":"append_to_memo","arguments":\#(arguments)}"#
    _ = try await session.client.request("tools/call", call)
    let notes = try await session.client.notes { $0["params"]?["uri"]?.string == "memo:///end" }
    return notes.dropLast().filter { $0["method"]?.string?.contains("/resources/") == true }.map { note in
      let name = note["method"]?.string?.split(separator: "/").last ?? ""
      return "\(name) \(note["params"]?["uri"]?.string ?? "")"
    }
  }
}
