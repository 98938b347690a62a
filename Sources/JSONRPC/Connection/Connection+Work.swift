/// What waits for a call that is under way.
@usableFromInline
enum Hold: Sendable {
  /// What concerns a subject.
  case subject(String)
  /// All that comes after it.
  case everything
}

/// Calls that are worked on away from the loop's thread.
extension Connection {
  /// Works on a call and answers it when that is done, unless it is cancelled first.
  ///
  /// - Parameters:
  ///   - hold: what waits until it is done.
  ///   - isLast: whether every other request is done first.
  ///   - work: gives the answer under an id.
  @usableFromInline
  func begin(
    _ call: Call, expectedBytes: Int, hold: Hold?, isLast: Bool = false,
    _ work: @escaping @Sendable (RequestID) async throws -> [UInt8]
  ) {
    switch hold {
    case .subject(let subject)?: lines.hold(subject)
    case .everything?: isHeld = true
    case nil: break
    }
    let token = pending.insert(call)
    // A request under way takes about this much itself, however short its answer.
    let expectedBytes = max(expectedBytes, 2048)
    self.expectedBytes += expectedBytes
    let id = call.id ?? .null
    tasks[token] = Task.detached { [self] in
      if isLast { await othersFinished(token) }
      do {
        await finish(token, expectedBytes, hold, .success(try await work(id)))
      } catch {
        await finish(token, expectedBytes, hold, .failure(error))
      }
    }
  }

  /// Returns once no other request is under way, and none waits for its turn.
  private func othersFinished(_ token: Int) async {
    await turnsTaken()
    while let other = tasks.first(where: { $0.key != token })?.value { await other.value }
  }

  private func finish(_ token: Int, _ expectedBytes: Int, _ hold: Hold?, _ outcome: Result<[UInt8], any Error>) {
    tasks[token] = nil
    self.expectedBytes -= expectedBytes
    if let call = pending.remove(token) {
      doing = routes[call.method]?.method ?? doing
      switch outcome {
      case .success(let message): answer(call.id == nil ? nil : message, to: call.destination)
      case .failure(let error): fail(call, error)
      }
    }
    // In one go with the answer, and behind it, so that nothing that waited is answered before it.
    switch hold {
    case .subject(let subject)?: release(subject)
    case .everything?: isHeld = false
    case nil: break
    }
  }

  /// Answers a request that is under way, or waits for its turn, with `requestCancelled`; does nothing if there is none
  /// of that id.
  public func cancel(_ id: RequestID) {
    guard let (token, call) = pending.remove(id: id) else { return }
    // What does not look whether it was cancelled goes on to its end, such as a save.
    tasks[token]?.cancel()
    answer(OutgoingMessage.response(id, error: .requestCancelled), to: call.destination)
  }
}
