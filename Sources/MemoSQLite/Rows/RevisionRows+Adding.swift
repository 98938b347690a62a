import JSON
import MemoModel

extension RevisionRows {
  /// So many bytes may always be added before all is looked at again.
  private static let leastRoom = 1 << 20

  /// Puts what is stored of a memo into its history before something else takes its place, and thins that if it is due.
  static func add(
    _ old: MemoRows.Standing, _ place: TextRows.Place, followedBy new: MemoSummary, _ text: TextUpdate?,
    _ change: StoreChange, keepsBases: Bool, in connection: SQLiteConnection
  ) throws(StoreError) -> HistoryState {
    let revision = change.mark.revision
    if change.step == .first {
      if keepsBases { try end(change.id, in: connection) } else { try forget(change.id, in: connection) }
      _ = try keep(old, place, followedBy: revision, text, use: .ended, in: connection)
      return HistoryState()
    }
    var old = old
    let now = new.metadata.modifiedAt
    let isSame =
      text?.splices.isEmpty != false && new.metadata.properties.json == old.metadata.properties.json
    var links = change.step.links(over: (old.revision, old.history.links), isSame: isSame)
    if old.history.due <= now || old.history.room < 0 {
      let thinning = try thin(old, now: now, bytes: new.bytes, keepsBases: keepsBases, in: connection)
      old.history.links = thinning.following(old.history.links)
      links = thinning.following(links)
      old.history.due = thinning.due ?? HistoryState().due
      let bytes = (thinning.kept + thinning.hidden).reduce(0) { $0 + $1.size }
      old.history.room = max(budget + 4 * new.bytes - bytes, leastRoom)
    }
    var history = old.history
    history.links = links
    // A state that says the same as the next is none of its own, and goes with the next save: somebody may be starting
    // from it just now.
    history.room -= try keep(
      old, place, followedBy: revision, text, use: isSame ? .base : .history, in: connection)
    let due = isSame ? now : RetentionPolicy.end(of: old.metadata.modifiedAt, followedBy: now)
    if let due { history.due = min(history.due, due) }
    return history
  }
}
