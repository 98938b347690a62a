import MemoModel
import Synchronization

/// The unsaved memos as lists show them, beside the store's rows, in the orders that are asked for. Changed memos are
/// summarised and sorted when the next list is asked for, not with each keystroke.
struct UnsavedRows: Sendable {
  /// An unsaved memo.
  final class Row: Sendable {
    /// The memo; nil if it was destroyed.
    private let contents: MemoContents?
    /// Its row, once somebody has asked.
    private let row = Mutex<ListRow?>(nil)
    /// The traits that lists select by; nil if it was destroyed.
    let traits: Traits?
    private let text: TextReferences
    private let tags: Tags?
    /// The same of its stored state, as far as is known here; nil if there is none.
    private let stored: (traits: Traits, tags: Tags)?

    fileprivate init(_ memo: OpenMemo) {
      let text = memo.references
      self.text = text
      contents = memo.isDestroyed ? nil : memo.contents
      traits = contents.map { Traits($0.metadata) }
      tags = contents.map { Tags(text, beside: $0.metadata) }
      stored = memo.storedReferences.map { text, metadata in (Traits(metadata), Tags(text, beside: metadata)) }
    }

    /// Its row; nil if it was destroyed. The first caller reads the beginning of the text.
    var shown: ListRow? {
      guard let contents else { return nil }
      return row.withLock { known in
        let row = known ?? contents.row
        known = row
        return row
      }
    }

    /// Whether the references of its text are known.
    var isRead: Bool { contents == nil || text.isRead }

    /// Its summary; the text may have to be read.
    var summary: MemoSummary? {
      guard var summary = shown?.summary else { return nil }
      summary.textTags = text.names(beside: summary.metadata.properties.tags)
      return summary
    }

    /// Whether a list contains it. For a list with tags the text may have to be read.
    func isIn(_ query: ListQuery) -> Bool {
      guard traits?.isIn(query) == true else { return false }
      return query.tags.isEmpty || tags?.contain(query.tags) ?? false
    }

    /// Whether the store's list contains it. For a list with tags the stored text may have to be read.
    func isStored(in query: ListQuery) -> Bool {
      guard let stored, stored.traits.isIn(query) else { return false }
      return query.tags.isEmpty || stored.tags.contain(query.tags)
    }
  }

  /// The tags by which lists select a memo, worked out when first needed.
  private final class Tags: Sendable {
    private let text: TextReferences
    private let own: [String]
    private let known = Mutex<Set<String>?>(nil)

    init(_ text: TextReferences, beside metadata: MemoMetadata) {
      (self.text, own) = (text, metadata.properties.tags)
    }

    func contain(_ wanted: [String]) -> Bool {
      known.withLock { known in
        let tags = known ?? text.tags(with: own)
        known = tags
        return wanted.allSatisfy(tags.contains)
      }
    }
  }

  /// The traits that lists select by, except for tags.
  struct Traits: Sendable {
    let isTrashed: Bool
    private let modifiedAt: Timestamp
    private let createdAt: Timestamp

    init(_ metadata: MemoMetadata) {
      isTrashed = metadata.isTrashed
      modifiedAt = metadata.modifiedAt
      createdAt = metadata.createdAt
    }

    /// Whether a list may contain it.
    func isIn(_ query: ListQuery) -> Bool {
      isTrashed == query.trashed && query.modified.contains(modifiedAt) && query.created.contains(createdAt)
    }
  }

  private(set) var rows: [MemoID: Row] = [:]
  /// Memos that have changed since they were last summarised.
  private var outdated: Set<MemoID> = []
  /// The last of them, which is usually the next one to change.
  private var latest: MemoID?
  private var lists: [SortedRows.Order: SortedRows] = [:]
  /// Lists that were sorted by a reader of a page.
  private let sortedElsewhere = SortedElsewhere()

  /// The number of orders that are kept: a client uses one or two.
  private static let mostLists = 4
  /// The most memos that are summarised and sorted at once; more are left to the reader of the page.
  private static let many = 64

  /// Records that a memo, its stored state, or their being the same has changed.
  mutating func change(_ id: MemoID) {
    guard id != latest else { return }
    outdated.insert(id)
    latest = id
  }

  /// Summarises what has changed.
  ///
  /// - Parameters:
  ///   - query: the list that is asked for, if known.
  ///   - memo: returns an unsaved memo.
  mutating func update(for query: ListQuery?, _ memo: (MemoID) -> OpenMemo?) {
    var (old, new): (Set<ObjectIdentifier>, [Row]) = ([], [])
    for id in outdated {
      if let row = rows[id] { old.insert(ObjectIdentifier(row)) }
      let row = memo(id).map(Row.init)
      rows[id] = row
      if let row { new.append(row) }
    }
    outdated.removeAll(keepingCapacity: true)
    latest = nil
    if rows.isEmpty || new.count > Self.many {
      lists = [:]
    } else if !old.isEmpty || !new.isEmpty {
      for order in lists.keys { lists[order]?.replace(old, with: new) }
    }
    for list in sortedElsewhere.takeAll() { keep(list) }
    guard let query, lists[SortedRows.Order(query)] == nil, (1...Self.many).contains(rows.count) else { return }
    if lists.count >= Self.mostLists { lists = [:] }
    lists[SortedRows.Order(query)] = SortedRows(query, rows)
  }

  /// Keeps a list that a reader sorted, though some of its memos may have changed since.
  private mutating func keep(_ list: SortedRows) {
    let old = list.rows.filter { rows[$0.key] !== $0.value }.values
    let new = rows.filter { list.rows[$0.key] !== $0.value }.values
    guard !rows.isEmpty, new.count <= Self.many else { return }
    if lists.count >= Self.mostLists { lists = [:] }
    var list = list
    list.replace(Set(old.map(ObjectIdentifier.init)), with: Array(new))
    lists[list.order] = list
  }

  /// Whether a page of a list takes no time, because it is sorted.
  func isSorted(_ query: ListQuery) -> Bool { rows.isEmpty || lists[SortedRows.Order(query)] != nil }

  /// The first rows of a list after the start of its page, in order, and how many of these memos the list contains.
  func first(_ query: ListQuery, limit: Int) -> (rows: [(place: ListPlace, summary: MemoSummary)], total: Int) {
    if rows.isEmpty { return ([], 0) }
    if let list = lists[SortedRows.Order(query)] { return list.first(query, limit: limit) }
    let list = SortedRows(query, rows)
    sortedElsewhere.add(list)
    return list.first(query, limit: limit)
  }

  /// Whether the references of all their texts are known.
  var areRead: Bool { rows.values.allSatisfy(\.isRead) }

  /// The number of a list's memos that the store has under these identifiers, except for some.
  func storedTotal(_ query: ListQuery, without uncertain: Set<MemoID>) -> Int {
    rows.count { !uncertain.contains($0.key) && $0.value.isStored(in: query) }
  }
}

/// Sorted lists on their way back from the readers that sorted them.
private final class SortedElsewhere: Sendable {
  private let lists = Mutex<[SortedRows]>([])

  func add(_ list: SortedRows) { lists.withLock { $0.append(list) } }

  func takeAll() -> [SortedRows] {
    lists.withLock { lists in
      defer { lists = [] }
      return lists
    }
  }
}

/// Unsaved memos in the order of a list.
private struct SortedRows: Sendable {
  /// The order of a list, regardless of its filters.
  struct Order: Hashable {
    let sort: ListSort
    let order: ListOrder
    let trashed: Bool
    let pinnedFirst: Bool

    init(_ query: ListQuery) {
      (sort, order) = (query.sort, query.order)
      (trashed, pinnedFirst) = (query.trashed, query.pinnedFirst)
    }
  }

  private typealias Entry = (place: ListPlace, row: UnsavedRows.Row)

  /// A list with this order.
  private let query: ListQuery
  private var entries: [Entry] = []
  /// The memos that it was made from, including those that it does not show.
  let rows: [MemoID: UnsavedRows.Row]

  init(_ query: ListQuery, _ rows: [MemoID: UnsavedRows.Row]) {
    self.query = query
    self.rows = rows
    replace([], with: Array(rows.values))
  }

  var order: Order { Order(query) }

  /// Replaces rows by others, each in its place.
  mutating func replace(_ old: Set<ObjectIdentifier>, with new: [UnsavedRows.Row]) {
    if !old.isEmpty { entries.removeAll { old.contains(ObjectIdentifier($0.row)) } }
    let added = new.compactMap { row -> Entry? in
      guard row.traits?.isTrashed == query.trashed, let shown = row.shown else { return nil }
      return (shown.place(in: query), row)
    }
    if added.count < Self.few {
      for entry in added { entries.insert(entry, at: firstIndex(behind: entry.place)) }
    } else {
      entries += added
      entries.sort { $0.place.precedes($1.place, order: query.order) }
    }
  }

  /// The most rows that are inserted one by one.
  private static let few = 16

  private func firstIndex(behind place: ListPlace) -> Int {
    var (start, end) = (0, entries.count)
    while start < end {
      let middle = (start + end) / 2
      if place.precedes(entries[middle].place, order: query.order) { end = middle } else { start = middle + 1 }
    }
    return start
  }

  func first(_ query: ListQuery, limit: Int) -> (rows: [(place: ListPlace, summary: MemoSummary)], total: Int) {
    let isWhole = query.tags.isEmpty && query.modified.isEverything && query.created.isEverything
    let isIn = { (entry: Entry) in isWhole || entry.row.isIn(query) }
    let start = query.after.map(firstIndex) ?? 0
    let first = entries[start...].lazy.filter(isIn).prefix(limit).compactMap { entry in
      entry.row.summary.map { (place: entry.place, summary: $0) }
    }
    return (Array(first), isWhole ? entries.count : entries.count(where: isIn))
  }
}
