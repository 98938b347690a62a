/// Wakes a waiting thread when another thread rings or a descriptor becomes readable. Waiting takes no processor time.
package final class Doorbell: Sendable {
  private let pipe: Pipe

  /// The reason why a wait ended; neither is true if its time was over.
  package struct Cause: Sendable {
    /// It was rung.
    package let isRung: Bool
    /// The descriptor can be read, or written where that was waited for.
    package let canRead: Bool
  }

  /// Creates a bell that has not rung; nil if no file descriptor is left, and `errno` says so.
  package init?() {
    guard let pipe = Pipe(waits: false) else { return nil }
    self.pipe = pipe
  }

  /// Wakes the waiting thread, or the next one to wait.
  package func ring() {
    // A full pipe already wakes.
    _ = write(pipe.writer, [0], 1)
  }

  /// Returns once it has rung since the last wait, a descriptor can be read, or an instant has come.
  ///
  /// - Parameters:
  ///   - orWritten: whether it is enough that the descriptor can be written.
  package func wait(
    for descriptor: Int32? = nil, orWritten: Bool = false, until instant: ContinuousClock.Instant? = nil
  ) -> Cause {
    var descriptors = [pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)]
    let events = Int16(orWritten ? POLLIN | POLLOUT : POLLIN)
    if let descriptor { descriptors.append(pollfd(fd: descriptor, events: events, revents: 0)) }
    while true {
      let count = poll(&descriptors, nfds_t(descriptors.count), instant.map(Self.milliseconds) ?? -1)
      if count < 0, errno == EINTR { continue }
      let isRung = descriptors[0].revents != 0
      var rings: (UInt64, UInt64) = (0, 0)
      if isRung { while read(pipe.reader, &rings, MemoryLayout.size(ofValue: rings)) > 0 {} }
      if count == 0, let instant, instant > .now { continue }
      return Cause(isRung: isRung, canRead: descriptors.count > 1 && descriptors[1].revents != 0)
    }
  }

  /// The time until an instant, as `poll(2)` takes it, rounded up.
  private static func milliseconds(until instant: ContinuousClock.Instant) -> Int32 {
    let (seconds, attoseconds) = (instant - .now).components
    if seconds < 0 || attoseconds < 0 { return 0 }
    return Int32(clamping: min(seconds, 1_000_000) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
