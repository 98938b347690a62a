import MemoEngine

/// Calls that wait for their turn, in a line for each memo that something is being done to: it is being read, or a call
/// holds it. What concerns other memos goes on.
struct MemoLines {
  /// Carries out what has waited.
  typealias Turn = @Sendable (isolated Session) -> Void

  private struct Line {
    var isHeld = true
    /// Those that wait; those before `next` have had their turns.
    var turns: [Turn] = []
    var next = 0
  }

  private var lines: [MemoID: Line] = [:]
  /// In how many lines the turn has not come of those that wait in all.
  private var barriers: [Int: Int] = [:]
  private var lastBarrier = 0

  /// Whether nothing waits, and nothing is waited for.
  var isEmpty: Bool { lines.isEmpty }

  /// Whether what concerns a memo has to wait.
  func contains(_ id: MemoID) -> Bool { lines[id] != nil }

  /// Has all that follows about a memo wait.
  mutating func hold(_ id: MemoID) { lines[id, default: Line()].isHeld = true }

  /// Lets those that wait for a memo have their turns.
  mutating func release(_ id: MemoID) { lines[id]?.isHeld = false }

  /// Puts somebody at the end of a memo's line, which there must be.
  mutating func append(_ turn: @escaping Turn, to id: MemoID) { lines[id]?.turns.append(turn) }

  /// Puts somebody at the end of all lines there are; the last of them to come to it gives the turn.
  mutating func appendToAll(_ turn: @escaping Turn) {
    lastBarrier += 1
    let barrier = lastBarrier
    barriers[barrier] = lines.count
    for id in lines.keys { append({ session in if session.lines.pass(barrier) { turn(session) } }, to: id) }
  }

  /// Counts one line less; whether it was the last.
  private mutating func pass(_ barrier: Int) -> Bool {
    let left = (barriers.removeValue(forKey: barrier) ?? 1) - 1
    if left > 0 { barriers[barrier] = left }
    return left == 0
  }

  /// Whether somebody waits for a memo who may have the turn.
  func hasTurn(_ id: MemoID) -> Bool { lines[id].map { !$0.isHeld && $0.next < $0.turns.count } ?? false }

  /// The next in a memo's line that may have the turn; nil if there is none. A line in which nobody is left goes.
  mutating func next(_ id: MemoID) -> Turn? {
    guard let line = lines[id], !line.isHeld else { return nil }
    guard line.next < line.turns.count else {
      lines[id] = nil
      return nil
    }
    lines[id]?.next += 1
    return line.turns[line.next]
  }
}
