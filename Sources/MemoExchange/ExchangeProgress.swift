import MemoEngine

/// What is told of a long export or import, and asked whether to go on. Each call lets other work have the thread.
package struct ExchangeProgress: Sendable {
  private let tell: @Sendable (_ message: String, _ percentage: Int?) async -> Void
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - tell: told how far it has come: in words, and as a part of 100 where the whole is known.
  ///   - isStopped: whether to end though nobody has cancelled the task; asked often.
  package init(
    _ tell: @escaping @Sendable (_ message: String, _ percentage: Int?) async -> Void = { _, _ in },
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isStopped = isStopped
    self.tell = tell
  }

  /// Tells how far the work has come.
  ///
  /// - Throws: `cancelled` if it is to end.
  func report(_ message: String, percentage: Int?) async throws(EngineError) {
    await tell(message, percentage)
    try await pause()
  }

  /// Lets other work have the thread.
  ///
  /// - Throws: `cancelled` if it is to end.
  func pause() async throws(EngineError) {
    await Task.yield()
    guard !Task.isCancelled, !isStopped() else { throw .cancelled }
  }
}
