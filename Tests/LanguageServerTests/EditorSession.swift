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
}
