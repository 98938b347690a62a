/// Calls that wait for their turn, in a line for each subject that something is being done to: it is being fetched, or
/// a call holds it. What concerns other subjects goes on.
struct SubjectLines<Turn> {
  private struct Line {
    var isHeld = true
    /// Those that wait; those before `next` have had their turns.
    var turns: [Turn] = []
    var next = 0
  }

  private var lines: [String: Line] = [:]
  /// For each call that waits in all lines, how many of them it has not passed yet.
  private var barriers: [Int: Int] = [:]
  private var lastBarrier = 0

  /// Whether nothing waits, and nothing is waited for.
  var isEmpty: Bool { lines.isEmpty }

  /// Whether what concerns a subject has to wait.
  func contains(_ subject: String) -> Bool { lines[subject] != nil }

  /// Whether nobody who waits for a subject may have the turn.
  func isHeld(_ subject: String) -> Bool { lines[subject]?.isHeld ?? false }

  /// Makes all that follows about a subject wait.
  mutating func hold(_ subject: String) { lines[subject, default: Line()].isHeld = true }

  /// Lets those that wait for a subject have their turns.
  mutating func release(_ subject: String) { lines[subject]?.isHeld = false }

  /// Puts somebody at the end of a subject's line, which there must be.
  mutating func append(_ turn: Turn, to subject: String) { lines[subject]?.turns.append(turn) }

  /// Puts somebody before all who wait for a subject.
  mutating func putFirst(of subject: String, _ turn: Turn) {
    if let next = lines[subject]?.next { lines[subject]?.turns.insert(turn, at: next) }
  }

  /// Puts somebody at the end of all lines there are.
  ///
  /// - Parameter turn: made for each line, with the number by which ``pass(_:)`` knows it; the last to pass has the
  ///   turn.
  mutating func appendToAll(_ turn: (_ barrier: Int, _ subject: String) -> Turn) {
    lastBarrier += 1
    barriers[lastBarrier] = lines.count
    for subject in lines.keys { append(turn(lastBarrier, subject), to: subject) }
  }

  /// Notes that one more line is passed; whether it was the last.
  mutating func pass(_ barrier: Int) -> Bool {
    let left = (barriers.removeValue(forKey: barrier) ?? 1) - 1
    if left > 0 { barriers[barrier] = left }
    return left == 0
  }

  /// Whether somebody waits for a subject who may have the turn.
  func hasTurn(_ subject: String) -> Bool {
    lines[subject].map { !$0.isHeld && $0.next < $0.turns.count } ?? false
  }

  /// The next in a subject's line that may have the turn; nil if there is none. A line in which nobody is left goes.
  mutating func next(_ subject: String) -> Turn? {
    guard let line = lines[subject], !line.isHeld else { return nil }
    guard line.next < line.turns.count else {
      lines[subject] = nil
      return nil
    }
    lines[subject]?.next += 1
    return line.turns[line.next]
  }
}
