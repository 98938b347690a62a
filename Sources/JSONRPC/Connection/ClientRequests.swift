/// Requests that wait for the client's answers. Each is resumed once, with its answer or with the reason why there is
/// none.
struct ClientRequests {
  typealias Outcome = Result<JSONView, ResponseError>

  private var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  private var lastID = 0

  /// An id that no request had before.
  mutating func takeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Keeps a waiter until its answer comes.
  mutating func insert(_ waiter: CheckedContinuation<Outcome, Never>, as id: Int) { waiters[id] = waiter }

  /// Ends the wait for an answer; false if nobody waits for it, or no longer.
  @discardableResult
  mutating func finish(_ id: Int, _ outcome: Outcome) -> Bool {
    guard let waiter = waiters.removeValue(forKey: id) else { return false }
    waiter.resume(returning: outcome)
    return true
  }

  /// Ends all waits: no answer will come any more.
  mutating func finishAll(_ error: ResponseError) {
    for id in Array(waiters.keys) { finish(id, .failure(error)) }
  }
}
