import MemoModel

/// What lists show of the memos that are not saved, beside the store's rows. What has changed is summed up again when the next
/// list is asked for, not with each keystroke.
struct UnsavedRows: Sendable {
  /// A memo that is not saved.
  final class Row: Sendable {
    /// What is shown of it; nil if it was destroyed.
    let row: ListRow?
    /// What the store has of it, as far as lists choose by that; nil if nothing.
    let stored: (metadata: MemoMetadata, tags: Set<String>)?

    fileprivate init(_ memo: OpenMemo) {
      row = memo.isDestroyed ? nil : memo.contents.row
      stored = memo.stored.map { ($0.metadata, Set($0.metadata.properties.tags.map(\.tagForm))) }
    }
  }

  private(set) var rows: [MemoID: Row] = [:]
  /// Memos of which something has changed since they were last summed up.
  private var outdated: Set<MemoID> = []

  /// Notes that something of a memo has changed: what it is, what is stored, or whether that is the same.
  mutating func change(_ id: MemoID) { outdated.insert(id) }

  /// Sums up what has changed.
  ///
  /// - Parameter memo: gives a memo that is not saved.
  mutating func update(_ memo: (MemoID) -> OpenMemo?) {
    for id in outdated { rows[id] = memo(id).map(Row.init) }
    outdated = []
  }

  /// The first rows of a list behind the place where its page starts, in order, and how many the list has of these memos.
  func first(_ query: ListQuery, limit: Int) -> (rows: [(place: ListPlace, summary: MemoSummary)], total: Int) {
    var first: [(place: ListPlace, summary: MemoSummary)] = []
    var total = 0
    /// No row behind this place is among the first any more.
    var end: ListPlace?
    for case let row? in rows.values.lazy.map(\.row) where query.admits(row) {
      total += 1
      let place = row.place(in: query)
      if let after = query.after, !after.precedes(place, order: query.order) { continue }
      if let end, end.precedes(place, order: query.order) { continue }
      first.append((place, row.summary))
      // Sorted now and then, not for every row.
      if first.count >= max(limit * 2, 64) {
        first.cut(to: limit, query.order)
        end = first.last?.place
      }
    }
    first.cut(to: limit, query.order)
    return (first, total)
  }

  /// How many memos of a list the store has under these identifiers.
  func storedTotal(_ query: ListQuery) -> Int {
    rows.values.count { row in row.stored.map { query.admits($0.metadata, tags: $0.tags) } ?? false }
  }
}

extension [(place: ListPlace, summary: MemoSummary)] {
  /// Keeps the first ones, in order.
  fileprivate mutating func cut(to limit: Int, _ order: ListOrder) {
    sort { $0.place.precedes($1.place, order: order) }
    if count > limit { removeSubrange(limit...) }
  }
}
