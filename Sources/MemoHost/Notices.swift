import Synchronization

/// Events of the opening of a store and later, kept until somebody observes them.
final class Notices: Sendable {
  private struct State {
    /// The notices that nobody has heard yet.
    var told: [StartupNotice] = []
    var tell: (@Sendable (StartupNotice) -> Void)?
  }

  private let state = Mutex(State())

  /// Reports a notice, or keeps it.
  func tell(_ notice: StartupNotice) {
    let tell = state.withLock { state in
      if state.tell == nil { state.told.append(notice) }
      return state.tell
    }
    tell?(notice)
  }

  /// Sets the observer, and returns the notices so far.
  func observe(_ tell: @escaping @Sendable (StartupNotice) -> Void) -> [StartupNotice] {
    state.withLock { state in
      state.tell = tell
      defer { state.told = [] }
      return state.told
    }
  }
}
