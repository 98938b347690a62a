/// The order of calls: each is carried out at once, unless its subject is being fetched, or held by another call. Calls
/// about one subject have their turns in the order in which they came, and so do all where one is about the whole.
extension Connection {
  /// The work to do when a turn comes.
  typealias Turn = @Sendable (isolated Connection) -> Void

  /// The memory that a waiting call takes, in bytes, roughly, and that its place in each line does: one about
  /// everything may wait in thousands.
  static let (waitingBytes, placeBytes) = (2048, 128)

  /// How long others wait at most for a call that was overtaken time and again.
  private static let longestPatience = Duration.seconds(1)

  /// Carries out a call when its turn comes.
  func perform(_ call: Call, about concern: Concern, _ work: @escaping CallWork) {
    if gate.isFree { return enter(call, about: concern, work) }
    gate.append(turn(of: call) { connection, call in connection.enter(call, about: concern, work) })
  }

  /// Carries out a call behind the gate.
  private func enter(_ call: Call, about concern: Concern, _ work: @escaping CallWork) {
    switch concern {
    case .subject(let subject), .everythingAnd(let subject), .whole(let subject?, _), .made(let subject, _):
      if !lines.contains(subject), !isAtHand(subject) { fetch(subject) }
    case .nothing, .new, .everything, .allSoFar, .whole(nil, _): break
    }
    let carryOut = { @Sendable (connection: isolated Connection, call: Call) in connection.carryOut(call, work) }
    switch concern {
    case .whole(let subject?, _) where lines.isLate(subject):
      // All others go on meanwhile.
      lines.append(turn(of: call) { $0.perform($1, about: concern, work) }, to: subject)
    case .whole(let subject, let patience): take(call, about: subject, patience: patience, work)
    case .subject(let subject) where lines.contains(subject): lines.append(turn(of: call, carryOut), to: subject)
    case .everything where !lines.areFree(): appendToAll(turn(of: call, carryOut))
    case .everythingAnd(let subject) where !lines.areFree(about: subject):
      appendToAll(turn(of: call, carryOut), about: subject)
    case .allSoFar where !lines.isEmpty: appendToAll(turn(of: call, carryOut), lateOnes: true)
    case .made(let subject, _) where !lines.areFree(about: subject): appendToAll(turn(of: call, carryOut), in: subject)
    case .nothing, .new, .subject, .everything, .everythingAnd, .allSoFar, .made: carryOut(self, call)
    }
  }

  /// Carries out a call about the whole. Later calls wait for it: while it has to wait itself, as long as its patience
  /// lasts; then it comes behind them.
  private func take(_ call: Call, about subject: String?, patience: Duration, _ work: @escaping CallWork) {
    var call = call
    let (closing, end) = (gate.close(), ContinuousClock.now + patience)
    call.othersWaitUntil = end
    let turn = turn(of: call) { connection, call in
      if connection.gate.isClosed(by: closing) { return connection.carryOut(call, work) }
      // Others have gone on. They wait longer each time: steady calls must not come before it for ever.
      let longer = max(patience, min(patience * 2 + .milliseconds(1), Self.longestPatience))
      connection.perform(call, about: .whole(subject, patience: longer), work)
    }
    if lines.areFree(about: subject) { return pass(turn, through: closing) }
    let impatience = Task {
      try await Task.sleep(until: end, clock: .continuous)
      if gate.isClosed(by: closing), !gate.isHeld { openGate() }
    }
    let last: Turn = { connection in
      impatience.cancel()
      connection.pass(turn, through: closing)
    }
    appendToAll(last, about: subject)
  }

  /// Runs the turn that the gate was closed for, and opens it unless the turn holds it: it may have been refused or
  /// cancelled by then.
  private func pass(_ turn: Turn, through closing: Int) {
    turn(self)
    if gate.isClosed(by: closing), !gate.isHeld { openGate() }
  }

  /// Lets the calls behind one about the whole go on, up to the next such call.
  func openGate() {
    gate.open()
    repeat {
      guard let turn = gate.next() else { return }
      turn(self)
    } while !turns.isSliceOver
    // The last of them may be about the whole itself.
    if gate.isClosed { return }
    gate.close()
    let token = pending.takeToken()
    tasks[token] = Task {
      tasks[token] = nil
      openGate()
    }
  }

  /// Appends a turn to all lines; it comes once it is at the head of each, and its subject, if it names one, is
  /// fetched.
  private func appendToAll(_ turn: @escaping Turn, about subject: String? = nil, lateOnes: Bool = false) {
    lines.appendToAll(with: subject, lateOnes: lateOnes) { barrier, line in
      expectedBytes += Self.placeBytes
      return { connection in
        connection.expectedBytes -= Self.placeBytes
        if connection.lines.pass(barrier) { connection.take(turn, in: line, about: subject) }
      }
    }
  }

  /// Appends a turn to all lines; it comes in its subject's own, which goes no further until it has passed the others.
  private func appendToAll(_ turn: @escaping Turn, in subject: String) {
    let isFirst = !lines.contains(subject)
    lines.appendToAll(with: subject) { barrier, line in
      expectedBytes += Self.placeBytes
      return { connection in
        connection.expectedBytes -= Self.placeBytes
        guard connection.lines.pass(barrier) else {
          if line == subject { connection.lines.reserve(subject) }
          return
        }
        if line == subject { return turn(connection) }
        connection.lines.putFirst(of: subject, turn)
        connection.release(subject)
      }
    }
    if isFirst { lines.reserve(subject) }
  }

  /// Runs a turn that waited in all lines. Its subject may have left memory while it waited for another: then the turns
  /// behind it wait until the subject is fetched again.
  private func take(_ turn: @escaping Turn, in line: String, about subject: String?) {
    // Whoever has reserved its line may wait for this one to go on.
    guard let subject, !isAtHand(subject), !lines.isReserved(subject) else { return turn(self) }
    lines.hold(line)
    if !lines.contains(subject) { fetch(subject) }
    lines.putFirst(of: subject) { connection in
      turn(connection)
      connection.release(line)
    }
  }

  /// The work of a call when its turn comes; nothing if it was cancelled by then.
  private func turn(
    of call: Call, _ body: @escaping @Sendable (isolated Connection, Call) -> Void
  ) -> Turn {
    let token = pending.insert(call)
    expectedBytes += Self.waitingBytes
    return { connection in
      connection.expectedBytes -= Self.waitingBytes
      guard let call = connection.pending.remove(token) else { return }
      connection.doing = connection.routes[call.method]?.method ?? connection.doing
      body(connection, call)
      connection.endTurn(connection.doing)
    }
  }

  private func isAtHand(_ subject: String) -> Bool { face?.assumeIsolated { $0.isAtHand(subject) } ?? true }

  /// Fetches a subject; calls about it wait meanwhile.
  private func fetch(_ subject: String) {
    lines.hold(subject, isLate: face?.assumeIsolated { $0.isLate(subject) } ?? false)
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

  /// Runs the turns that wait for a subject, up to the next that holds it.
  func release(_ subject: String) {
    lines.release(subject)
    repeat {
      if lines.hasTurn(subject), !isAtHand(subject) { return fetch(subject) }
      guard let turn = lines.next(subject) else { return }
      turn(self)
    } while !turns.isSliceOver
    // The last of them may hold it.
    if lines.isHeld(subject) { return }
    lines.hold(subject)
    let token = pending.takeToken()
    tasks[token] = Task {
      tasks[token] = nil
      release(subject)
    }
  }

  /// Returns once every call so far has had its turn.
  func turnsTaken() async {
    if !gate.isFree {
      await withCheckedContinuation { continuation in gate.append { _ in continuation.resume() } }
    }
    if lines.isEmpty { return }
    await withCheckedContinuation { continuation in appendToAll({ _ in continuation.resume() }, lateOnes: true) }
  }
}
