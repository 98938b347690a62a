import JSON
import MemoModel

extension RevisionRows {
  /// Adds a memo's stored state to its history before another replaces it, and prunes the history if it is due.
  static func add(
    _ old: MemoRows.StoredRow, _ place: TextRows.Place, followedBy new: MemoSummary, _ text: TextUpdate?,
    _ change: StoreChange, others: OtherJournals, in connection: SQLiteConnection
  ) throws(StoreError) -> HistoryState {
    let revision = change.mark.revision
    if change.step == .first {
      if others.areThere { try end(change.id, in: connection) } else { try forget(change.id, in: connection) }
      _ = try keep(old, place, followedBy: revision, text, use: .ended, in: connection)
      return HistoryState(by: change.by)
    }
    var old = old
    let now = new.metadata.modifiedAt
    let isSame =
      text?.splices.isEmpty != false && new.metadata.properties.json == old.metadata.properties.json
    var links = change.step.links(over: (old.revision, old.history.links), isSame: isSame, by: change.by)
    if old.history.isDue(at: now) {
      let pruning = try prune(old, now: now, bytes: new.bytes, others: others, in: connection)
      old.history.follow(pruning, bytes: new.bytes)
      links = pruning.following(links)
    }
    let size = try keep(old, place, followedBy: revision, text, use: isSame ? .base : .history, in: connection)
    var history = old.history
    history.links = links
    history.add(old.metadata.modifiedAt, followedAt: now, isSame: isSame, size: size)
    return history
  }
}
