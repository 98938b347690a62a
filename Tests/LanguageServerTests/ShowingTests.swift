import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

@Suite("What commands find", .timeLimit(.minutes(10)))
struct ShowingTests {
  private static let showing = #""window":{"showDocument":{"support":true},"showMessage":{}}"#
  private static let files = [("House.md", "# House\n"), ("sub/Roof.md", "# Roof\n\nof the [[House]]\n")]

  /// What the client is told while a command is carried out: shown documents with lines, messages, questions. It shows
  /// what it is asked to, or says that it can't; of what it is to choose from it takes the first.
  private func told(_ command: String, _ arguments: String, in session: FolderSession, shows: Bool = true) async throws
    -> [String]
  {
    let params = #"{"command":"memo.\#(command)","arguments":[\#(arguments)]}"#
    let id = session.client.begin("workspace/executeCommand", params)
    var told: [String] = []
    while true {
      let message = try await session.client.read()
      let (params, request) = (message["params"], message["id"]?.json ?? "")
      switch message["method"]?.string {
      case nil where message["id"]?.integer == id:
        try require(message["error"] == nil, message.json)
        return told
      case "window/showDocument":
        let line = params?["selection"]?["start"]?["line"]?.integer.map { ":\($0)" } ?? ""
        let path = params?["uri"]?.string?.replacing(session.place.uri(""), with: "") ?? ""
        told.append("show \(path)\(line)")
        session.client.send(#"{"jsonrpc":"2.0","id":\#(request),"result":{"success":\#(shows)}}"#)
      case "window/showMessage": told.append(params?["message"]?.string ?? "")
      case "window/showMessageRequest":
        told.append("ask \(params?["message"]?.string ?? "")")
        let first = params?["actions"]?.elements.first?.json ?? "null"
        session.client.send(#"{"jsonrpc":"2.0","id":\#(request),"result":\#(first)}"#)
      default: break
      }
    }
  }

  @Test(
    "is shown by an editor that can show it, and told by any other",
    arguments: [
      ("{\(showing)}", true, ["show 2026-11-26.md"], ["ask memos that link here", "show sub/Roof.md:2"]),
      (
        "{\(showing)}", false, ["show 2026-11-26.md", "2026-11-26: 2026-11-26.md"],
        ["ask memos that link here", "show sub/Roof.md:2", "Roof: sub/Roof.md:3"]
      ),
      (
        #"{"window":{"showMessage":{}}}"#, false, ["2026-11-26: 2026-11-26.md"],
        ["memos that link here:\nRoof: sub/Roof.md:3"]
      ),
      ("{}", false, ["2026-11-26: 2026-11-26.md"], ["memos that link here:\nRoof: sub/Roof.md:3"]),
    ])
  func found(capabilities: String, shows: Bool, daily: [String], backlinks: [String]) async throws {
    let session = try await FolderSession(Self.files, capabilities)
    #expect(try await told("daily", #"{"date":"2026-11-26"}"#, in: session, shows: shows) == daily)
    let house = #"{"uri":"\#(session.place.uri("House.md"))"}"#
    #expect(try await told("backlinks", house, in: session, shows: shows) == backlinks)
    try await session.finish()
  }

  @Test("is said to be nothing where nothing is found")
  func nothing() async throws {
    let session = try await FolderSession(Self.files, "{\(Self.showing)}")
    let roof = #"{"uri":"\#(session.place.uri("sub/Roof.md"))"}"#
    #expect(try await told("backlinks", roof, in: session) == ["no memo links here"])
    #expect(try await told("search", #"{"query":"cellar"}"#, in: session) == ["no memo has cellar"])
    try await session.finish()
  }

  @Test("and what became of a memo is said in a message where nobody can be asked")
  func messages() async throws {
    let session = try await FolderSession(Self.files + [("empty.md", "")], "{}")
    let house = #"{"uri":"\#(session.place.uri("House.md"))"}"#
    let history = try await told("history", house, in: session)
    #expect(history.count == 1 && history[0].hasPrefix("states, the last ones:\n"), "\(history)")
    #expect(history[0].hasSuffix(": House"), "\(history)")
    #expect(try await told("pin", house, in: session) == ["House is pinned"])
    #expect(try await told("pin", house, in: session) == ["House is no longer pinned"])
    try await session.finish()
  }

  @Test("has a name to choose, even where it is called nothing")
  func untitled() async throws {
    let store = try await MemoSession("{\(Self.showing)}", holding: [("n", "")])
    let id = store.client.begin("workspace/executeCommand", #"{"command":"memo.pin","arguments":[{}]}"#)
    let asked = try await store.client.read()
    #expect(asked["params"]?["actions"]?.elements.map { $0["title"]?.string } == ["Untitled"])
    store.client.send(#"{"jsonrpc":"2.0","id":\#(asked["id"]?.json ?? ""),"result":null}"#)
    #expect(try await store.client.answer(to: id)["result"]?.json == "null")
  }
}
