import TestSupport
import Testing

// One conversation after the other: each waits for what its own loop does next.
@Suite("The order of calls, beside a model", .serialized, .timeLimit(.minutes(10)))
struct OrderModelTests {
  @Test("any calls, batches and cancellations begin and are answered as the model has it", arguments: 0..<12)
  func random(stream: Int) async throws {
    try await Rehearsal.perform { rehearsal in
      var random = SeededGenerator(stream: UInt64(1000 + stream))
      var last = 0
      // What came later may still be fetching its memo when it is cancelled, or not: the model knows of no time.
      var lastSettled = 0
      // Few at a time and many: with many, more have their turns than in one go.
      let most = stream % 3 == 0 ? 200 : 10
      for _ in 0..<250 {
        let running = rehearsal.model.running
        if let number = running.randomElement(using: &random), running.count > most || random.chance(35) {
          try rehearsal.end(number)
        } else if random.chance(10) {
          try rehearsal.send(.cancel(random.next(upTo: lastSettled)))
        } else if random.chance(10) {
          let count = Int.random(in: 1...6, using: &random)
          try rehearsal.send(batch: (0..<count).map { _ in Self.message(&last, lastSettled, &random) })
        } else {
          try rehearsal.send(Self.message(&last, lastSettled, &random))
        }
        if !rehearsal.model.isHeld { lastSettled = last }
      }
      last += 1
      if !rehearsal.model.isHeld { try rehearsal.send(.call(OrderCall(last, .finish))) }
    }
  }

  private static func message(_ last: inout Int, _ lastSettled: Int, _ random: inout SeededGenerator)
    -> OrderModel.Message
  {
    if random.chance(10) { return .cancel(random.next(upTo: lastSettled)) }
    last += 1
    // What holds the whole or everything is rare, or nothing else would happen.
    let most: [OrderCall.Method] =
      [.edit, .drop, .keep, .keep, .glance, .make, .compose, .aside, .survey, .inspect, .gather]
    let method: OrderCall.Method =
      random.chance(8)
      ? [.rename, .renameMemo, .stop].randomElement(using: &random) ?? .stop
      : most.randomElement(using: &random) ?? .edit
    let memo = method.hasMemo ? ["a", "b", "c"].randomElement(using: &random) ?? "a" : ""
    let manner: OrderCall.Manner =
      random.chance(60) ? .later : OrderCall.Manner.allCases.randomElement(using: &random) ?? .now
    return .call(OrderCall(last, method, memo: memo, manner, isRequest: random.chance(80)))
  }
}

extension SeededGenerator {
  fileprivate mutating func next(upTo most: Int) -> Int { Int.random(in: 0...most, using: &self) }
}
