/// Calls that wait, in order of arrival, until one about the whole is done.
struct Gate<Turn> {
  /// Whether such a call is being worked on.
  var isHeld = false
  /// Whether all that follows waits.
  private(set) var isClosed = false
  /// How often it was closed.
  private var closings = 0
  /// The waiting turns; those before `first` have been taken.
  private var turns: [Turn] = []
  private var first = 0

  /// Whether nobody has to wait.
  var isFree: Bool { !isClosed && turns.isEmpty }

  /// Makes all that follows wait.
  ///
  /// - Returns: the number of this closing.
  @discardableResult
  mutating func close() -> Int {
    isClosed = true
    closings += 1
    return closings
  }

  /// Whether all that follows still waits because of a closing.
  func isClosed(by closing: Int) -> Bool { isClosed && closings == closing }

  /// Lets the waiting turns go on.
  mutating func open() { (isClosed, isHeld) = (false, false) }

  /// Puts a turn at the end.
  mutating func append(_ turn: Turn) { turns.append(turn) }

  /// The next turn that may go on; nil if there is none, or the gate is closed.
  mutating func next() -> Turn? {
    guard !isClosed, first < turns.count else { return nil }
    let turn = turns[first]
    first += 1
    if first == turns.count { (turns, first) = ([], 0) }
    return turn
  }
}
