import MemoModel

/// Time as the engine sees it: intervals on any clock, as durations since the engine began, and dates.
struct TimeSource: Sendable {
  /// The time since the engine began.
  let elapsed: @Sendable () -> Duration
  /// Sleeps until that much time has passed since the engine began.
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The date, which may jump; nothing is scheduled by it.
  let date: @Sendable () -> Timestamp

  /// Starts counting now. Once the clock's own type is out of sight here, its instants need no name anywhere else.
  init(_ clock: some Clock<Duration>, date: @escaping @Sendable () -> Timestamp) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.date = date
  }
}
