import MemoModel
import Synchronization

/// The unsaved memos as lists and queries see them, beside the store's rows, in the orders that are asked for. A copy
/// costs nothing, and a change as much as its place in each order: nothing here goes through all of them, except for
/// readers on other threads.
struct UnsavedRows: Sendable {
  private typealias Change = (old: UnsavedRow?, new: UnsavedRow?)

  private(set) var rows = SortedMap<MemoID, UnsavedRow>()
  /// The memo that changed last, which is usually the next one to change. Its row is made once another one changes, or
  /// somebody asks.
  private var latest: MemoID?
  /// How many of them are stored as live memos, and how many as memos in the trash.
  private var stored = (live: 0, trashed: 0)
  private var lists: [SortedRows.Order: SortedRows] = [:]
  /// Lists that were sorted by a reader of a page, each with the number of changes before.
  private let sortedElsewhere = SortedElsewhere()
  private var changeCount = 0
  /// The last of these changes, while a reader may be sorting a list; nil while none is.
  private var recent: [Change]?

  /// The number of orders that are kept: a client uses one or two.
  private static let mostLists = 4
  /// The most memos that are sorted, or gone through, at once; more are left to the reader of the page.
  private static let many = 64
  /// The most changes that a list is brought up to date by after a reader has sorted it.
  private static let mostRecent = 1000

  /// Records that a memo, its stored state, or their being the same has changed.
  ///
  /// - Parameter memo: returns an unsaved memo.
  mutating func change(_ id: MemoID, _ memo: (MemoID) -> OpenMemo?) {
    guard id != latest else { return }
    settle(memo)
    latest = id
  }

  /// Makes the last row.
  mutating func settle(_ memo: (MemoID) -> OpenMemo?) {
    guard let id = latest else { return }
    latest = nil
    let change = Change(old: rows[id], new: memo(id).map(UnsavedRow.init))
    rows[id] = change.new
    count(change.old, -1)
    count(change.new, 1)
    changeCount += 1
    for order in Array(lists.keys) { lists[order]?.replace(change.old, by: change.new) }
    recent?.append(change)
    if rows.isEmpty || recent?.count ?? 0 > Self.mostRecent { recent = nil }
    if rows.isEmpty { lists = [:] }
  }

  private mutating func count(_ row: UnsavedRow?, _ one: Int) {
    switch row?.isStoredAsTrashed {
    case false?: stored.live += one
    case true?: stored.trashed += one
    case nil: break
    }
  }

  /// Prepares for a page of a list, whose order is kept from then on.
  mutating func prepare(for query: ListQuery) {
    let sorted = sortedElsewhere.takeAll()
    for (list, count) in sorted { keep(list, sortedAt: count) }
    if !sorted.isEmpty { recent = nil }
    guard lists[SortedRows.Order(query)] == nil, !rows.isEmpty else { return }
    if rows.count > Self.many {
      if recent == nil { recent = [] }
    } else {
      keep(SortedRows(query, rows.lazy.map(\.value)))
    }
  }

  /// Keeps a list that a reader sorted, though some of its memos may have changed since.
  private mutating func keep(_ list: SortedRows, sortedAt count: Int) {
    guard let recent, changeCount - count <= recent.count else { return }
    var list = list
    for change in recent.suffix(changeCount - count) { list.replace(change.old, by: change.new) }
    keep(list)
  }

  private mutating func keep(_ list: SortedRows) {
    if lists.count >= Self.mostLists { lists = [:] }
    lists[list.order] = list
  }

  /// Whether a page of a list takes no time: it is sorted, what it selects by leaves little out, and no text must be
  /// read first.
  func isAtHand(_ query: ListQuery) -> Bool {
    if rows.isEmpty { return true }
    guard let list = lists[SortedRows.Order(query)], query.selectsAll || rows.count <= Self.many else { return false }
    return list.rows(behind: query.after).prefix(query.limit + 1).allSatisfy(\.row.isRead)
  }

  /// The first rows of a list after the start of its page, in order, and how many of these memos the list contains.
  func first(_ query: ListQuery, limit: Int) -> (rows: [(place: ListPlace, summary: MemoSummary)], total: Int) {
    if rows.isEmpty { return ([], 0) }
    let list = lists[SortedRows.Order(query)] ?? sorted(query)
    let first = list.rows(behind: query.after).lazy.filter { query.selectsAll || $0.row.isIn(query) }.prefix(limit)
    return (
      first.compactMap { place, row in row.summary.map { (place, $0) } },
      query.selectsAll ? list.count : list.rows(behind: nil).count { $0.row.isIn(query) }
    )
  }

  private func sorted(_ query: ListQuery) -> SortedRows {
    let list = SortedRows(query, rows.lazy.map(\.value))
    sortedElsewhere.add(list, sortedAt: changeCount)
    return list
  }

  /// The number of a list's memos that the store has under these identifiers, except for some.
  func storedTotal(_ query: ListQuery, without uncertain: Set<MemoID>) -> Int {
    guard query.selectsAll else {
      return rows.count { !uncertain.contains($0.key) && $0.value.isStored(in: query) }
    }
    return (query.trashed ? stored.trashed : stored.live)
      - uncertain.count { rows[$0]?.isStored(in: query) ?? false }
  }

  /// Their identifiers, as a set: it takes a while to make.
  var ids: Set<MemoID> { Set(rows.lazy.map(\.key)) }
}

extension ListQuery {
  /// Whether it contains all memos that are in the trash, or all that are not.
  fileprivate var selectsAll: Bool { tags.isEmpty && modified.isEverything && created.isEverything }
}

/// Sorted lists on their way back from the readers that sorted them.
private final class SortedElsewhere: Sendable {
  private let lists = Mutex<[(list: SortedRows, changeCount: Int)]>([])

  func add(_ list: SortedRows, sortedAt changeCount: Int) { lists.withLock { $0.append((list, changeCount)) } }

  func takeAll() -> [(list: SortedRows, changeCount: Int)] {
    lists.withLock { lists in
      defer { lists = [] }
      return lists
    }
  }
}
