/// When a memo's unsaved changes fall due. Times are durations since the engine began.
struct Debounce {
  /// The first change that is not saved.
  let first: Duration
  /// The last change.
  var last: Duration

  /// When the changes must be saved: a while after the last one, but not too long after the first.
  func deadline(_ delays: AutosaveDelays) -> Duration {
    min(last + delays.idle, first + delays.maximum)
  }
}

/// How long a failed save waits to be tried again: half a second, doubling to half a minute.
struct RetryDelay {
  private(set) var delay: Duration = .milliseconds(500)
  /// When it is tried again, as a duration since the engine began.
  private(set) var deadline: Duration

  /// After the first failure.
  init(failedAt now: Duration) { deadline = now + delay }

  /// After one more failure.
  mutating func failAgain(at now: Duration) {
    delay = min(delay * 2, .seconds(30))
    deadline = now + delay
  }
}
