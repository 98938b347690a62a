import Platform

/// Measures how long the loop's thread is kept at a time: for one message, one job, or one read or write of the pipes.
struct TurnWatch {
  /// The time that a turn may take before it is reported.
  private static let longest = Duration.milliseconds(100)
  /// The time for which messages are carried out before the loop's jobs run, and jobs before messages.
  private static let slice = Duration.milliseconds(4)
  /// The shortest turn that is worth weighing.
  private static let notable = Duration.milliseconds(1)
  /// The time in which the processor's is asked for once at most: that costs a system call, and a keystroke takes less.
  private static let precision = Duration.microseconds(200)

  private var sliceStart = ContinuousClock.now
  private var turnStart = ContinuousClock.now
  /// The thread's processor time, and when it was last asked for.
  private var processorTime = (had: ProcessorTime.ofThread, asked: ContinuousClock.now)
  /// Whether the turns so far have used up their slice.
  private(set) var isSliceOver = false
  /// The number of turns that took too long.
  private(set) var slowTurns = 0
  /// The turn that took most of the processor's time; nil if none took 1 ms.
  private(set) var heaviest: HeavyTurn?

  /// Begins a turn, and a slice of them.
  mutating func begin() {
    turnStart = .now
    sliceStart = turnStart
    isSliceOver = false
    askProcessorTime(unlessWithin: Self.precision)
  }

  /// Ends a turn and begins the next one.
  ///
  /// - Parameter what: the name of what was done.
  /// - Returns: how long it took, if that was too long.
  mutating func endTurn(_ what: String) -> Duration? {
    let now = ContinuousClock.now
    let time = now - turnStart
    turnStart = now
    isSliceOver = now - sliceStart > Self.slice
    guard time >= Self.notable else {
      askProcessorTime(unlessWithin: Self.precision)
      return nil
    }
    weigh(what, time)
    guard time > Self.longest else { return nil }
    slowTurns += 1
    return time
  }

  private mutating func askProcessorTime(unlessWithin time: Duration) {
    if turnStart - processorTime.asked > time { processorTime = (ProcessorTime.ofThread, turnStart) }
  }

  /// Keeps the heaviest turn. The little that ran since the processor's time was last asked for is counted with it.
  private mutating func weigh(_ what: String, _ time: Duration) {
    let before = processorTime.had
    askProcessorTime(unlessWithin: .zero)
    let weight = min(time, processorTime.had - before)
    guard weight >= max(Self.notable, heaviest?.processorTime ?? .zero) else { return }
    heaviest = HeavyTurn(name: what, processorTime: weight)
  }
}

/// A turn of the loop that took much of the processor's time.
public struct HeavyTurn: Sendable {
  /// What was done: the name of a method or a job, never a client's words.
  public let name: String
  /// The time that it took.
  public let processorTime: Duration
}
