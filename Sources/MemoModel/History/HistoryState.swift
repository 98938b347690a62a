/// What a save must know about a memo's history, without reading it.
package struct HistoryState {
  /// Where undo and redo lead from the stored state.
  package var links: UndoLinks
  /// The time when there are revisions to prune.
  package private(set) var due: Timestamp
  /// The number of bytes that may be added before the history is pruned at any time.
  package private(set) var room: Int

  /// The least room after pruning, in bytes.
  private static let leastRoom = 1 << 20

  /// A moment that never comes.
  private static let never = Timestamp(millisecondsSince1970: .max)

  /// Creates the state of a memo without history.
  ///
  /// - Parameter agent: the agent that made it; nil for a person.
  package init(by agent: String?) {
    self.init(links: UndoLinks(by: agent), due: Self.never, room: HistoryPruning.budget)
  }

  /// Creates a state from its parts.
  package init(links: UndoLinks, due: Timestamp, room: Int) {
    self.links = links
    self.due = due
    self.room = room
  }

  /// Whether a save is to prune.
  package func isDue(at now: Timestamp) -> Bool { due <= now || room < 0 }

  /// Takes in the outcome of pruning, at a save of a text of this many bytes.
  package mutating func follow(_ pruning: HistoryPruning, bytes: Int) {
    links = pruning.following(links)
    due = pruning.due ?? Self.never
    let size = (pruning.kept + pruning.hidden).reduce(0) { $0 + $1.size }
    room = max(HistoryPruning.budget + 4 * bytes - size, Self.leastRoom)
  }

  /// Takes in that a state of this time and size was added, which is followed by another at a later time.
  ///
  /// - Parameter isSame: whether the next state says the same: then this one goes with the next save. Not at once:
  ///   another process may be starting from it just now.
  package mutating func add(_ time: Timestamp, followedAt next: Timestamp, isSame: Bool, size: Int) {
    room -= size
    if let end = isSame ? next : RetentionPolicy.end(of: time, followedBy: next) { due = min(due, end) }
  }
}
