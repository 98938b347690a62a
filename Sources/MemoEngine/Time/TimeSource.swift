import MemoModel

/// The engine's time: intervals on any clock, as durations since the engine began, and dates.
struct TimeSource: Sendable {
  /// The time since the engine began.
  let elapsed: @Sendable () -> Duration
  /// Sleeps until this much time has passed since the engine began.
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The date, which may jump; nothing is scheduled by it.
  let date: @Sendable () -> Timestamp

  /// Starts counting now. Wraps the clock, so that its type need not be named elsewhere.
  init(_ clock: some Clock<Duration>, date: @escaping @Sendable () -> Timestamp) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.date = date
  }
}
