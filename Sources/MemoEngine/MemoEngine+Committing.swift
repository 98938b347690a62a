extension MemoEngine {
  /// A function that is called right before a change is made: from then on the change can't be cancelled. It throws if
  /// the change has been cancelled before.
  public typealias Commit = @Sendable () throws -> Void

  /// Lets a change be made unless its task has been cancelled.
  public static let unlessCancelled: Commit = { try Task.checkCancellation() }

  /// Commits to a change.
  ///
  /// - Throws: `cancelled`.
  static func commit(_ commit: Commit) throws(EngineError) {
    do { try commit() } catch { throw .cancelled }
  }
}
