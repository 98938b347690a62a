import Platform

/// Tells when any process may have saved something in a store: on Linux when one closes the store's lock file, and
/// elsewhere once a second.
package final class SavesWatch: Sendable {
  private let task: Task<Void, Never>

  /// Starts watching; ends when it is released.
  ///
  /// - Parameters:
  ///   - database: the store's path.
  ///   - told: called after a save, or where there may have been one.
  package init(database: String, told: @escaping @Sendable () -> Void) {
    task = Task.detached {
      var closing: ClosingWatch?
      while !Task.isCancelled {
        if closing?.isOver ?? true {
          closing = ClosingWatch(path: database + "-lock", told: told)
          told()
        }
        guard (try? await Task.sleep(for: .seconds(closing == nil ? 1 : 30))) != nil else { return }
      }
    }
  }

  deinit { task.cancel() }
}
