import JSONRPC
import Synchronization

/// A protocol whose calls do nothing but begin and end: it tells when each begins, and the test says when it ends.
actor OrderFace: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  private let works: OpenWorks
  private var atHand: Set<String> = []

  init(_ connection: Connection, _ works: OpenWorks) { (self.connection, self.works) = (connection, works) }

  static let routes: [Route<OrderFace>] = [
    .mutates(Edit.self, about: { .subject($1.memo) }) { try $0.begin($1) },
    .mutates(Drop.self, about: { .subject($1.memo) }) { face, call in
      defer { face.atHand.remove(call.memo) }
      return try face.begin(call)
    },
    .holds(Keep.self, { $0.memo }) { try $0.answer($1) },
    .reads(Glance.self, about: { .subject($1.memo) }) { try $0.answer($1) },
    .waits(Make.self, about: { _, _ in .new }) { try $0.answer($1) },
    .holds(Compose.self, about: { .made($1.memo, patience: patience(for: $1.memo)) }) { try $0.answer($1) },
    .waits(Aside.self, about: { _, _ in .nothing }) { try $0.answer($1) },
    .reads(Survey.self, about: { _, _ in .everything }) { try $0.answer($1) },
    .reads(Inspect.self, about: { .everythingAnd($1.memo) }) { try $0.answer($1) },
    .waits(Gather.self, about: { _, _ in .allSoFar }) { try $0.answer($1) },
    .holds(Rename.self, about: { _, _ in .whole(nil, patience: .seconds(3600)) }) { try $0.answer($1) },
    .holds(RenameMemo.self, about: { .whole($1.memo, patience: wholePatience(for: $1.memo)) }) { try $0.answer($1) },
    .holdsEverything(Stop.self) { try await $0.stop($1) },
    .waits(End.self, about: { _, _ in .nothing }) { face, call in
      let number = try face.begin(call)
      return .last { number }
    },
    .mutates(Ping.self) { _, call in Number(number: call.number) },
    .cancels,
    .tells(Began.self),
    .tells(BeganCold.self),
  ]

  /// Tells that a call begins.
  private func begin(_ call: OrderCall) throws -> Number {
    let number = Number(number: call.number)
    if isAtHand(call.memo) {
      connection.notify(Began.self, number)
    } else {
      connection.notify(BeganCold.self, number)
    }
    if call.manner == .refused { throw Refusal() }
    return number
  }

  private func answer(_ call: OrderCall) throws -> Answer<Number> {
    let (number, works) = (try begin(call), works)
    if call.manner == .now { return .now(number) }
    return .later(expectedBytes: 0) {
      await works.ended(call.number)
      if call.manner == .fails { throw Refusal() }
      return number
    }
  }

  private func stop(_ call: OrderCall) async throws -> Number {
    let number = try begin(call)
    if call.manner != .now { await works.ended(call.number) }
    if call.manner == .fails { throw Refusal() }
    return number
  }

  func isAtHand(_ memo: String) -> Bool { memo.isEmpty || atHand.contains(memo) }

  func isLate(_ memo: String) -> Bool { memo == Self.late }

  /// The memo that comes late: once the call of number 0 ends.
  static let late = "late"

  /// Memos whose makers keep others waiting, the first of them to its end, the second not for long; nor do calls about
  /// the whole and the second.
  static let (patient, impatient) = ("patient", "impatient")

  private static func patience(for memo: String) -> Duration {
    switch memo {
    case patient: .seconds(3600)
    case impatient: .milliseconds(20)
    default: .zero
    }
  }

  private static func wholePatience(for memo: String) -> Duration {
    memo == impatient ? patience(for: memo) : .seconds(3600)
  }

  func fetch(_ memo: String, then body: @escaping @Sendable () -> Void) async {
    if memo == Self.late { await works.ended(0) }
    for _ in 0..<3 { await Task.yield() }
    atHand.insert(memo)
    body()
  }

  func response(to error: any Error) -> ResponseError {
    error is Refusal ? ResponseError(ErrorCode(rawValue: 1), "no") : ResponseError(answering: error)
  }
}

/// The error of a call that fails.
struct Refusal: Error {}

/// The work of calls, which ends when somebody else says so.
final class OpenWorks: Sendable {
  private enum Work {
    case awaited(CheckedContinuation<Void, Never>)
    case ended
  }

  private let works = Mutex<[Int: Work]>([:])
  private let isOver = Atomic(false)

  /// Ends a call's work, be it begun or not.
  func end(_ number: Int) {
    works.withLock { works in
      if case .awaited(let waiter) = works.updateValue(.ended, forKey: number) { waiter.resume() }
    }
  }

  /// Ends all work for good: the test has failed.
  func endAll() {
    isOver.store(true, ordering: .sequentiallyConsistent)
    for number in works.withLock({ $0.keys }) { end(number) }
  }

  /// Returns once a call's work has ended.
  func ended(_ number: Int) async {
    await withCheckedContinuation { waiter in
      works.withLock { works in
        if case .ended? = works[number] { return waiter.resume() }
        if isOver.load(ordering: .sequentiallyConsistent) { return waiter.resume() }
        works[number] = .awaited(waiter)
      }
    }
  }
}

protocol OrderRequest: RequestType where Params == OrderCall, Result == Number {}

extension OrderFace {
  enum Edit: OrderRequest { static let method: StaticString = "edit" }
  enum Drop: OrderRequest { static let method: StaticString = "drop" }
  enum Keep: OrderRequest { static let method: StaticString = "keep" }
  enum Glance: OrderRequest { static let method: StaticString = "glance" }
  enum Make: OrderRequest { static let method: StaticString = "make" }
  enum Compose: OrderRequest { static let method: StaticString = "compose" }
  enum Aside: OrderRequest { static let method: StaticString = "aside" }
  enum Survey: OrderRequest { static let method: StaticString = "survey" }
  enum Inspect: OrderRequest { static let method: StaticString = "inspect" }
  enum Gather: OrderRequest { static let method: StaticString = "gather" }
  enum Rename: OrderRequest { static let method: StaticString = "rename" }
  enum RenameMemo: OrderRequest { static let method: StaticString = "renameMemo" }
  enum Stop: OrderRequest { static let method: StaticString = "stop" }
  enum End: OrderRequest { static let method: StaticString = "finish" }
  enum Ping: OrderRequest { static let method: StaticString = "ping" }

  enum Began: ServerNotificationType {
    static let method: StaticString = "began"
    typealias Params = Number
  }

  enum BeganCold: ServerNotificationType {
    static let method: StaticString = "beganCold"
    typealias Params = Number
  }
}
