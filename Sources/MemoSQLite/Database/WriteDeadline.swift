import MemoModel

/// The moment until which a write waits, in all, for other threads and other programs.
struct WriteDeadline {
  /// That of all writes of this thread, or its task; nil if each has its own.
  @TaskLocal private static var present: ContinuousClock.Instant?

  private let end: ContinuousClock.Instant

  /// The time that others are waited for however late it is, in milliseconds: another process's write takes a moment.
  private static let least = 100

  /// - Parameter timeout: the time that this write may wait, in milliseconds.
  init(after timeout: Int32) {
    let end = ContinuousClock.now + .milliseconds(timeout)
    self.end = min(end, Self.present ?? end)
  }

  /// The time that is left, in milliseconds.
  var left: Int32 { Int32(clamping: max(Self.least, Int((end - .now) / .milliseconds(1)))) }

  /// Runs a body whose writes wait until a moment at most.
  static func limited<Value>(
    to end: ContinuousClock.Instant, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try $present.withValue(end) { Result { () throws(StoreError) in try body() } }.get()
  }
}
