import MemoEngine

/// Looks for what other processes did to the store, twice a second: within the second that the protocol promises. Where
/// nothing was done that reads no disk.
final class StoreWatch: Sendable {
  private let task: Task<Void, Never>

  /// Watches from now on, until it is forgotten.
  init(_ engine: MemoEngine) {
    task = Task.detached {
      while (try? await Task.sleep(for: .milliseconds(500))) != nil { await engine.pullExternalChanges() }
    }
  }

  deinit { task.cancel() }
}
