/// The pauses of a device that waits, before it asks the hub for its last number: short ones and then ever longer ones,
/// until something is new; long ones at once where the hub tells of news by itself. Whether it does is known only once
/// it has, since what stands between may take a LISTEN and pass nothing on.
struct NewsPauses {
  /// The pause after something was new.
  static let shortest = Duration.seconds(1)
  /// The pause where nothing is new, and the least one where the hub tells of news.
  static let longest = Duration.seconds(60)

  private var pause = shortest
  private var isTold = false
  /// Whether the last news was found by asking: the hub may be about to tell of the same.
  private(set) var hasFound = false

  /// The time until the device asks; never the same for all of them. Where the hub tells of news it asks no more than
  /// once a minute.
  func next() -> Duration {
    isTold ? Self.longest * Double.random(in: 1...1.25) : pause * Double.random(in: 0.75...1)
  }

  /// Notes that the hub has told of something, or that the device has asked, and what came of it.
  mutating func note(isNew: Bool, isTold: Bool) {
    if isTold {
      (self.isTold, hasFound) = (true, false)
    } else if isNew {
      (pause, self.isTold, hasFound) = (Self.shortest, false, true)
    } else {
      pause = min(pause * 2, Self.longest)
    }
  }
}
