import Foundation
import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("An editor's session", .timeLimit(.minutes(10)))
struct LifecycleTests {
  private static let initialize = #"{"processId":null,"capabilities":{}}"#

  @Test("begins with what server and client can do, in utf-16 unless both know better")
  func begins() async throws {
    let client = try EditorSession.fresh()
    let result = try await client.request("initialize", Self.initialize)
    #expect(result["serverInfo"]?["name"]?.string == "memo-ls")
    #expect(result["serverInfo"]?["version"]?.string != nil)
    #expect(result["capabilities"]?["positionEncoding"]?.string == "utf-16")
  }

  @Test(
    "counts positions in the first unit of the client's that is known",
    arguments: [
      (#"["utf-8","utf-16"]"#, "utf-8"), (#"["utf-32"]"#, "utf-32"), (#"["ebcdic","utf-32","utf-8"]"#, "utf-32"),
      (#"["ebcdic"]"#, "utf-16"), ("[]", "utf-16"), ("null", "utf-16"), (#"[1,null,"utf-8"]"#, "utf-8"),
      (#""utf-8""#, "utf-16"), (#"{"utf-8":1}"#, "utf-16"),
    ])
  func encoding(offered: String, chosen: String) async throws {
    let session = try await EditorSession(#"{"general":{"positionEncodings":\#(offered)}}"#)
    #expect(session.capabilities["positionEncoding"]?.string == chosen)
    #expect(try await session.finish() == 0)
  }

  @Test(
    "begins whatever a client tells of itself",
    arguments: [
      "{}", #"{"capabilities":[]}"#, #"{"capabilities":{"general":7}}"#, #"{"processId":9223372036854775808}"#,
      #"{"processId":"x","trace":"loud","clientInfo":3}"#, #"{"processId":-1,"workspaceFolders":{}}"#,
      #"{"processId":99999999999}"#,
    ])
  func strange(params: String) async throws {
    let client = try EditorSession.fresh()
    #expect(try await client.request("initialize", params)["capabilities"] != nil)
    #expect(try await client.request("shutdown").json == "null")
  }

  @Test("refuses requests before initialize and ignores notifications, but for exit")
  func tooEarly() async throws {
    let client = try EditorSession.fresh()
    client.send(notification("initialized", "{}"), notification("textDocument/didOpen", "{}"))
    for method in ["shutdown", "textDocument/hover", "no/such"] {
      #expect(try await client.refusal(method)["code"]?.integer == -32002, "\(method)")
    }
    #expect(try await client.request("initialize", Self.initialize)["capabilities"] != nil)
    #expect(try await client.refusal("initialize", Self.initialize)["code"]?.integer == -32600)
  }

  @Test("has exit statuses: 0 after shutdown, 1 without, also where the client just leaves")
  func exits() async throws {
    #expect(try await EditorSession().finish() == 0)
    let hasty = try await EditorSession().client
    hasty.send(notification("exit"))
    #expect(try await hasty.finish() == 1)
    let early = try EditorSession.fresh()
    early.send(notification("exit"))
    #expect(try await early.finish() == 1)
    #expect(try await EditorSession().client.finish() == 1)
    let heedless = try await EditorSession().client
    _ = try await heedless.request("shutdown")
    #expect(try await heedless.finish() == 0)
  }

  @Test("takes nothing but exit once it is shut down")
  func shutDown() async throws {
    let session = try await EditorSession()
    _ = try await session.client.request("shutdown", "null")
    for method in ["shutdown", "initialize", "no/such"] {
      #expect(try await session.client.refusal(method)["code"]?.integer == -32600, "\(method)")
    }
    session.client.send(notification("no/such"), notification("exit"))
    #expect(try await session.client.finish() == 0)
  }

  @Test("is shut down though a question to the person is still open")
  func openQuestion() async throws {
    let able = #"{"window":{"showDocument":{"support":true},"showMessage":{}}}"#
    let session = try await MemoSession(able, holding: [("a", "# Found\n")])
    let command = session.client.begin(
      "workspace/executeCommand", #"{"command":"memo.search","arguments":[{"query":"Found"}]}"#)
    let asked = try await session.client.read()
    #expect(asked["method"]?.string == "window/showMessageRequest")
    let shutdown = session.client.begin("shutdown")
    #expect(try await session.client.answers(2).map { $0["id"]?.integer } == [command, shutdown])
  }

  @Test("refuses what it does not know, and passes over notifications that it does not know")
  func unknown() async throws {
    let session = try await EditorSession()
    session.client.send(
      notification("$/no/such", "[1]"), notification("no/such", "7"), notification("$/cancelRequest", #"{"id":77}"#),
      notification("$/setTrace", #"{"value":"loud"}"#), notification("$/setTrace", "[]"), notification("initialized"))
    for (method, params, code) in [
      ("no/such", nil, -32601), ("$/no/such", "{}", -32601), ("initialized", nil, -32601), ("shutdown", "[]", -32602),
      ("shutdown", #""x""#, -32602), ("window/logMessage", nil, -32601),
    ] {
      #expect(try await session.client.refusal(method, params)["code"]?.integer == code, "\(method)")
    }
    #expect(try await session.finish() == 0)
  }

  @Test("tells of each message that comes, by its name alone, where the client wants it traced")
  func traced() async throws {
    let session = try await EditorSession()
    session.client.send(notification("$/setTrace", #"{"value":"verbose"}"#))
    session.client.send(notification("$/setTrace", #"{"value":"off","words":"secret"}"#))
    #expect(try await session.client.note("$/logTrace")?.json == #"{"message":"received $/setTrace"}"#)
    #expect(try await session.finish() == 0)
  }

  @Test("ends when the process that began it ends")
  func orphaned() async throws {
    let parent = try ChildProgram(["/bin/sleep", "600"])
    let client = try EditorSession.fresh()
    let params = #"{"processId":\#(parent.id),"capabilities":{}}"#
    _ = try await client.request("initialize", params)
    parent.end()
    #expect(try await client.status() == 1)
  }
}
