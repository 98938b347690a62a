/// Calls that wait for their turns, in one line for each subject that is being fetched or held. Calls about other
/// subjects go on.
struct SubjectLines<Turn> {
  private struct Line {
    var isHeld = true
    /// Whether it is held for a turn that waits in other lines.
    var isReserved = false
    /// Whether its subject is fetched only after something that may take long.
    var isLate = false
    /// The waiting turns; those before `next` have been taken.
    var turns: [Turn] = []
    var next = 0
  }

  private var lines: [String: Line] = [:]
  /// For each call that waits in all lines, the number of lines that it has not passed yet.
  private var barriers: [Int: Int] = [:]
  private var lastBarrier = 0

  /// Whether no call waits, and no subject is fetched or held.
  var isEmpty: Bool { lines.isEmpty }

  /// Whether calls about a subject have to wait.
  func contains(_ subject: String) -> Bool { lines[subject] != nil }

  /// Whether nobody may have a turn with a subject now.
  func isHeld(_ subject: String) -> Bool { lines[subject]?.isHeld ?? false }

  /// Whether a subject is held for a turn that waits in other lines.
  func isReserved(_ subject: String) -> Bool { lines[subject]?.isReserved ?? false }

  /// Whether a subject is fetched only after something that may take long: only calls about that subject wait for it.
  func isLate(_ subject: String) -> Bool { lines[subject]?.isLate ?? false }

  /// Whether what is about everything, and perhaps about one of the subjects, need not wait.
  func areFree(about subject: String? = nil) -> Bool { lines.allSatisfy { $1.isLate && $0 != subject } }

  /// Makes all later calls about a subject wait.
  mutating func hold(_ subject: String, isLate: Bool = false) {
    lines[subject, default: Line()].isHeld = true
    lines[subject]?.isLate = isLate
  }

  /// Makes all later calls about a subject wait, until a turn comes that waits in other lines.
  mutating func reserve(_ subject: String) {
    hold(subject)
    lines[subject]?.isReserved = true
  }

  /// Lets the calls that wait for a subject have their turns.
  mutating func release(_ subject: String) {
    lines[subject]?.isHeld = false
    lines[subject]?.isReserved = false
    lines[subject]?.isLate = false
  }

  /// Puts a turn at the end of a subject's line, which must exist.
  mutating func append(_ turn: Turn, to subject: String) { lines[subject]?.turns.append(turn) }

  /// Puts a turn before all others that wait for a subject.
  mutating func putFirst(of subject: String, _ turn: Turn) {
    if let next = lines[subject]?.next { lines[subject]?.turns.insert(turn, at: next) }
  }

  /// Puts a turn at the end of every line, but for those of late subjects; there must be one.
  ///
  /// - Parameters:
  ///   - subject: a subject whose line is among them, late or not.
  ///   - lateOnes: whether all of late subjects are.
  ///   - turn: makes the entry for each line, with the number to give to ``pass(_:)``; the last one to pass runs the
  ///     turn.
  mutating func appendToAll(
    with subject: String? = nil, lateOnes: Bool = false, _ turn: (_ barrier: Int, _ subject: String) -> Turn
  ) {
    lastBarrier += 1
    let waited = lines.keys.filter { lateOnes || $0 == subject || lines[$0]?.isLate == false }
    barriers[lastBarrier] = waited.count
    for subject in waited { append(turn(lastBarrier, subject), to: subject) }
  }

  /// Records that one more line is passed; true if it was the last.
  mutating func pass(_ barrier: Int) -> Bool {
    let left = (barriers.removeValue(forKey: barrier) ?? 1) - 1
    if left > 0 { barriers[barrier] = left }
    return left == 0
  }

  /// Whether a turn waits for a subject and may run.
  func hasTurn(_ subject: String) -> Bool {
    lines[subject].map { !$0.isHeld && $0.next < $0.turns.count } ?? false
  }

  /// The next turn in a subject's line that may run; nil if there is none. An empty line is removed.
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
