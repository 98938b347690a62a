import MemoModel

/// What a memo's history should be, said as simply as can be: a list of states, and a stack each of what can be undone
/// and redone.
struct HistoryModel {
  /// What a state says.
  struct Contents: Equatable {
    var text: String
    var properties: String
  }

  /// A state that was stored.
  struct State {
    let revision: Int
    let version: Int
    let contents: Contents
    let time: Int
    /// What could be undone when it was made.
    let undo: [Int]
  }

  /// How the memo came to be what it is now, which is not stored yet.
  enum Step {
    case edit
    /// Undone or redone, to the contents of a state; with the stacks from there.
    case move(to: Int, undo: [Int], redo: [Int])
    /// The same, edited since: an edit of that state.
    case editOf(State)
  }

  var states: [State] = []
  var now = Contents(text: "", properties: "{}")
  var time = 0
  var isTrashed = false
  var isSaved = true
  var step = Step.edit
  private(set) var undo: [Int] = []
  private(set) var redo: [Int] = []

  private static let lengths = [3_600_000, 86_400_000, 2_592_000_000]

  mutating func edit(_ contents: Contents, at time: Int) {
    isSaved = false
    guard contents != now else { return }
    now = contents
    self.time = time
    if case .move(let revision, _, _) = step, let state = states.first(where: { $0.revision == revision }) {
      step = .editOf(state)
    }
  }

  /// The memo was stored as it is now.
  mutating func save(as revision: Int, _ version: Int) {
    isSaved = true
    defer { step = .edit }
    thin()
    if let last = states.last, last.contents == now {
      states.removeLast()
    } else if let last = states.last {
      switch step {
      case .edit:
        undo.append(last.revision)
        redo = []
      case .move(_, let undo, let redo): (self.undo, self.redo) = (undo, redo)
      case .editOf(let state):
        undo = state.undo + [state.revision]
        redo = []
      }
    }
    states.append(State(revision: revision, version: version, contents: now, time: time, undo: undo))
    forgetThinned()
  }

  /// Removes every state that is not the last of its period, if the period ended at least its own length ago.
  private mutating func thin() {
    for length in Self.lengths {
      let periods = states.map { $0.time / length }
      states = states.enumerated().filter { index, state in
        let isLast = index == states.count - 1 || periods[index + 1] != periods[index]
        return isLast || (periods[index] + 2) * length > time
      }.map(\.element)
    }
  }

  private mutating func forgetThinned() {
    let kept = Set(states.map(\.revision))
    undo.removeAll { !kept.contains($0) }
    redo.removeAll { !kept.contains($0) }
  }

  /// Undoes or redoes what is stored; false if there is nothing to undo or redo.
  mutating func move(_ direction: HistoryDirection, at time: Int) -> Bool {
    guard let current = states.last?.revision else { return false }
    var (undo, redo) = (undo, redo)
    while let target = direction == .undo ? undo.popLast() : redo.popLast() {
      guard let state = states.first(where: { $0.revision == target }), state.contents != now else { continue }
      if direction == .undo { redo.append(current) } else { undo.append(current) }
      become(state.contents, at: time, .move(to: target, undo: undo, redo: redo))
      return true
    }
    return false
  }

  private mutating func become(_ contents: Contents, at time: Int, _ step: Step) {
    now = contents
    self.time = time
    self.step = step
    isSaved = false
  }

  /// Stores what an earlier state was.
  mutating func restore(_ state: State, at time: Int) {
    guard state.contents != now || isTrashed else { return }
    let time = state.contents == now ? self.time : time
    isTrashed = false
    become(state.contents, at: time, .edit)
  }
}
