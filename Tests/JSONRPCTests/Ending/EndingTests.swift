import Foundation
import JSONRPC
import TestSupport
import Testing

@Suite("The end of a conversation", .timeLimit(.minutes(20)))
struct EndingTests {
  @Test(
    "when the client has said all, what is under way is answered, and what waits behind it",
    arguments: ["act", "look", "hold"])
  func orderly(method: String) async throws {
    let status = try await talk { client, stage in
      client.send(Self.call(1, method))
      client.send(Self.call(2, "change"))
      if method != "hold" { try client.expect(Self.result(2)) }
      client.leave()
      try Self.waitForEnd(stage)
      stage.endWork()
      try client.expect(Self.result(1))
      if method == "hold" { try client.expect(Self.result(2)) }
      try client.expectEnd()
    }
    #expect(status == 0)
  }

  @Test("when nobody waits for answers any more, work is told that it is cancelled, and what acts ends first")
  func cancelled() async throws {
    let status = try await talk { client, stage in
      client.send(Self.call(1, "act"))
      client.send(Self.end("at once 3"))
      try require(stage.cancelled.wait(timeout: .now() + 600) == .success, "nobody told it")
      stage.endWork()
      try client.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"cancelled"}}"#)
      try client.expectEnd()
    }
    #expect(status == 3)
  }

  @Test("when nobody waits for answers any more, what only reads is not waited for")
  func unread() async throws {
    let status = try await talk { client, stage in
      client.send(Self.call(1, "look"))
      client.send(Self.end("at once 3"))
      try client.expectEnd()
    }
    #expect(status == 3)
  }

  @Test(
    "the first reason counts, unless it waits for a reader and a later one does not",
    arguments: [
      (["orderly 7"], 7), (["orderly 7", "orderly 8"], 7), (["orderly 7", "at once 3"], 3),
      (["at once 3", "orderly 7"], 3), (["at once 3", "at once 4"], 3), (["orderly 7", "at once 3", "at once 4"], 3),
    ] as [([String], Int32)])
  func firstReason(endings: [String], status: Int32) async throws {
    let stage = EndStage()
    let ended = try await talk(stage) { client, _ in
      client.send(Self.end(endings))
      try client.expectEnd()
    }
    #expect(ended == status)
    // The face ends once, however many reasons there are.
    #expect(stage.heard == ["will end", "ends"])
  }

  @Test(
    "the status is that of the reason, but never 0 if the face has not ended well",
    arguments: [(0, true, 0), (0, false, 1), (7, true, 7), (7, false, 7), (130, false, 130)] as [(Int, Bool, Int32)])
  func status(status: Int, endsWell: Bool, expected: Int32) async throws {
    let ended = try await talk(EndStage(endsWell: endsWell)) { client, _ in client.send(Self.end("orderly \(status)")) }
    #expect(ended == expected)
  }

  @Test("the rest of a batch is refused, one by one, and the batch answered as a whole")
  func restOfBatch() async throws {
    _ = try await talk { client, stage in
      let elements = [
        Self.call(1, "act"), Self.end("orderly 0"), Self.call(2, "change"), "7", Self.end("at once 5"),
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
      ]
      client.send("[\(elements.joined(separator: ","))]")
      try Self.waitForEnd(stage)
      stage.endWork()
      let ended = #"{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"the session has ended"}}"#
      try client.expect { line in
        let invalid = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
        return line.hasPrefix("[\(Self.result(1)),\(ended),\(invalid)") && line.hasSuffix("}}]")
      }
      try client.expectEnd()
    }
  }

  @Test("what comes behind the end is not carried out")
  func behindEnd() async throws {
    let status = try await talk { client, _ in
      client.sendRaw("\(Self.end("at once 3"))\n\(Self.call(1, "change"))\n")
      try client.expectEnd()
    }
    #expect(status == 3)
  }

  @Test("who asks the client after the end is told that it has ended")
  func askedAfterEnd() async throws {
    _ = try await talk { client, stage in
      client.send(Self.call(1, "inquire"))
      client.leave()
      try Self.waitForEnd(stage)
      stage.endWork()
      try client.expect(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the session has ended"}}"#)
    }
  }

  @Test("an orderly end waits until the last byte is read")
  func waitsForReader() async throws {
    let status = try await talk { client, stage in
      client.send(Self.call(1, "much"))
      client.leave()
      try Self.waitForEnd(stage)
      let answer = #"{"jsonrpc":"2.0","id":1,"result":{"text":"\#(String(repeating: "x", count: EndStage.much))"}}"#
      try client.expect(answer)
      try client.expectEnd()
    }
    #expect(status == 0)
  }

  @Test("any other end does not wait for a reader")
  func waitsForNobody() async throws {
    let status = try await talk { client, stage in
      client.send(Self.call(1, "much"))
      client.send(Self.end("at once 3"))
      try require(client.seesEnd(), "it waits for a reader")
    }
    #expect(status == 3)
  }

  @Test("when nobody reads any more, that is the end, though more may come")
  func nobodyReads() async throws {
    let status = try await talk { client, stage in
      client.readNoMore()
      client.send(Self.call(1, "change"))
      try Self.waitForEnd(stage)
    }
    #expect(status == 1)
  }

  @Test(
    "the end of the input is a good end if no message is cut short",
    arguments: [
      ("", 0), ("\n", 0), ("{}", 0), (#"{"jsonrpc":"2.0","method":"end"}"#, 0), ("{", 1), ("{}\n{", 1),
      ("{\n{}", 0), ("Content-Length: 2\r\n\r\n{}", 0), ("Content-Length: 2\r\n\r\n{", 1),
      ("Content-Length: 2\r\n", 1), ("Content-Length: 2\r\n\r\n{}C", 1), ("Content-Length: x\r\n\r\n", 1), ("7", 1),
    ] as [(String, Int32)])
  func lastMessage(input: String, expected: Int32) async throws {
    let status = try await talk { client, _ in
      client.sendRaw(input)
      client.leave()
      while client.nextLine() != nil {}
    }
    #expect(status == expected)
  }

  @Test("input that can't be read is reported, and ends the conversation")
  func unreadable() async throws {
    let (output, stage) = (try PipeEnds(), EndStage())
    let status = try await onOwnThread(rescue: {}) {
      guard let loop = EventLoop() else { throw Mismatch("no file descriptor is left") }
      let connection = Connection(loop: loop, output: output.writer, maximumMessageBytes: 100)
      // A folder seems to have input, but can't be read.
      let folder = open("/", O_RDONLY)
      defer { close(folder) }
      return connection.run(EndFace(connection, stage), EndFace.routes, input: folder)
    }
    #expect(status == 1)
    #expect(stage.heard == ["input failed", "will end", "ends"])
  }

  private func talk(
    _ stage: EndStage = EndStage(), _ body: @escaping @Sendable (LineClient, EndStage) throws -> Void
  ) async throws -> Int32 {
    try await converse({ EndFace($0, stage) }, EndFace.routes) { client in
      defer { stage.endWork() }
      try body(client, stage)
    }
  }

  private static func waitForEnd(_ stage: EndStage) throws {
    try require(stage.ended.wait(timeout: .now() + 600) == .success, "it did not end")
  }

  private static func call(_ id: Int, _ method: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"text":"done"}}"#
  }

  private static func result(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"done"}}"# }

  private static func end(_ endings: String...) -> String { end(endings) }

  private static func end(_ endings: [String]) -> String {
    let words = endings.map { #""\#($0)""# }.joined(separator: ",")
    return #"{"jsonrpc":"2.0","method":"end","params":{"endings":[\#(words)]}}"#
  }
}
