import JSON
import JSONRPC
import SessionSupport
import TestSupport

/// An editor's session in this process, which has begun.
final class EditorSession {
  let client: SessionClient
  /// What the server has said it can do.
  let capabilities: JSONValue

  /// Begins a session of a client that can do this, and knows code actions unless that says something of them.
  ///
  /// - Parameter more: more members of the parameters of `initialize`.
  init(_ capabilities: String = "{}", _ more: String = "", client: SessionClient? = nil) async throws {
    self.client = try client ?? Self.fresh()
    let members = more.isEmpty ? "" : ",\(more)"
    var able = try JSONObject(json: Array(capabilities.utf8))
    var documents = if case .object(let given)? = able["textDocument"] { given } else { JSONObject() }
    documents["codeAction"] =
      try documents["codeAction"] ?? .object(JSONObject(json: Array(#"{"codeActionLiteralSupport":{}}"#.utf8)))
    able["textDocument"] = .object(documents)
    let params = #"{"processId":null,"capabilities":\#(JSONValue.object(able).json)\#(members)}"#
    let result = try await self.client.request("initialize", params)
    guard let told = result["capabilities"] else { throw Mismatch("no capabilities: \(result.json)") }
    self.capabilities = told
    self.client.send(notification("initialized", "{}"))
  }

  /// A session in which nothing was said yet.
  static func fresh(_ settings: SessionSettings = SessionSettings()) throws -> SessionClient {
    var settings = settings
    settings.isLanguageServer = true
    return try SessionClient(settings, framing: .contentLength)
  }

  /// Shuts the session down and ends it; the exit status.
  func finish() async throws -> Int32 {
    let answer = try await client.request("shutdown")
    try require(answer.json == "null", "shutdown: \(answer.json)")
    client.send(notification("exit"))
    client.closeInput()
    // What is wrong in documents is told without being asked for.
    let rest = try await client.rest().filter { $0["method"]?.string != "textDocument/publishDiagnostics" }
    try require(rest.isEmpty, "messages nobody asked for: \(rest.map(\.json))")
    return try await client.status()
  }

  /// Parameters that name a document, and more.
  static func document(_ uri: String, _ more: String = "") -> String {
    #"{"textDocument":{"uri":\#(quoted(uri))}\#(more.isEmpty ? "" : ",\(more)")}"#
  }

  /// Opens a document.
  func open(_ uri: String, _ text: String, version: String = "1") {
    let document = #"{"uri":\#(quoted(uri)),"languageId":"markdown","version":\#(version),"text":\#(quoted(text))}"#
    client.send(notification("textDocument/didOpen", #"{"textDocument":\#(document)}"#))
  }

  /// Changes a document: each change is JSON.
  func change(_ uri: String, version: String = "2", _ changes: String...) {
    let document = #"{"uri":\#(quoted(uri)),"version":\#(version)}"#
    let params = #"{"textDocument":\#(document),"contentChanges":[\#(changes.joined(separator: ","))]}"#
    client.send(notification("textDocument/didChange", params))
  }
}
