import JSONRPC
import Testing

/// Protocols that do some things differently.
extension ConnectionTests {
  private static let strict = Conventions(framing: .jsonLines, takesBatches: false, hasNullID: false, Forget.self) {
    Words(text: "\($0)")
  }

  @Test("what has no readable id is answered without one where null is none, and the next line is read")
  func noID() async throws {
    let status = try await withClient(Self.strict) { client in
      for (line, code) in [
        ("Content-Length: 9", -32700), (#"{"jsonrpc":"2.0","id":null,"method":"last"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":[],"method":"last"}"#, -32600),
      ] {
        client.send(line)
        try client.expect { $0.hasPrefix(#"{"jsonrpc":"2.0","error":{"code":\#(code),"#) }
      }
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"last"}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":""}}"#)
    }
    #expect(status == 0)
  }

  @Test(
    "a batch is refused as a whole where there are none",
    arguments: ["[]", #"[{"jsonrpc":"2.0","id":1,"method":"last"}]"#])
  func noBatch(batch: String) async throws {
    _ = try await withClient(Self.strict) { client in
      client.send(batch)
      try client.expect { $0.hasPrefix(#"{"jsonrpc":"2.0","error":{"code":-32600,"#) }
    }
  }

  @Test("what is given up is not answered, and what it has asked is given up in the protocol's words")
  func abandoned() async throws {
    let status = try await withClient(Self.strict) { client in
      client.send(#"{"jsonrpc":"2.0","id":"a","method":"ask","params":{"text":"x"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"x"}}"#)
      client.send(#"{"jsonrpc":"2.0","method":"forget","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","method":"forget","params":{"text":"integer(1)"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"finish","params":{"text":"done"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"result":{"text":"done"}}"#)
    }
    #expect(status == 0)
  }

  @Test("what stays knows its id, and is answered when its work ends")
  func stays() async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":"s","method":"stay","params":{"text":"x"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","method":"heard","params":{"text":"string(\"s\")"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"x"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":1,"result":{"text":"ended"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":"s","result":{"text":"ended"}}"#)
    }
  }

  @Test("what does many things holds its subject only where its parameters say so", arguments: ["held", "free"])
  func varies(subject: String) async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":"v","method":"vary","params":{"text":"\#(subject)"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"\#(subject)"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"echo","params":{"text":"\#(subject)"}}"#)
      let agreement = #"{"jsonrpc":"2.0","id":1,"result":{"text":"yes"}}"#
      if subject == "held" { client.send(agreement) }
      if subject == "held" { try client.expect(#"{"jsonrpc":"2.0","id":"v","result":{"text":"yes"}}"#) }
      try client.expect(#"{"jsonrpc":"2.0","method":"heard","params":{"text":"\#(subject)"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"result":{"text":"\#(subject)"}}"#)
      if subject == "free" { client.send(agreement) }
      if subject == "free" { try client.expect(#"{"jsonrpc":"2.0","id":"v","result":{"text":"yes"}}"#) }
    }
  }
}
