/// What a save must know of a memo's history, without reading it.
package struct HistoryState {
  /// Where undoing and redoing lead from what is stored.
  package var links: UndoLinks
  /// When there is something to thin.
  package private(set) var due: Timestamp
  /// How many bytes may be added before the rows are looked at whatever the time is.
  package private(set) var room: Int

  /// So many bytes may always be added before all is looked at again.
  private static let leastRoom = 1 << 20

  /// What stands for a moment that never comes.
  private static let never = Timestamp(millisecondsSince1970: .max)

  /// Creates the state of a memo that has no history.
  ///
  /// - Parameter agent: who made it; nil for a person.
  package init(by agent: String?) {
    self.init(links: UndoLinks(by: agent), due: Self.never, room: HistoryPruning.budget)
  }

  /// Creates a state from all its parts.
  package init(links: UndoLinks, due: Timestamp, room: Int) {
    self.links = links
    self.due = due
    self.room = room
  }

  /// Whether there is something to thin at a save.
  package func isDue(at now: Timestamp) -> Bool { due <= now || room < 0 }

  /// Takes in what was worked out at a save of a text of so many bytes.
  package mutating func follow(_ pruning: HistoryPruning, bytes: Int) {
    links = pruning.following(links)
    due = pruning.due ?? Self.never
    let size = (pruning.kept + pruning.hidden).reduce(0) { $0 + $1.size }
    room = max(HistoryPruning.budget + 4 * bytes - size, Self.leastRoom)
  }

  /// Takes in that a state of this time was added, which takes so many bytes and is followed at another time.
  ///
  /// - Parameter isSame: whether the next one says the same: then it goes with the next save. Not at once: somebody may
  ///   be starting from it just now.
  package mutating func add(_ time: Timestamp, followedAt next: Timestamp, isSame: Bool, size: Int) {
    room -= size
    if let end = isSame ? next : RetentionPolicy.end(of: time, followedBy: next) { due = min(due, end) }
  }
}
