/// The amount of running work of some kind, and the tasks that wait for its end.
package struct RunningWork {
  private var count = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a count of 0.
  package init() {}

  /// Whether any is running.
  package var isUnderWay: Bool { count > 0 }

  /// Counts a piece of work that begins.
  package mutating func begin() { count += 1 }

  /// Counts a piece of work that ends.
  package mutating func end() {
    count -= 1
    guard count == 0 else { return }
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Resumes a waiter once none is running.
  package mutating func wait(_ waiter: CheckedContinuation<Void, Never>) {
    if isUnderWay { waiters.append(waiter) } else { waiter.resume() }
  }
}
