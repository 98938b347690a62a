import JSONRPC
import Testing

/// Another protocol on the same connection: nothing in it knows of memos.
@Suite("A second face", .timeLimit(.minutes(10)))
struct ConnectionTests {
  @Test("answers, tells and says in its own words what is wrong")
  func answers() async throws {
    let status = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"hi"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","method":"heard","params":{"text":"hi"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"hi"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"echo","params":{"text":""}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"say something"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":3,"method":"nothing"}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"there is no request nothing"}}"#)
      client.send(#"{"jsonrpc":"2.0","method":"leave"}"#)
    }
    #expect(status == 7)
  }

  @Test("asks the client, and reads on meanwhile, however long its answer will be; what it holds waits")
  func asks() async throws {
    let status = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"keep","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"echo","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":3,"method":"last"}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":3,"result":{"text":""}}"#)
      // An answer to what was not asked is ignored: the server never uses a string as an id.
      client.send(#"{"jsonrpc":"2.0","id":77,"result":{"text":"stray"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":"1","result":{"text":"stray"}}"#)
      client.send(#"[{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}]"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","method":"heard","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"result":{"text":"a"}}"#)
    }
    #expect(status == 0)
  }

  @Test(
    "fails with what the client refuses, or with what its answer lacks",
    arguments: [
      (#""error":{"code":5,"message":"no","data":{"a":1}}"#, #"{"code":5,"message":"no","data":{"a":1}}"#),
      (#""error":7"#, #"{"code":-32603,"message":"the other side gave no reason"}"#),
      (
        #""result":{}"#,
        #"{"code":-32600,"message":"the client's answer to agree can't be used: result.text is missing"}"#
      ),
      (
        #""result":null"#,
        #"{"code":-32600,"message":"the client's answer to agree can't be used: result must be an object"}"#
      ),
    ])
  func refused(answer: String, error: String) async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":"q","method":"keep","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":1,\#(answer)}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":"q","error":\#(error)}"#)
    }
  }

  @Test("withdraws its question to the client if the request that asked it is cancelled, and goes on")
  func cancelled() async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":9,"method":"keep","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":9}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":9,"error":{"code":-32800,"message":"the request was cancelled"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
      client.send(#"{"jsonrpc":"2.0","id":1,"result":{"text":"too late"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":10,"method":"keep","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"method":"agree","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"result":{"text":"b"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":10,"result":{"text":"b"}}"#)
    }
  }

  @Test("waits for no answer that can't come any more")
  func ended() async throws {
    let status = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"keep","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"a"}}"#)
      client.leave()
      try client.expect(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the session has ended"}}"#)
    }
    #expect(status == 0)
  }

  @Test("carries out what sees everything after what is held, once its own subject is at hand")
  func survey() async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"keep","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"survey","params":{"text":"b"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":3,"method":"last"}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":3,"result":{"text":""}}"#)
      client.send(#"{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"result":{"text":"cold"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":4,"method":"survey","params":{"text":"cold"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":4,"result":{"text":"warm"}}"#)
    }
  }

  @Test("carries out what is about everything after what is held")
  func everything() async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"keep","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"survey","params":{"text":""}}"#)
      client.send(#"{"jsonrpc":"2.0","id":3,"method":"last"}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":3,"result":{"text":""}}"#)
      client.send(#"{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"result":{"text":"cold"}}"#)
    }
  }

  @Test("answers what is to be last once all others are answered, those too that waited for something to be fetched")
  func last() async throws {
    let status = try await withClient { client in
      client.send(
        [
          #"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"cold"}}"#,
          #"{"jsonrpc":"2.0","id":2,"method":"slow","params":{"text":"cold"}}"#,
          #"{"jsonrpc":"2.0","id":3,"method":"finish","params":{"text":"done"}}"#,
        ].joined(separator: "\n"))
      try client.expect(#"{"jsonrpc":"2.0","method":"heard","params":{"text":"cold"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"cold"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"result":{"text":"cold"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":3,"result":{"text":"done"}}"#)
    }
    #expect(status == 0)
  }

  @Test("answers what is to be last after what the client has yet to agree to, and reads on meanwhile")
  func lastBehindWork() async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"ask","params":{"text":"a"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"method":"agree","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"finish","params":{"text":"done"}}"#)
      for id in 3..<103 {
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"last"}"#)
        try client.expect(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":""}}"#)
      }
      client.send(#"{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"agreed"}}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":2,"result":{"text":"done"}}"#)
    }
  }

  @Test("waits at its end for what acts, and not for what only reads")
  func ends() async throws {
    let status = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"brood","params":{"text":"a"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":2,"method":"deposit","params":{"text":"b"}}"#)
      client.send(#"{"jsonrpc":"2.0","method":"go"}"#)
    }
    #expect(status == 0)
  }

  @Test("does not wait for a reading when the client has said all and reads no answer any more")
  func endsUnread() async throws {
    let status = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"brood","params":{"text":"a"}}"#)
      client.leave()
      client.readNoMore()
    }
    #expect(status == 1)
  }

  @Test("is told of notifications that fail, to which nothing is answered")
  func notices() async throws {
    _ = try await withClient { client in
      client.send(#"{"jsonrpc":"2.0","method":"echo","params":{"text":""}}"#)
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"last"}"#)
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"echo: say something"}}"#)
    }
  }

  /// Lets a client talk to the face over pipes; the face's exit status.
  func withClient(
    _ conventions: Conventions = .standard, _ body: @escaping @Sendable (LineClient) throws -> Void
  ) async throws -> Int32 {
    try await converse({ EchoFace($0) }, EchoFace.routes, conventions, body)
  }
}
