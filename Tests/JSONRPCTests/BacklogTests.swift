import TestSupport
import Testing

@testable import JSONRPC

@Suite("What waits", .timeLimit(.minutes(10)))
struct BacklogTests {
  @Test("counts as much as answers do: a call that waits for another one may be the last that is read")
  func waiting() async throws {
    let status = try await converse(FullFace.init, FullFace.routes) { client in
      for (id, call) in [("keep", "a"), ("keep", "b"), ("echo", "a"), ("echo", "last")].enumerated() {
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(call.0)","params":{"text":"\#(call.1)"}}"#)
      }
      let answers = (0..<4).map { _ in client.nextLine() ?? "" }
      func place(_ id: Int) -> Int? { answers.firstIndex { $0.contains(#""id":\#(id),"#) } }
      let places = try (0..<4).map { try #require(place($0)) }
      // Either of the two that keep something may be done first.
      try require(places[0] < places[2] && min(places[0], places[1]) < places[3], "\(answers)")
    }
    #expect(status == 0)
  }

  @Test("counts in each line that it waits in, until it has its turn")
  func places() async throws {
    let status = try await converse(CrowdedFace.init, CrowdedFace.routes) { client in
      func send(_ method: String, _ id: Int) {
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"text":"\#(id)"}}"#)
      }
      for id in 0..<100 { send("echo", id) }
      for id in 100..<110 { send("survey", id) }
      send("slow", 110)
      let bytes = 110 * Connection.waitingBytes + 10 * 100 * Connection.placeBytes
      try client.expect(#"{"jsonrpc":"2.0","id":110,"result":{"text":"\#(bytes)"}}"#)
      for _ in 0..<110 { _ = client.nextLine() }
      send("slow", 111)
      try client.expect(#"{"jsonrpc":"2.0","id":111,"result":{"text":"0"}}"#)
    }
    #expect(status == 0)
  }
}

/// Says how much waits, and then lets calls about anything go on.
private actor CrowdedFace: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  private var isAtHand = false

  init(_ connection: Connection) { self.connection = connection }

  static let routes: [Route<CrowdedFace>] = [
    .reads(Echo.self, about: { .subject($1.text) }) { _, params in .now(params) },
    .reads(Survey.self, about: { _, _ in .everything }) { _, params in .now(params) },
    .reads(Slow.self, about: { _, _ in .nothing }) { face, _ in
      face.isAtHand = true
      return .now(Words(text: "\(face.connection.assumeIsolated { $0.expectedBytes })"))
    },
  ]

  func isAtHand(_ subject: String) -> Bool { isAtHand }

  func fetch(_ subject: String, then body: @escaping @Sendable () -> Void) async {
    while !isAtHand { await Task.yield() }
    body()
  }
}

/// Two calls that keep something and fill their connection to the brim. They end once the connection stops reading, or
/// has read more than it should.
private actor FullFace: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  var hasReadLast = false

  init(_ connection: Connection) { self.connection = connection }

  static let routes: [Route<FullFace>] = [
    .holds(Keep.self, { $0.text }) { face, params in
      .later(expectedBytes: .max) {
        await face.untilFull()
        return params
      }
    },
    .reads(Echo.self, about: { .subject($1.text) }) { face, params in
      if params.text == "last" { face.hasReadLast = true }
      return .now(params)
    },
  ]

  private func untilFull() async {
    while !hasReadLast, await connection.expectedBytes <= Connection.largestBacklog { await Task.yield() }
  }
}
