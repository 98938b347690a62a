import JSON
import JSONRPC
import SessionSupport
import TestSupport

/// An editor's session in this process, which has begun.
final class EditorSession {
  let client: SessionClient
  /// What the server has said it can do.
  let capabilities: JSONValue

  /// Begins a session of a client that can do this.
  init(_ capabilities: String = "{}") async throws {
    client = try Self.fresh()
    let result = try await client.request("initialize", #"{"processId":null,"capabilities":\#(capabilities)}"#)
    guard let told = result["capabilities"] else { throw Mismatch("no capabilities: \(result.json)") }
    self.capabilities = told
    client.send(notification("initialized", "{}"))
  }

  /// A session in which nothing was said yet.
  static func fresh() throws -> SessionClient {
    var settings = SessionSettings()
    settings.isLanguageServer = true
    return try SessionClient(settings, framing: .contentLength)
  }

  /// Shuts the session down and ends it; the exit status.
  func finish() async throws -> Int32 {
    let answer = try await client.request("shutdown")
    try require(answer.json == "null", "shutdown: \(answer.json)")
    client.send(notification("exit"))
    return try await client.finish()
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
