import JSON
package import MemoModel
import Synchronization

/// A history that keeps everything.
extension TestStore {
  typealias History = [(entry: HistoryEntry, links: UndoLinks)]

  /// As the port says.
  package func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    shelf.state.withLock { state in
      let isShown = state.histories[id]?.contains { $0.entry.revision == revision } == true
      return isShown ? state.revisions[id]?[revision] : nil
    }
  }

  /// As the port says.
  package func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage {
    historyObserver.withLock(\.self)()
    let all = shelf.state.withLock { $0.histories[id] ?? [] }.map(\.entry)
    let entries = all.reversed().filter { $0.version < version ?? .max }.prefix(limit)
    return HistoryPage(entries: Array(entries), total: all.count)
  }

  /// As the port says.
  package func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove? {
    guard let now = try memo(id) else { return nil }
    let history = shelf.state.withLock { $0.histories[id] ?? [] }
    let links = Dictionary(history.map { ($0.entry.revision, $0.links) }) { $1 }
    return try StoredMove(from: now, links[now.revision] ?? UndoLinks(), direction) { revision throws(StoreError) in
      guard let memo = try pastMemo(id, revision: revision), let links = links[revision] else { return nil }
      return (memo, links)
    }
  }

  /// Notes what a change does to a memo's history.
  func note(_ change: StoreChange, from old: StoredMemo?, to new: StoredMemo?, _ history: inout History) {
    guard let new else {
      history = []
      return
    }
    if change.step == .first || old == nil { history = [] }
    let isSame = old?.saysTheSame(as: new) ?? false
    let last = history.last.map { (revision: $0.entry.revision, links: $0.links) }
    let links = change.step.links(over: last, isSame: isSame, by: change.by)
    if isSame, !history.isEmpty { history.removeLast() }
    guard case .put(let row, _, _) = change.kind else { return }
    let entry = HistoryEntry(
      revision: new.revision, version: new.metadata.version, modifiedAt: new.metadata.modifiedAt, bytes: new.text.count,
      displayTitle: row.summary.displayTitle, by: links.by)
    history.append((entry, links))
  }
}
