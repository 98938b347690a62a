import JSON
import MemoEngine
import MemoHost
import SessionSupport
import TestSupport

/// An editor's session on a store that somebody else uses, too, as another process would.
final class MemoSession {
  /// The capabilities of a client that does all that it is asked to do.
  static let able = #"{"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true}}}"#

  private let folder: TemporaryFolder
  private let host: MemoHost
  /// Somebody else.
  var other: MemoEngine { host.engine }
  let editor: EditorSession
  var client: SessionClient { editor.client }

  init(_ capabilities: String = able, holding memos: [(id: String, text: String)] = []) async throws {
    folder = try TemporaryFolder()
    let path = folder.database
    host = try await MemoHost(path: path)
    for (id, text) in memos {
      _ = try await host.engine.createMemo(id: MemoID(id), text: text, properties: JSONObject())
      _ = try await host.engine.flush(nil)
    }
    editor = try await EditorSession(
      capabilities, #""initializationOptions":{"memo":{"documents":true}}"#,
      client: EditorSession.fresh(SessionSettings(.file(path))))
  }

  static func uri(_ id: String) -> String { "memo:///\(id)/Any.md" }

  /// Opens a memo's document with this text, and returns once that has reached the server.
  func open(_ id: String, _ text: String) async throws {
    editor.open(Self.uri(id), text)
    _ = try await symbols(id)
  }

  /// The answer of documentSymbol, which comes after all that was said before.
  @discardableResult
  func symbols(_ id: String) async throws -> JSONValue {
    try await client.request("textDocument/documentSymbol", EditorSession.document(Self.uri(id)))
  }

  /// Has somebody else give a memo this text; the session learns of it within a second.
  func type(_ text: String, into id: String) async throws {
    guard let id = MemoID(id) else { throw Mismatch("no identifier") }
    await other.pullExternalChanges()
    _ = try await other.updateMemo(
      id, baseVersion: nil, changes: [TextChange(range: nil, text: text)], properties: nil, encoding: .utf8)
    _ = try await other.flush(nil)
  }

  /// The next edit that the client is asked for: the request's id, the version it names, its parts.
  func asked() async throws -> (id: JSONValue, version: Int?, edits: [JSONValue]) {
    while true {
      let message = try await client.read()
      guard message["method"]?.string == "workspace/applyEdit", let id = message["id"] else { continue }
      let change = message["params"]?["edit"]?["documentChanges"]?.elements.first
      return (id, change?["textDocument"]?["version"]?.integer, change?["edits"]?.elements ?? [])
    }
  }

  /// What a command answers, and the edit that the client is asked for because of it, in whichever order they come.
  func run(_ command: JSONValue?) async throws -> (result: JSONValue, asked: (id: JSONValue, edits: [JSONValue])) {
    let id = client.begin("workspace/executeCommand", command?.json)
    var (result, asked): (JSONValue?, (JSONValue, [JSONValue])?)
    while true {
      if let result, let asked { return (result, asked) }
      let message = try await client.read()
      if message["method"]?.string == "workspace/applyEdit", let id = message["id"] {
        let change = message["params"]?["edit"]?["documentChanges"]?.elements.first
        asked = (id, change?["edits"]?.elements ?? [])
      } else if message["method"] == nil {
        try require(message["id"]?.integer == id && message["error"] == nil, message.json)
        result = message["result"]
      }
    }
  }

  /// Answers such a request.
  func answer(_ id: JSONValue, isApplied: Bool) {
    client.send(#"{"jsonrpc":"2.0","id":\#(id.json),"result":{"applied":\#(isApplied)}}"#)
  }

  /// What a memo says in the store once the session has ended.
  func finish(_ id: String) async throws -> String {
    _ = try await client.request("shutdown")
    client.send(notification("exit"))
    // The client need not have answered all that it was asked.
    _ = try await client.rest()
    let status = try await client.status()
    try require(status == 0, "status \(status)")
    return try await text(id)
  }

  /// What a memo says in the store.
  func text(_ id: String) async throws -> String {
    await other.pullExternalChanges()
    guard let id = MemoID(id) else { throw Mismatch("no identifier") }
    return try await other.memo(id).text.string
  }
}
