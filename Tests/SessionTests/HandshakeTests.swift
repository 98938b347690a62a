import JSON
import SessionSupport
import Testing

@Suite("What initialize agrees on, and when it may come", .timeLimit(.minutes(10)))
struct HandshakeTests {
  private let client: SessionClient

  init() throws { client = try SessionClient() }

  private static func encodings(_ names: String) -> String { #"{"general":{"positionEncodings":[\#(names)]}}"# }

  @Test("The answer says what was agreed, and who the server is")
  func answer() async throws {
    let params = #"{"clientInfo":{"name":"test"},"locale":"ko","rootUri":null,"workspaceFolders":null}"#
    let result = try await client.request("initialize", params)
    #expect(result["capabilities"]?["positionEncoding"]?.string == "utf-16")
    #expect(result["serverInfo"]?["name"]?.string == "memo-ls")
    #expect(result["serverInfo"]?["version"]?.string?.contains(/^\d+\.\d+\.\d+/) == true)
  }

  @Test(
    "The first known encoding of the client's list is taken",
    arguments: [
      ("{}", "utf-16", 3), (encodings(""), "utf-16", 3), (encodings(#""utf-16""#), "utf-16", 3),
      (encodings(#""utf-8""#), "utf-8", 5), (encodings(#""utf-32""#), "utf-32", 2),
      (encodings(#""utf-32","utf-8","utf-16""#), "utf-32", 2),
      (encodings(#""utf-7","UTF-8","","utf-8","utf-16""#), "utf-8", 5), (encodings(#""utf-7","latin1""#), "utf-16", 3),
      (#"{"general":null}"#, "utf-16", 3), (#"{"general":{"positionEncodings":null}}"#, "utf-16", 3),
    ])
  func encoding(capabilities: String, encoding: String, length: Int) async throws {
    let agreed = try await client.request("initialize", #"{"capabilities":\#(capabilities)}"#)
    #expect(agreed["capabilities"]?["positionEncoding"]?.string == encoding)
    #expect(try await client.request("createMemo", #"{"text":"x😀"}"#)["length"]?.integer == length)
  }

  @Test(
    "A mistyped member is named",
    arguments: [
      ("processId", #"{"processId":"1"}"#), ("clientInfo", #"{"clientInfo":"vim"}"#),
      ("clientInfo.name", #"{"clientInfo":{"name":9}}"#),
      ("clientInfo.version", #"{"clientInfo":{"name":"vim","version":9.1}}"#), ("locale", #"{"locale":["ko"]}"#),
      ("initializationOptions", #"{"initializationOptions":[]}"#),
      ("initializationOptions.autosave.delayMs", #"{"initializationOptions":{"autosave":{"delayMs":-1}}}"#),
      ("capabilities.general.positionEncodings[1]", #"{"capabilities":\#(encodings(#""utf-8",8"#))}"#),
      ("capabilities.memo.notifications", #"{"capabilities":{"memo":{"notifications":"yes"}}}"#),
    ])
  func mistyped(path: String, params: String) async throws {
    let error = try await client.refusal("initialize", params)
    #expect(error["code"]?.integer == -32602)
    #expect(error["data"]?["path"]?.string == "params.\(path)")
  }

  @Test("A second initialize is an invalid request, and changes nothing")
  func second() async throws {
    _ = try await client.request("initialize", #"{"capabilities":\#(Self.encodings(#""utf-8""#))}"#)
    let again = try await client.refusal("initialize", #"{"capabilities":\#(Self.encodings(#""utf-32""#))}"#)
    #expect(again["code"]?.integer == -32600)
    #expect(try await client.request("createMemo", #"{"text":"😀"}"#)["length"]?.integer == 4)
  }

  @Test(
    "An initialize that is not the first message is an invalid request",
    arguments: [
      call(0, "stats"), call(0, "no/such"), notification("initialized"), notification("$/x"),
      notification("createMemo"),
    ])
  func late(first: String) async throws {
    client.send(first, call(1, "initialize", #"{"capabilities":{}}"#), call(2, "createMemo", "{}"))
    if first.contains(#""id""#) { _ = try await client.answer() }
    let answers = try await client.answers(2)
    #expect(answers.map { $0["id"]?.integer } == [1, 2])
    #expect(answers.map { $0["error"]?["code"]?.integer } == [-32600, nil])
  }

  @Test("Without a handshake the defaults hold")
  func none() async throws {
    #expect(try await client.request("createMemo", #"{"id":"a","text":"😀"}"#)["length"]?.integer == 2)
    #expect(try await client.request("shutdown").json == "null")
  }

  @Test(
    "Notifications come only to a client that asked",
    arguments: ["{}", #"{"memo":{}}"#, #"{"memo":{"notifications":false}}"#, #"{"memo":null}"#])
  func notifications(capabilities: String) async throws {
    _ = try await client.request("initialize", #"{"capabilities":\#(capabilities)}"#)
    _ = try await client.request("createMemo", #"{"text":"a"}"#)
    client.send(notification("updateMemo", #"{"id":"no-such-memo","contentChanges":[]}"#))
    _ = try await client.request("flush")
    client.closeInput()
    #expect(try await client.rest().isEmpty)
  }

  @Test("The client's autosave delays override the command line's")
  func autosave() async throws {
    _ = try await client.request(
      "initialize",
      #"{"capabilities":{"memo":{"notifications":true}},"initializationOptions":{"autosave":{"delayMs":10}}}"#)
    _ = try await client.request("createMemo", #"{"id":"a"}"#)
    _ = try await client.request("$/advanceClock", #"{"ms":9}"#)
    _ = try await client.request("$/advanceClock", #"{"ms":1}"#)
    #expect(try await client.note("didSaveMemo")?.json == #"{"id":"a","version":1}"#)
  }
}
