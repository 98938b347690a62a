import Synchronization

/// The work under way, for those who want to see it done.
struct UnderWay: Sendable {
  private let counter = Counter()

  func begin() { counter.begin() }
  func end() { counter.end() }
  func wait() async { await counter.wait() }

  private final class Counter: Sendable {
    private struct State {
      var count = 0
      var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func begin() { state.withLock { $0.count += 1 } }

    func end() {
      let waiters = state.withLock { state in
        state.count -= 1
        defer { if state.count == 0 { state.waiters = [] } }
        return state.count == 0 ? state.waiters : []
      }
      for waiter in waiters { waiter.resume() }
    }

    func wait() async {
      await withCheckedContinuation { waiter in
        let isDone = state.withLock { state in
          if state.count > 0 { state.waiters.append(waiter) }
          return state.count == 0
        }
        if isDone { waiter.resume() }
      }
    }
  }
}
