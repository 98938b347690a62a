import TestSupport
import Testing

/// What is done, one step after the other, and what is seen after each.
struct OrderCase: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case send(OrderCall)
    case batch([OrderCall])
    case cancel(Int)
    case end(Int)
  }

  let testDescription: String
  let steps: [(Step, String)]

  init(_ description: String, _ steps: (Step, String)...) { (testDescription, self.steps) = (description, steps) }
}

@Suite("The order of calls", .timeLimit(.minutes(10)))
struct OrderTests {
  @Test("is kept as each property says", arguments: memos + made + whole + everything)
  func order(_ properties: OrderCase) async throws {
    try await Rehearsal.perform { rehearsal in
      for (step, sights) in properties.steps {
        switch step {
        case .send(let call): try rehearsal.send(.call(call))
        case .batch(let calls): try rehearsal.send(batch: calls.map { .call($0) })
        case .cancel(let number): try rehearsal.send(.cancel(number))
        case .end(let number): try rehearsal.end(number)
        }
        let seen = rehearsal.takeSights()
        try require(seen == sights, "\(step): \(seen) instead of \(sights)")
      }
    }
  }

  private static func send(
    _ number: Int, _ method: OrderCall.Method, _ memo: String = "", _ manner: OrderCall.Manner = .now
  ) -> OrderCase.Step {
    .send(OrderCall(number, method, memo: memo, manner))
  }

  private static let memos = [
    OrderCase(
      "what holds a memo keeps back what is about it, in the order in which that came, and nothing else",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .edit, "a"), ""), (send(3, .glance, "a"), ""),
      (send(4, .edit, "b"), "began 4, result 4"), (send(5, .make), "began 5, result 5"),
      (send(6, .aside), "began 6, result 6"),
      (.end(1), "result 1, began 2, result 2, began 3, result 3"), (send(7, .edit, "a"), "began 7, result 7")),
    OrderCase(
      "what fails holds its memo no longer",
      (send(1, .keep, "a", .fails), "began 1"), (send(2, .keep, "a", .refused), ""), (send(3, .edit, "a"), ""),
      (.end(1), "error 1, began 2, error 2, began 3, result 3")),
    OrderCase(
      "what only reads a memo keeps nobody back",
      (send(1, .glance, "a", .later), "began 1"), (send(2, .edit, "a"), "began 2, result 2"),
      (send(3, .keep, "a"), "began 3, result 3"), (.end(1), "result 1")),
    OrderCase(
      "what was cancelled while it waited never begins, and is answered once",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .edit, "a"), ""), (send(3, .edit, "a"), ""),
      (.cancel(2), "cancelled 2"), (.cancel(2), ""), (.end(1), "result 1, began 3, result 3")),
    OrderCase(
      "what was cancelled while it was under way holds its memo until its work ends",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .edit, "a"), ""), (.cancel(1), "cancelled 1"),
      (.end(1), "began 2, result 2")),
    OrderCase(
      "what reads all waits for the memos that are held, and others go on",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .keep, "b", .later), "began 2"), (send(3, .survey), ""),
      (send(4, .inspect, "c"), ""), (send(5, .edit, "c"), "began 5, result 5"), (.end(2), "result 2"),
      (send(6, .edit, "b"), "began 6, result 6"),
      (.end(1), "result 1, began 3, result 3, began 4, result 4")),
    OrderCase(
      "what reads all and one memo begins once that is at hand, though it was not any more when others let go",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .keep, "b", .later), "began 2"), (send(3, .inspect, "b"), ""),
      (.end(2), "result 2"), (send(4, .drop, "b"), "began 4, result 4"), (.end(1), "result 1, began 3, result 3")),
    OrderCase(
      "what comes late keeps back what is about it, in order, and nothing else",
      (send(1, .edit, "late"), ""), (send(2, .survey), "began 2, result 2"), (send(3, .rename), "began 3, result 3"),
      (send(4, .inspect, "late"), ""), (send(5, .renameMemo, "late"), ""), (send(6, .edit, "a"), "began 6, result 6"),
      (send(7, .keep, "b", .later), "began 7"), (send(8, .survey), ""), (.end(7), "result 7, began 8, result 8"),
      (.end(0), "began 1, result 1, began 4, result 4, began 5, result 5")),
    OrderCase(
      "what waits for all that came waits for what comes late, too, and keeps nothing back",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .edit, "late"), ""), (send(3, .gather), ""),
      (send(4, .edit, "b"), "began 4, result 4"), (.end(1), "result 1"), (send(5, .survey), "began 5, result 5"),
      (.end(0), "began 2, result 2, began 3, result 3"), (send(6, .gather), "began 6, result 6")),
    OrderCase(
      "all that came is waited for at the end, what comes late, too",
      (send(1, .edit, "late"), ""), (send(2, .finish, "", .later), "began 2"),
      (.end(0), "began 1, result 1, result 2")),
    OrderCase(
      "a batch is answered once all of it is, in its order, and begins as single calls do",
      (send(1, .keep, "a", .later), "began 1"),
      (
        .batch([OrderCall(2, .edit, memo: "a"), OrderCall(3, .edit, memo: "b"), OrderCall(4, .keep, memo: "b", .fails)]
        ),
        "began 3, began 4"
      ),
      (.end(4), ""), (.end(1), "result 1, began 2, result 2, result 3, error 4")),
  ]

  private static let made = [
    OrderCase(
      "what is made of whatever there is waits for all that came before it, its memo waits for it, and others go on",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .compose, "b", .later), ""),
      (send(3, .edit, "c"), "began 3, result 3"), (send(4, .edit, "b"), ""), (send(5, .survey), ""),
      (.end(1), "result 1, began 2"), (send(6, .edit, "b"), ""), (send(7, .edit, "a"), "began 7, result 7"),
      (.end(2), "result 2, began 4, result 4, began 5, result 5, began 6, result 6")),
    OrderCase(
      "its memo may be held before it, and be the last to let it go",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .keep, "b", .later), "began 2"),
      (send(3, .compose, "a", .later), ""), (send(4, .edit, "a"), ""), (.end(2), "result 2"),
      (.end(1), "result 1, began 3"), (.end(3), "result 3, began 4, result 4")),
    OrderCase(
      "its memo goes no further when it is let go first",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .keep, "b", .later), "began 2"),
      (send(3, .compose, "a", .later), ""), (.end(1), "result 1"), (send(4, .edit, "a"), ""),
      (.end(2), "result 2, began 3"), (.end(3), "result 3, began 4, result 4")),
    OrderCase(
      "it is made of what a call about the whole left behind, and another waits for it",
      (send(1, .rename, "", .later), "began 1"), (send(2, .compose, "a", .later), ""), (send(3, .rename), ""),
      (.end(1), "result 1, began 2"), (send(4, .edit, "b"), ""),
      (.end(2), "result 2, began 3, result 3, began 4, result 4")),
    OrderCase(
      "cancelled or refused while it waits it lets its memo go when its turn comes",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .compose, "b", .later), ""),
      (send(3, .compose, "c", .refused), ""), (send(4, .edit, "b"), ""), (send(5, .edit, "c"), ""),
      (.cancel(2), "cancelled 2"), (.end(1), "result 1, began 4, result 4, began 3, error 3, began 5, result 5")),
    OrderCase(
      "where it need not wait, others wait for it to its end",
      (send(1, .compose, OrderFace.patient, .later), "began 1"), (send(2, .edit, "a"), ""),
      (.end(1), "result 1, began 2, result 2"), (send(3, .edit, "a"), "began 3, result 3")),
    OrderCase(
      "where it need not wait and takes long, others go on, but its memo does not",
      (send(1, .edit, OrderFace.impatient), "began 1, result 1"),
      (send(2, .compose, OrderFace.impatient, .later), "began 2"), (send(3, .edit, "a"), "began 3, result 3"),
      (send(4, .edit, OrderFace.impatient), ""), (.end(2), "result 2, began 4, result 4")),
  ]

  private static let whole = [
    OrderCase(
      "a call about the whole waits for all that came before it",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .keep, "b", .later), "began 2"), (send(3, .rename), ""),
      (.end(1), "result 1"), (.end(2), "result 2, began 3, result 3")),
    OrderCase(
      "a call about the whole does not wait for what only reads",
      (send(1, .glance, "a", .later), "began 1"), (send(2, .survey, "", .later), "began 2"),
      (send(3, .rename), "began 3, result 3"), (.end(1), "result 1"), (.end(2), "result 2")),
    OrderCase(
      "all wait in one line behind a call about the whole that waits itself, those about nothing excepted",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .rename, "", .later), ""), (send(3, .edit, "a"), ""),
      (send(4, .make), ""), (send(5, .survey), ""), (send(6, .aside), "began 6, result 6"),
      (.end(1), "result 1, began 2"), (send(7, .edit, "a"), ""),
      (.end(2), "result 2, began 3, result 3, began 4, result 4, began 5, result 5, began 7, result 7")),
    OrderCase(
      "calls about the whole come one behind the other, with those between them",
      (send(1, .rename, "", .later), "began 1"), (send(2, .edit, "a"), ""), (send(3, .renameMemo, "a", .later), ""),
      (send(4, .edit, "a"), ""), (send(5, .rename, "", .later), ""), (send(6, .edit, "b"), ""),
      (.end(1), "result 1, began 2, result 2, began 3"), (.end(3), "result 3, began 4, result 4, began 5"),
      (.end(5), "result 5, began 6, result 6")),
    OrderCase(
      "a call about the whole that is done at once, or refused, lets go at once",
      (send(1, .rename), "began 1, result 1"), (send(2, .rename, "", .refused), "began 2, error 2"),
      (send(3, .edit, "a"), "began 3, result 3"), (send(4, .keep, "a", .later), "began 4"),
      (send(5, .rename, "", .refused), ""), (send(6, .edit, "b"), ""),
      (.end(4), "result 4, began 5, error 5, began 6, result 6")),
    OrderCase(
      "a call about the whole that has to wait keeps others back for a while at most, and those come before it",
      (send(1, .edit, OrderFace.impatient), "began 1, result 1"), (send(2, .keep, "a", .later), "began 2"),
      (send(3, .renameMemo, OrderFace.impatient, .later), ""), (send(4, .edit, "b"), "began 4, result 4"),
      (send(5, .keep, "c", .later), "began 5"), (.end(2), "result 2"), (send(6, .edit, "a"), "began 6, result 6"),
      (.end(5), "result 5, began 3"), (send(7, .edit, "b"), ""), (.end(3), "result 3, began 7, result 7")),
    OrderCase(
      "two calls about the whole that others no longer wait for both come, and one that was cancelled does not",
      (send(1, .edit, OrderFace.impatient), "began 1, result 1"), (send(2, .keep, "a", .later), "began 2"),
      (send(3, .renameMemo, OrderFace.impatient), ""), (send(4, .edit, "b"), "began 4, result 4"),
      (send(5, .renameMemo, OrderFace.impatient), ""), (send(6, .renameMemo, OrderFace.impatient), ""),
      (send(7, .edit, "b"), "began 7, result 7"), (.cancel(6), "cancelled 6"),
      (.end(2), "result 2, began 3, result 3, began 5, result 5"), (send(8, .edit, "b"), "began 8, result 8")),
    OrderCase(
      "a call about the whole that fails lets go",
      (send(1, .rename, "", .fails), "began 1"), (send(2, .edit, "a"), ""), (.end(1), "error 1, began 2, result 2")),
    OrderCase(
      "a call about the whole that was cancelled while it waited lets go when its turn comes",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .rename), ""), (send(3, .edit, "b"), ""),
      (.cancel(2), "cancelled 2"), (send(4, .edit, "b"), ""),
      (.end(1), "result 1, began 3, result 3, began 4, result 4"), (send(5, .edit, "b"), "began 5, result 5")),
    OrderCase(
      "a call about the whole that was cancelled while it was under way holds all until its work ends",
      (send(1, .rename, "", .later), "began 1"), (send(2, .edit, "a"), ""), (.cancel(1), "cancelled 1"),
      (send(3, .edit, "a"), ""), (.end(1), "began 2, result 2, began 3, result 3")),
    OrderCase(
      "what was cancelled behind a call about the whole never begins",
      (send(1, .rename, "", .later), "began 1"), (send(2, .keep, "a", .later), ""), (send(3, .edit, "a"), ""),
      (.cancel(2), "cancelled 2"), (.end(1), "result 1, began 3, result 3")),
  ]

  /// So many have their turns before the loop looks for something else to do; others wait all the same.
  @Test("is kept however many calls have waited", arguments: 60...68)
  func many(edits: Int) async throws {
    for method in [OrderCall.Method.keep, .rename] {
      try await Rehearsal.perform { rehearsal in
        let memo = method.hasMemo ? "a" : ""
        try rehearsal.send(.call(OrderCall(1, method, memo: memo)))
        for number in 2...edits { try rehearsal.send(.call(OrderCall(number, .edit, memo: "a"))) }
        try rehearsal.send(.call(OrderCall(edits + 1, method, memo: memo)))
        for number in edits + 2...edits + 70 { try rehearsal.send(.call(OrderCall(number, .edit, memo: "a"))) }
        try rehearsal.end(1)
        try rehearsal.send(.call(OrderCall(edits + 71, .edit, memo: "a")))
      }
    }
  }

  private static let everything = [
    OrderCase(
      "what holds everything begins once all that came before it had its turn, and then nothing is read",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .edit, "a"), ""), (send(3, .stop, "", .later), ""),
      (send(4, .aside), ""), (.end(1), "result 1, began 2, result 2, began 3"), (send(5, .edit, "b"), ""),
      (.end(3), "result 3, began 4, result 4, began 5, result 5")),
    OrderCase(
      "what holds everything waits for the calls about the whole before it, and what waits behind these",
      (send(1, .rename, "", .later), "began 1"), (send(2, .keep, "a", .later), ""), (send(3, .stop, "", .later), ""),
      (.end(1), "result 1, began 2"), (.end(2), "result 2, began 3"), (.end(3), "result 3")),
    OrderCase(
      "what holds everything and fails lets go",
      (send(1, .stop, "", .fails), "began 1"), (send(2, .edit, "a"), ""), (.end(1), "error 1, began 2, result 2")),
    OrderCase(
      "what is to be last is answered once all others are, those that came later too",
      (send(1, .keep, "a", .later), "began 1"), (send(2, .edit, "a"), ""), (send(3, .finish), "began 3"),
      (send(4, .aside, "", .later), "began 4"), (.end(1), "result 1, began 2, result 2"),
      (.end(4), "result 4, result 3")),
    OrderCase(
      "what is to be last waits for what waits behind a call about the whole",
      (send(1, .rename, "", .later), "began 1"), (send(2, .keep, "a", .later), ""), (send(3, .finish), "began 3"),
      (.end(1), "result 1, began 2"), (.end(2), "result 2, result 3")),
  ]
}
