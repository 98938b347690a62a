/// The flushes under way, for those who want to see what they did.
struct Flushes {
  private var underWay = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  var isEmpty: Bool { underWay == 0 }

  mutating func begin() { underWay += 1 }

  mutating func end() {
    underWay -= 1
    guard underWay == 0 else { return }
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  mutating func wait(_ waiter: CheckedContinuation<Void, Never>) {
    if underWay == 0 { waiter.resume() } else { waiters.append(waiter) }
  }
}
