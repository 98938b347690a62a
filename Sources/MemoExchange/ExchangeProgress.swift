import MemoEngine

/// Progress of a long export or import, which also asks whether to go on. Each call lets other work run.
package struct ExchangeProgress: Sendable {
  private let tell: @Sendable (_ message: String, _ percentage: Int?) async -> Void
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - tell: receives how far it has come: in words, and as a percentage where the whole is known.
  ///   - isStopped: whether to stop even if nobody has cancelled the task; called often.
  package init(
    _ tell: @escaping @Sendable (_ message: String, _ percentage: Int?) async -> Void = { _, _ in },
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isStopped = isStopped
    self.tell = tell
  }

  /// Reports how far the work has come.
  ///
  /// - Throws: `cancelled` if it is to stop.
  func report(_ message: String, percentage: Int?) async throws(EngineError) {
    await tell(message, percentage)
    try await pause()
  }

  /// Lets other work run.
  ///
  /// - Throws: `cancelled` if it is to stop.
  func pause() async throws(EngineError) {
    await Task.yield()
    guard !Task.isCancelled, !isStopped() else { throw .cancelled }
  }
}
