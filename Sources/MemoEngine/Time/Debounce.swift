/// The debouncing of a memo's unsaved changes. Times are durations since the engine began.
struct Debounce {
  /// The first unsaved change.
  let first: Duration
  /// The last change.
  var last: Duration

  /// The time when the changes must be saved: a while after the last one, but not too long after the first.
  func deadline(_ delays: AutosaveDelays) -> Duration {
    min(last + delays.idle, first + delays.maximum)
  }
}

/// The delay before a failed save is retried: half a second, doubling up to half a minute.
struct RetryDelay {
  private(set) var delay: Duration = .milliseconds(500)
  /// When to retry, as a duration since the engine began.
  private(set) var deadline: Duration

  /// Creates the delay after the first failure.
  init(failedAt now: Duration) { deadline = now + delay }

  /// Doubles the delay after another failure.
  mutating func failAgain(at now: Duration) {
    delay = min(delay * 2, .seconds(30))
    deadline = now + delay
  }
}
