import MemoSync

/// The pauses of a device that waits, before it asks the hub for its last number: short ones and then ever longer ones,
/// until something is new; long ones at once where the hub tells of news by itself. Whether it does is known only once
/// it has, since what stands between may take a LISTEN and pass nothing on.
struct NewsPauses {
  /// The bounds of a pause where the hub tells of news, in seconds: with an exchange every ten minutes, which asks
  /// twice, a device asks no more than once a minute.
  private static let told = 75.0...90

  /// The number of times in a row that asking has brought nothing.
  private var tries = 0
  private var isTold = false
  /// Whether the last news was found by asking: the hub may be about to tell of the same.
  private(set) var hasFound = false

  /// The time until the device asks; never the same for all of them.
  func next() -> Duration { isTold ? .seconds(Double.random(in: Self.told)) : BackOff.pause(after: tries) }

  /// Notes that the hub has told of something, or that the device has asked, and what came of it.
  mutating func note(isNew: Bool, isTold: Bool) {
    if isTold {
      (self.isTold, hasFound) = (true, false)
    } else if isNew {
      (tries, self.isTold, hasFound) = (0, false, true)
    } else {
      tries += 1
    }
  }
}
