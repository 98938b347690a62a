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

  /// The whole of a memo, a piece of it, and what never changes.
  private static let addresses = [
    "memo:///a", "memo:///a?startLine=2&startCharacter=0", "memo:///b", "memo:///%61", "x",
  ]

  @Test("is told of a change of a memo by each address that was asked for, of a piece, too")
  func pieces() async throws {
    let session = try await AgentSession(holding: [("a", "one\n"), ("b", "two\n")])
    let wanted = (Self.addresses + ["memo:///a"]).map(quoted).joined(separator: ",")
    _ = session.client.begin(
      "subscriptions/listen", AgentSession.params(#""notifications":{"resourceSubscriptions":[\#(wanted)]}"#))
    for id in ["a", "b"] { _ = try await session.tool("append_to_memo", #"{"id":"\#(id)","text":"more"}"#) }
    let notes = try await session.client.notes { $0["params"]?["uri"]?.string == "memo:///b" }
    #expect(notes.compactMap { $0["params"]?["uri"]?.string } == Array(Self.addresses.prefix(3)))
  }

  @Test("is told so in the legacy era, too, until it gives the address up")
  func legacyPieces() async throws {
    let session = try await AgentSession(holding: [("a", "one\n"), ("b", "two\n")])
    let introduction = #""capabilities":{},"clientInfo":{"name":"x","version":"1"}"#
    _ = try await session.client.request("initialize", #"{"protocolVersion":"2025-11-25",\#(introduction)}"#)
    func ask(_ method: String, _ uri: String) async throws {
      _ = try await session.client.request("resources/\(method)", #"{"uri":\#(quoted(uri))}"#)
    }
    for uri in Self.addresses { try await ask("subscribe", uri) }
    for (given, expected) in [(nil, Array(Self.addresses.prefix(3))), (Self.addresses[1], ["memo:///a", "memo:///b"])] {
      if let given { try await ask("unsubscribe", given) }
      for id in ["a", "b"] {
        let call = #"{"name":"append_to_memo","arguments":{"id":"\#(id)","text":"more"}}"#
        _ = try await session.client.request("tools/call", call)
      }
      let notes = try await session.client.notes { $0["params"]?["uri"]?.string == "memo:///b" }
      #expect(notes.compactMap { $0["params"]?["uri"]?.string } == expected)
    }
  }
}
