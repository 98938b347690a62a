/// Calls that are worked on away from the loop's thread.
extension Connection {
  /// Works on a call and answers it when that is done, unless it is cancelled first.
  func begin(_ call: Call, _ work: LongWork) {
    let token = pending.insert(call)
    let impatience = hold(work.hold, token)
    // A request under way takes about 2 KiB itself, however short its answer. A single one, however long, must not keep
    // later input from being read: edits, and its own cancellation.
    let expectedBytes = min(max(work.expectedBytes, 2048), Self.largestBacklog / 2)
    self.expectedBytes += expectedBytes
    if work.commits { committing.insert(token) }
    if work.isRead { reads.insert(token) }
    let id = call.id ?? .null
    tasks[token] = Task.detached { [self] in
      if work.isLast {
        await othersFinished(token)
      } else if case .everything = work.hold {
        await turnsTaken()
      }
      let outcome: Result<[UInt8], any Error>
      do {
        outcome = .success(try await PendingRequests.$current.withValue(token) { try await work.answer(id) })
      } catch {
        outcome = .failure(error)
      }
      impatience?.cancel()
      await finish(token, expectedBytes, outcome)
    }
  }

  /// Makes calls wait for a request.
  ///
  /// - Returns: what lets them go on when they have waited long enough; nil if they wait to its end.
  private func hold(_ hold: Hold?, _ token: Int) -> Task<Void, any Error>? {
    holds[token] = hold
    switch hold {
    case .subject(let subject)?: lines.hold(subject)
    case .whole?: gate.isHeld = true
    case .made(let subject, let patience)? where patience > .zero && lines.areFree(about: subject):
      gate.close()
      gate.isHeld = true
      holds[token] = .whole
      return Task {
        try await Task.sleep(for: patience)
        guard holds[token] != nil else { return }
        lines.hold(subject)
        holds[token] = .subject(subject)
        openGate()
      }
    case .made(let subject, _)?:
      lines.hold(subject)
      holds[token] = .subject(subject)
    case .everything?: isHeld = true
    case nil: break
    }
    return nil
  }

  /// Returns once no other request is under way, and none waits for its turn.
  private func othersFinished(_ token: Int) async {
    await turnsTaken()
    while let other = tasks.first(where: { $0.key != token })?.value { await other.value }
  }

  private func finish(_ token: Int, _ expectedBytes: Int, _ outcome: Result<[UInt8], any Error>) {
    tasks[token] = nil
    reads.remove(token)
    committing.remove(token)
    self.expectedBytes -= expectedBytes
    if let call = pending.remove(token) {
      doing = routes[call.method]?.method ?? doing
      switch outcome {
      case .success(let message): answer(call.id == nil ? nil : message, to: call.destination)
      case .failure(let error): fail(call, error)
      }
    }
    // Queued right behind the answer, so that no call that waited is answered before it.
    letGo(token)
  }

  /// Lets the calls that a request holds up go on.
  func letGo(_ token: Int) {
    switch holds.removeValue(forKey: token) {
    case .subject(let subject)?, .made(let subject, _)?: release(subject)
    case .whole?: openGate()
    case .everything?: isHeld = false
    case nil: break
    }
  }

  /// Makes the request of this task uncancellable: it now does what can't be undone, so its client must get the true
  /// answer.
  ///
  /// - Throws: `CancellationError` if its client has cancelled it before.
  public func commit() throws {
    try Task.checkCancellation()
    if let token = PendingRequests.current { pending.keep(token) }
  }

  /// Answers a request that is under way, or waits for its turn, with `requestCancelled`, or not at all; does nothing
  /// if there is none with that id, or if it has committed.
  func cancel(_ id: RequestID, isAnswered: Bool) {
    guard let (token, call) = pending.remove(id: id) else { return }
    // Work that does not check for cancellation, such as a save, goes on to its end.
    tasks[token]?.cancel()
    answer(isAnswered ? OutgoingMessage.response(id, error: .requestCancelled) : nil, to: call.destination)
    // In a task of its own: input is being read now.
    if committing.contains(token) { Task { letGo(token) } }
  }
}
