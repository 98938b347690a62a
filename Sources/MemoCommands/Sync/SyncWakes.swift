import Synchronization

/// What a watch waits for. What is told while it is busy is not lost, and told once.
final class SyncWakes: Sendable {
  /// What may wake it.
  enum Wake: Hashable, Sendable {
    /// Something was saved here.
    case saved
    /// Another device has written something.
    case news
    /// It is time to exchange.
    case due
    /// The watch is to end: its task was cancelled.
    case end
  }

  private struct State {
    var told: Set<Wake> = []
    /// Whether an alarm is set.
    var hasAlarm = false
  }

  private let state = Mutex(State())
  private let bell: AsyncStream<Void>
  private let ringer: AsyncStream<Void>.Continuation

  init() { (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Wakes the watch.
  func tell(_ wake: Wake) {
    state.withLock { state in
      state.told.insert(wake)
      if wake == .due { state.hasAlarm = false }
    }
    ringer.yield()
  }

  /// Makes it time to exchange after a while, unless there is a time for that already.
  ///
  /// - Returns: whether there was none.
  @discardableResult
  func tellDue(after delay: Duration) -> Bool {
    let isSet = state.withLock { state in
      defer { state.hasAlarm = true }
      return state.hasAlarm
    }
    if isSet { return false }
    Task {
      try? await Task.sleep(for: delay)
      tell(.due)
    }
    return true
  }

  /// All that was told since the last call, once there is something. One caller at a time may wait.
  func next() async -> Set<Wake> {
    for await _ in bell {
      let told = state.withLock { state in
        defer { state.told = [] }
        return state.told
      }
      if !told.isEmpty { return told }
    }
    return [.end]
  }
}
