public import MemoModel
import Synchronization

/// A clock that stands still until it is moved: tests check delays to the millisecond without waiting.
public final class VirtualClock: Clock, Sendable {
  /// A moment, as the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// A later moment.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Earlier moments come first.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var nextSleeper = 0
    /// Sleepers that were cancelled before they went to sleep.
    var cancelled: Set<Int> = []
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let state = Mutex(State())
  private let epoch: Timestamp

  /// Creates a clock whose calendar starts at the given date, by default 2000-01-01T00:00:00.000Z.
  public init(epoch: Timestamp = Timestamp(millisecondsSince1970: 946_684_800_000)) { self.epoch = epoch }

  /// The present moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The clock is exact.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The date, which moves with the clock.
  public var date: Timestamp {
    Timestamp(millisecondsSince1970: epoch.millisecondsSince1970 + now.offset.milliseconds)
  }

  /// Returns once the clock was moved to the deadline.
  ///
  /// - Throws: `CancellationError` if the task was cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { lieDown(id, Sleeper(deadline: deadline, continuation: $0)) }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let sleeper = state.sleepers.removeValue(forKey: id) else {
          state.cancelled.insert(id)
          return nil
        }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func lieDown(_ id: Int, _ sleeper: Sleeper) {
    enum Outcome { case asleep, due, cancelled }
    let outcome: Outcome = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .cancelled }
      if sleeper.deadline <= state.now { return .due }
      state.sleepers[id] = sleeper
      return .asleep
    }
    switch outcome {
    case .asleep: break
    case .due: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock forward and wakes every sleeper whose deadline has come. A move backwards does nothing.
  public func move(to instant: Instant) {
    let woken = state.withLock { state in
      state.now = max(state.now, instant)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}

extension Duration {
  /// Whole milliseconds, rounded towards zero.
  package var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
