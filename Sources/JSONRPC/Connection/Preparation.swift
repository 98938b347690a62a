/// Work for a call, possibly long, that is done before the call holds all there is.
@usableFromInline
struct Preparation: Sendable {
  /// What the call is about once it is prepared.
  let concern: Concern
  /// The work, off the loop's thread; it returns what carries out the call afterwards. If the client cancels it, the
  /// call does nothing more.
  let work: @Sendable () async throws -> CallWork

  @usableFromInline
  init(for concern: Concern, _ work: @escaping @Sendable () async throws -> CallWork) {
    (self.concern, self.work) = (concern, work)
  }
}

/// Calls that are prepared before they hold what they are about.
extension Connection {
  /// Prepares a call, then carries it out. Later calls wait while its patience lasts, if it has any; those that have
  /// gone on by the time it is prepared come before it.
  func prepare(_ call: Call, _ preparation: Preparation) {
    let token = pending.insert(call)
    expectedBytes += Self.waitingBytes
    // If cancelled, it holds nothing any more.
    committing.insert(token)
    var impatience: Task<Void, any Error>?
    if let end = call.othersWaitUntil, end > .now {
      gate.isHeld = true
      holds[token] = .whole
      impatience = Task {
        try await Task.sleep(until: end, clock: .continuous)
        letGo(token)
      }
    }
    tasks[token] = Task.detached { [self, impatience] in
      let outcome: Result<CallWork, any Error>
      do { outcome = .success(try await preparation.work()) } catch { outcome = .failure(error) }
      impatience?.cancel()
      await finish(preparation, token, outcome)
    }
  }

  private func finish(_ preparation: Preparation, _ token: Int, _ outcome: Result<CallWork, any Error>) {
    tasks[token] = nil
    committing.remove(token)
    expectedBytes -= Self.waitingBytes
    guard let call = pending.remove(token) else { return letGo(token) }
    doing = routes[call.method]?.method ?? doing
    let isHolding = holds.removeValue(forKey: token) != nil
    switch outcome {
    case .failure(let error):
      fail(call, error)
      if isHolding { openGate() }
    case .success(let body) where isHolding:
      gate.isHeld = false
      carryOut(call, body)
      // Usually it is being worked on by now.
      if !gate.isHeld { openGate() }
    case .success(let body): perform(call, about: preparation.concern, body)
    }
  }
}
