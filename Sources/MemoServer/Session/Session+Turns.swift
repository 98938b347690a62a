import JSONRPC
import MemoEngine

/// What a call is about, and so what it may have to wait for.
enum Concern {
  /// Nothing that another call does.
  case nothing
  /// The memo that is called so, if any can be.
  case memo(String)
  /// A memo that is yet to get its identifier.
  case newMemo
  /// All that came before it.
  case everything
}

/// When calls are carried out: at once, unless what they are about is being read, or held by another call. Those about
/// one memo have their turns in the order in which they came.
extension Session {
  /// Carries out a call.
  typealias Work = @Sendable (isolated Session, Call) throws -> Void

  /// How many calls have their turns before the loop looks for something else to do.
  private static let mostTurns = 64

  /// Carries out a call when its turn comes.
  func perform(_ call: Call, about concern: Concern, _ work: @escaping Work) throws {
    switch concern {
    case .nothing: try work(self, call)
    case .memo(let name):
      guard let id = MemoID(name) else { return try work(self, call) }
      if !lines.contains(id), isAtHand(id) { try work(self, call) } else { wait(call, for: id, work) }
    case .newMemo:
      // Under any identifier: what is read is that there is a store.
      if isPrepared { try work(self, call) } else { wait(call, for: .unique(at: .now), work) }
    case .everything:
      if lines.isEmpty { try work(self, call) } else { lines.appendToAll(turn(of: call, work)) }
    }
  }

  private func wait(_ call: Call, for id: MemoID, _ work: @escaping Work) {
    if !lines.contains(id) { fetch(id) }
    lines.append(turn(of: call, work), to: id)
  }

  /// What is done when a call's turn comes; nothing if it was cancelled by then.
  private func turn(of call: Call, _ work: @escaping Work) -> MemoLines.Turn {
    let token = pending.insert(call)
    expectedBytes += Self.waitingBytes
    return { session in
      session.expectedBytes -= Self.waitingBytes
      if let call = session.pending.remove(token) { session.carryOut(call, work) }
    }
  }

  /// About how many bytes a call takes that waits.
  private static let waitingBytes = 2048

  /// Whether rows of the store can be read on this thread.
  var isPrepared: Bool { engine.assumeIsolated { $0.isPrepared } }

  private func isAtHand(_ id: MemoID) -> Bool { engine.assumeIsolated { $0.isAtHand(id) } }

  /// Reads a memo; what concerns it waits meanwhile.
  private func fetch(_ id: MemoID) {
    lines.hold(id)
    let token = pending.takeToken()
    tasks[token] = Task {
      await engine.fetch(id) { _ in
        self.assumeIsolated { session in
          session.tasks[token] = nil
          session.release(id)
        }
      }
    }
  }

  /// Lets those that wait for a memo have their turns, up to the next that holds it.
  func release(_ id: MemoID) {
    lines.release(id)
    for _ in 0..<Self.mostTurns {
      if lines.hasTurn(id), !isAtHand(id) { return fetch(id) }
      guard let turn = lines.next(id) else { return }
      turn(self)
    }
    lines.hold(id)
    let token = pending.takeToken()
    tasks[token] = Task {
      tasks[token] = nil
      release(id)
    }
  }

  /// Returns once all that has come so far has had its turn.
  func turnsTaken() async {
    if lines.isEmpty { return }
    await withCheckedContinuation { continuation in lines.appendToAll { _ in continuation.resume() } }
  }
}
