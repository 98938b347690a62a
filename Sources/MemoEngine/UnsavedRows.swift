import MemoModel

/// What lists show of the memos that are not saved, beside the store's rows. What has changed is summed up again when
/// the next list is asked for, not with each keystroke.
struct UnsavedRows: Sendable {
  /// A memo that is not saved. What lists choose and sort by lies open: a page looks at it of every one.
  final class Row: Sendable {
    /// What is shown of it, and where; nil if it was destroyed.
    let row: ListRow?
    let traits: Traits?
    /// The same of what the store has, as far as is known here; nil if nothing.
    let stored: Traits?

    fileprivate init(_ memo: OpenMemo) {
      row = memo.isDestroyed ? nil : memo.contents.row
      traits = row.map { Traits($0.summary.metadata, $0.tags) }
      stored = memo.stored.map { Traits($0.metadata, Set($0.metadata.properties.tags.map(\.tagForm))) }
    }
  }

  /// What lists choose by, and the times that they are sorted by.
  struct Traits: Sendable {
    let isTrashed: Bool
    let isPinned: Bool
    let modifiedAt: Timestamp
    let createdAt: Timestamp
    let tags: Set<String>

    init(_ metadata: MemoMetadata, _ tags: Set<String>) {
      isTrashed = metadata.isTrashed
      isPinned = metadata.properties.isPinned
      modifiedAt = metadata.modifiedAt
      createdAt = metadata.createdAt
      self.tags = tags
    }

    /// Whether a list has it; its tags are looked at if the list asks for some.
    @inline(__always)
    func isIn(_ query: ListQuery, hasTags: Bool) -> Bool {
      isTrashed == query.trashed && query.modified.contains(modifiedAt) && query.created.contains(createdAt)
        && (!hasTags || query.tags.allSatisfy(tags.contains))
    }

    /// Whether it stands behind a place, by what can be compared fast; false where only its row can tell.
    @inline(__always)
    func isBehind(_ place: ListPlace, in query: ListQuery) -> Bool {
      guard case .time(let end) = place.value, place.isPinned == (query.pinnedFirst && isPinned) else { return false }
      let time = query.sort == .created ? createdAt : modifiedAt
      return query.order == .ascending ? end < time : time < end
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
    outdated.removeAll(keepingCapacity: true)
  }

  /// The first rows of a list behind the place where its page starts, in order, and how many the list has of these
  /// memos.
  func first(_ query: ListQuery, limit: Int) -> (rows: [(place: ListPlace, summary: MemoSummary)], total: Int) {
    var first: [(place: ListPlace, summary: MemoSummary)] = []
    var total = 0
    /// No row behind this place is among the first any more.
    var end: ListPlace?
    let hasTags = !query.tags.isEmpty
    for row in rows.values {
      guard let traits = row.traits, traits.isIn(query, hasTags: hasTags) else { continue }
      total += 1
      if let end, traits.isBehind(end, in: query) { continue }
      guard let row = row.row else { continue }
      let place = row.place(in: query)
      if let after = query.after, !after.precedes(place, order: query.order) { continue }
      if let end, end.precedes(place, order: query.order) { continue }
      first.append((place, row.summary))
      // Sorted now and then, not for every row.
      if first.count >= max(limit * 2, 16) {
        first.cut(to: limit, query.order)
        end = first.last?.place
      }
    }
    first.cut(to: limit, query.order)
    return (first, total)
  }

  /// How many memos of a list the store has under these identifiers, but for some.
  func storedTotal(_ query: ListQuery, without uncertain: Set<MemoID>) -> Int {
    let hasTags = !query.tags.isEmpty
    let isStored = { (row: Row) in row.stored?.isIn(query, hasTags: hasTags) ?? false }
    return rows.values.count(where: isStored) - uncertain.count { rows[$0].map(isStored) ?? false }
  }
}

extension [(place: ListPlace, summary: MemoSummary)] {
  /// Keeps the first ones, in order.
  fileprivate mutating func cut(to limit: Int, _ order: ListOrder) {
    sort { $0.place.precedes($1.place, order: order) }
    if count > limit { removeSubrange(limit...) }
  }
}
