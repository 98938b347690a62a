import JSONRPC

/// A second protocol, as small as one can be: what is said is answered once the client has agreed to it.
actor EchoFace: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  var notices: [String] = []
  /// Whether something is being put away that must not be lost.
  var isDepositing = false
  private var isEnding = false
  private var atEnd: [CheckedContinuation<Void, Never>] = []
  /// Whether what is cold has been fetched.
  var isWarm = false

  init(_ connection: Connection) { self.connection = connection }

  static let routes: [Route<EchoFace>] = [
    .reads(Echo.self, about: { .subject($1.text) }) { try $0.echo($1) },
    .holds(Keep.self, { $0.text }) { face, params in .later(expectedBytes: 1 << 40) { try await face.agreed(params) } },
    .waits(Ask.self, about: { _, _ in .nothing }) { face, params in
      .later(expectedBytes: 0) { try await face.agreed(params) }
    },
    .reads(Slow.self, about: { .subject($1.text) }) { _, params in .later(expectedBytes: 0) { params } },
    .reads(Survey.self, about: { $1.text.isEmpty ? .everything : .everythingAnd($1.text) }) { face, _ in
      .now(Words(text: face.isWarm ? "warm" : "cold"))
    },
    .reads(Brood.self, about: { _, _ in .nothing }) { _, params in
      .later(expectedBytes: 0) {
        // Ignores being cancelled, as a library's call does.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return params
      }
    },
    .waits(Deposit.self, about: { _, _ in .nothing }) { face, params in
      .later(expectedBytes: 0) {
        await face.deposit()
        return params
      }
    },
    .waits(Finish.self, about: { _, _ in .nothing }) { _, params in .last { params } },
    .varies(Vary.self, about: { .subject($1.text) }, holding: { $1.text == "held" }) { face, params in
      .later(expectedBytes: 0) { try await face.agreed(params) }
    },
    .stays(Stay.self) { face, params, id in
      face.connection.notify(Heard.self, Words(text: "\(id)"))
      return { try await face.agreed(params) }
    },
    .mutates(Last.self) { face, _ in Words(text: face.notices.last ?? "") },
    .listens(Leave.self) { face, _ in face.connection.assumeIsolated { $0.end(.orderly(status: 7)) } },
    .listens(Go.self) { face, _ in face.connection.assumeIsolated { $0.end(Ending(status: 0)) } },
    .cancels,
    .abandons(Forget.self) { .string($0.text) },
    .tells(Heard.self),
    .asks(Agree.self),
  ]

  func echo(_ params: Words) throws -> Answer<Words> {
    guard !params.text.isEmpty else { throw Silence() }
    connection.notify(Heard.self, params)
    return .now(params)
  }

  /// Asks the client, and answers what it agreed to.
  func agreed(_ params: Words) async throws -> Words {
    do {
      return try await connection.request(Agree.self, params)
    } catch {
      notices.append("asked: \(error.message)")
      throw error
    }
  }

  /// Works until the conversation ends, and for some time after that.
  func deposit() async {
    isDepositing = true
    if !isEnding { await withCheckedContinuation { atEnd.append($0) } }
    for _ in 0..<100 { await Task.yield() }
    isDepositing = false
  }

  func willEnd(_ ending: Ending) {
    isEnding = true
    for continuation in atEnd { continuation.resume() }
    atEnd = []
  }

  func end() async -> Bool { !isDepositing }

  func isAtHand(_ subject: String) -> Bool { subject != "cold" || isWarm }

  func fetch(_ subject: String, then body: @escaping @Sendable () -> Void) async {
    await Task.yield()
    isWarm = true
    body()
  }

  func response(to error: any Error) -> ResponseError {
    error is Silence ? ResponseError(ErrorCode(rawValue: 1), "say something") : ResponseError(answering: error)
  }

  func notice(_ event: ConnectionEvent) {
    if case .notificationFailed(let call, let error) = event { notices.append("\(call.method): \(error.message)") }
  }

  struct Silence: Error {}
}
