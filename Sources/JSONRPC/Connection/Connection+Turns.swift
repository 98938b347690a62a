/// When calls are carried out: at once, unless what they are about is being fetched, or held by another call. Those
/// about one subject have their turns in the order in which they came.
extension Connection {
  /// Carries out what has waited.
  typealias Turn = @Sendable (isolated Connection) -> Void

  /// How many calls have their turns before the loop looks for something else to do.
  private static let mostTurns = 64
  /// About how many bytes a call takes that waits.
  private static let waitingBytes = 2048

  /// Carries out a call when its turn comes.
  func perform(_ call: Call, about concern: Concern, _ work: @escaping CallWork) {
    switch concern {
    case .subject(let subject), .everythingAnd(let subject):
      if !lines.contains(subject), !isAtHand(subject) { fetch(subject) }
    case .nothing, .everything: break
    }
    switch concern {
    case .subject(let subject) where lines.contains(subject): lines.append(turn(of: call, work), to: subject)
    case .everything where !lines.isEmpty, .everythingAnd where !lines.isEmpty: appendToAll(turn(of: call, work))
    case .nothing, .subject, .everything, .everythingAnd: carryOut(call, work)
    }
  }

  private func appendToAll(_ turn: @escaping Turn) {
    lines.appendToAll { barrier in { connection in if connection.lines.pass(barrier) { turn(connection) } } }
  }

  /// What is done when a call's turn comes; nothing if it was cancelled by then.
  private func turn(of call: Call, _ work: @escaping CallWork) -> Turn {
    let token = pending.insert(call)
    expectedBytes += Self.waitingBytes
    return { connection in
      connection.expectedBytes -= Self.waitingBytes
      if let call = connection.pending.remove(token) { connection.carryOut(call, work) }
    }
  }

  private func isAtHand(_ subject: String) -> Bool { face?.assumeIsolated { $0.isAtHand(subject) } ?? true }

  /// Makes a subject ready; what concerns it waits meanwhile.
  private func fetch(_ subject: String) {
    lines.hold(subject)
    let token = pending.takeToken()
    tasks[token] = Task { [face] in
      await face?.fetch(subject) {
        self.assumeIsolated { connection in
          connection.doing = "calls that waited"
          connection.tasks[token] = nil
          connection.release(subject)
        }
      }
    }
  }

  /// Lets those that wait for a subject have their turns, up to the next that holds it.
  func release(_ subject: String) {
    lines.release(subject)
    for _ in 0..<Self.mostTurns {
      if lines.hasTurn(subject), !isAtHand(subject) { return fetch(subject) }
      guard let turn = lines.next(subject) else { return }
      turn(self)
    }
    lines.hold(subject)
    let token = pending.takeToken()
    tasks[token] = Task {
      tasks[token] = nil
      release(subject)
    }
  }

  /// Returns once all that has come so far has had its turn.
  func turnsTaken() async {
    if lines.isEmpty { return }
    await withCheckedContinuation { continuation in appendToAll { _ in continuation.resume() } }
  }
}
