/// The time after another process has let go of a file, as its end does with all of them. The system tells of a file's
/// closing before its lock is free, and the files of one that is killed come free one after another: for a while it is
/// looked at again, at once and then less and less often. Nothing tells when that is over.
struct Aftermath {
  private let began = ContinuousClock.now

  /// An ending process may wait for its turn at the processor.
  private static let longest = Duration.seconds(5)
  private static let (shortestPause, longestPause) = (Duration.milliseconds(1), Duration.milliseconds(500))

  /// The time of the next look; nil once it is over.
  var nextLook: ContinuousClock.Instant? {
    let now = ContinuousClock.now
    let gone = now - began
    return gone < Self.longest ? now + min(max(gone, Self.shortestPause), Self.longestPause) : nil
  }
}
