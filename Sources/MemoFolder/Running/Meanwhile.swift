import Dispatch
import Synchronization

/// Work that another thread does while the one that keeps a folder does its own.
final class Meanwhile<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isDone = DispatchGroup()

  /// Begins.
  init(_ work: @escaping @Sendable () -> Value) {
    let queue = DispatchQueue(label: "memo-folder-meanwhile", qos: FolderKeeping.quality)
    queue.async(group: isDone) { [self] in
      let made = work()
      value.withLock { $0 = made }
    }
  }

  /// What was made of it, once that is done; nil if it was taken before.
  func take() -> Value? {
    isDone.wait()
    return value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
