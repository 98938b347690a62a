/// Measures how long the loop's thread is kept at a time: for one message, one job, or one read or write of the pipes.
struct TurnWatch {
  /// How long a turn may take before it is told.
  private static let longest = Duration.milliseconds(100)
  /// How long messages are carried out before the loop's jobs run.
  private static let slice = Duration.milliseconds(4)

  private var sliceStart = ContinuousClock.now
  private var turnStart = ContinuousClock.now
  /// Whether the messages so far have taken their slice.
  private(set) var isSliceOver = false
  /// How many turns took too long.
  private(set) var slowTurns = 0

  /// Begins a turn, and a slice of messages.
  mutating func begin() {
    turnStart = .now
    sliceStart = turnStart
    isSliceOver = false
  }

  /// Ends a turn and begins the next one.
  ///
  /// - Returns: how long it took, if that was too long.
  mutating func endTurn() -> Duration? {
    let now = ContinuousClock.now
    let time = now - turnStart
    turnStart = now
    isSliceOver = now - sliceStart > Self.slice
    guard time > Self.longest else { return nil }
    slowTurns += 1
    return time
  }
}
