import JSONRPC
import TestSupport
import Testing

/// A protocol with a call that holds the whole once it is ready.
private actor ReadyFace: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  private let works: OpenWorks

  init(_ connection: Connection, _ works: OpenWorks) { (self.connection, self.works) = (connection, works) }

  /// The routes of calls. A call's manner says what becomes of it: `now` fails before it is made ready, and `refused`
  /// while it is being made ready.
  static let routes: [Route<ReadyFace>] = [
    .holdsWhole(
      OrderFace.Rename.self, at: { $0.memo.isEmpty ? nil : $0.memo },
      patience: { $0.patience }, first: { try $0.prepare($1) }
    ) { face, call, _ in face.rename(call) },
    .holds(OrderFace.Keep.self, { $0.memo }) { $0.keep($1) },
    .mutates(OrderFace.Edit.self, about: { .subject($1.memo) }) { Number(number: $1.number) },
    .mutates(OrderFace.Stop.self) { face, call in
      face.patience = .milliseconds(call.number)
      return Number(number: call.number)
    },
    .waits(OrderFace.End.self, about: { _, _ in .nothing }) { _, call in .last { Number(number: call.number) } },
    .cancels,
    .tells(OrderFace.Began.self),
  ]

  var patience = Duration.zero

  func prepare(_ call: OrderCall) throws -> @Sendable () async throws -> Void {
    if call.manner == .now { throw Refusal() }
    connection.notify(OrderFace.Began.self, Number(number: call.number))
    return { [works] in
      await works.ended(call.number)
      if call.manner == .refused { throw Refusal() }
    }
  }

  func rename(_ call: OrderCall) -> Answer<Number> {
    connection.notify(OrderFace.Began.self, Number(number: -call.number))
    return .later(expectedBytes: 0) { [works] in
      await works.ended(-call.number)
      if call.manner == .fails { throw Refusal() }
      return Number(number: call.number)
    }
  }

  func keep(_ call: OrderCall) -> Answer<Number> {
    connection.notify(OrderFace.Began.self, Number(number: call.number))
    return .later(expectedBytes: 0) { [works] in
      await works.ended(call.number)
      return Number(number: call.number)
    }
  }

  func response(to error: any Error) -> ResponseError {
    error is Refusal ? ResponseError(ErrorCode(rawValue: 1), "no") : ResponseError(answering: error)
  }
}

@Suite("A call that holds the whole once it is ready", .timeLimit(.minutes(10)))
struct PreparationTests {
  /// Says things, hears what must come, and ends work, one after the other.
  private func converse(patience: Int, _ steps: [String]) async throws {
    let works = OpenWorks()
    let status = try await JSONRPCTests.converse({ ReadyFace($0, works) }, ReadyFace.routes) { client in
      defer { works.endAll() }
      client.send(OrderCall(patience, .stop).message)
      try client.expect(Self.result(patience))
      for step in steps {
        let words = step.split(separator: " ")
        let number = words.compactMap { Int($0) }.first ?? 0
        switch words[0] {
        case "rename":
          client.send(OrderCall(number, .rename, OrderCall.Manner(rawValue: "\(words[2])") ?? .later).message)
        case "edit": client.send(OrderCall(number, .edit, memo: "a").message)
        case "finish": client.send(OrderCall(number, .finish).message)
        case "cancel": client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(number)}}"#)
        case "end": works.end(number)
        case "began": try client.expect(Self.began(number))
        case "result": try client.expect(Self.result(number))
        case "error": try client.expect(#"{"jsonrpc":"2.0","id":\#(number),"error":{"code":1,"message":"no"}}"#)
        default: try client.expect { $0.contains(#""id":\#(number),"#) && $0.contains("-32800") }
        }
      }
      client.leave()
      try client.expectEnd()
    }
    #expect(status == 0)
  }

  private static func result(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(number),"result":{"number":\#(number)}}"#
  }

  private static func began(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","method":"began","params":{"number":\#(number)}}"#
  }

  @Test("steady calls do not come before it for ever")
  func overtaken() async throws {
    let (works, most) = (OpenWorks(), 200)
    let status = try await JSONRPCTests.converse({ ReadyFace($0, works) }, ReadyFace.routes) { client in
      defer { works.endAll() }
      client.send(OrderCall(most, .rename).message)
      try client.expect(Self.began(most))
      client.send(OrderCall(1, .keep, memo: "a").message)
      try client.expect(Self.began(1))
      works.end(most)
      for number in 2..<most {
        // It comes while the one before it still holds the memo.
        client.send(OrderCall(number, .keep, memo: "a").message)
        works.end(number - 1)
        try client.expect(Self.result(number - 1))
        let next = client.nextLine()
        if next == Self.began(-most) {
          works.end(-most)
          try client.expect(Self.result(most))
          try client.expect(Self.began(number))
          works.end(number)
          try client.expect(Self.result(number))
          client.leave()
          return try client.expectEnd()
        }
        try require(next == Self.began(number), next ?? "nothing")
      }
      throw Mismatch("\(most) calls came before it")
    }
    #expect(status == 0)
  }

  @Test("others go on until it is ready and come before it, and then wait for it")
  func goingOn() async throws {
    try await converse(
      patience: 0,
      [
        "rename 1 later", "began 1", "edit 2", "result 2", "end 1", "began -1", "edit 3", "end -1", "result 1",
        "result 3",
        "edit 4", "result 4",
      ])
  }

  @Test("while there is patience others wait all the time, and no longer when there is none", arguments: [600_000, 1])
  func patience(milliseconds: Int) async throws {
    let isPatient = milliseconds > 1
    try await converse(
      patience: milliseconds,
      ["rename 1 later", "began 1", "edit 2"] + (isPatient ? [] : ["result 2"]) + [
        "end 1", "began -1", "edit 3", "end -1",
      ]
        + ["result 1"] + (isPatient ? ["result 2"] : []) + ["result 3"])
  }

  @Test("two of them are ready in any order, and hold the whole one after the other", arguments: [0, 600_000])
  func two(patience: Int) async throws {
    try await converse(
      patience: patience,
      patience == 0
        ? [
          "rename 1 later", "began 1", "rename 2 later", "began 2", "end 2", "began -2", "end 1", "end -2", "result 2",
          "began -1", "edit 3", "end -1", "result 1", "result 3",
        ]
        : [
          "rename 1 later", "began 1", "rename 2 later", "end 1", "began -1", "edit 3", "end -1", "result 1", "began 2",
          "end 2", "began -2", "end -2", "result 2", "result 3",
        ])
  }

  @Test(
    "what fails, before it is ready, while it becomes so, or after that, lets go",
    arguments: ["now", "refused", "fails"], [0, 600_000])
  func failing(manner: String, patience: Int) async throws {
    try await converse(
      patience: patience,
      ["rename 1 \(manner)"] + (manner == "now" ? [] : ["began 1", "end 1"])
        + (manner == "fails" ? ["began -1", "end -1"] : [])
        + ["error 1", "edit 2", "result 2"])
  }

  @Test("given up while it becomes ready it lets go, and never begins", arguments: [0, 600_000])
  func cancelled(patience: Int) async throws {
    try await converse(
      patience: patience,
      ["rename 1 later", "began 1"] + (patience == 0 ? [] : ["edit 2"]) + ["cancel 1", "cancelled 1"]
        + (patience == 0 ? [] : ["result 2"]) + ["edit 3", "result 3", "end 1", "edit 4", "result 4"])
  }

  @Test("given up while it holds the whole it lets go", arguments: [0, 600_000])
  func cancelledLate(patience: Int) async throws {
    try await converse(
      patience: patience,
      ["rename 1 later", "began 1", "end 1", "began -1", "edit 2", "cancel 1", "cancelled 1", "result 2", "end -1"])
  }

  @Test("what is to be last is answered after it", arguments: [0, 600_000])
  func last(patience: Int) async throws {
    try await converse(
      patience: patience,
      ["rename 1 later", "began 1", "finish 2", "end 1", "began -1", "end -1", "result 1", "result 2"])
  }
}
