/// What a list is sorted by.
public enum ListSort: String, Sendable, CaseIterable {
  /// `modifiedAt`.
  case modified
  /// `createdAt`.
  case created
  /// The display title, case-folded, in Unicode code point order.
  case title
}

/// The direction of a list. Ties are always ordered by identifier, ascending.
public enum ListOrder: String, Sendable, CaseIterable {
  /// Smallest first.
  case ascending = "asc"
  /// Largest first.
  case descending = "desc"
}

/// A memo's place in a sorted list. A page that starts behind a place stays right while memos come and go.
public struct ListPlace: Sendable {
  /// The value by which the list is sorted there.
  public enum Value: Sendable {
    /// Of `modified` and `created`.
    case time(Timestamp)
    /// Of `title`: the case-folded display title.
    case title(String)
  }

  /// The sort value.
  public let value: Value
  /// The identifier, which orders memos of one value.
  public let id: MemoID
  /// Whether it is one of the pinned memos that precede all others.
  public let isPinned: Bool

  /// Creates a place.
  public init(value: Value, id: MemoID, isPinned: Bool = false) {
    self.value = value
    self.id = id
    self.isPinned = isPinned
  }
}

/// A page of a list.
public struct ListQuery: Sendable {
  /// What it is sorted by.
  public var sort: ListSort
  /// The direction.
  public var order: ListOrder
  /// Whether it lists the trash instead of live memos.
  public var trashed: Bool
  /// Whether pinned memos come before all others; each part has the list's order.
  public var pinnedFirst: Bool
  /// Tags that all its memos have, compared without regard to case or to how characters are composed.
  public var tags: [String]
  /// The time when its memos were last changed.
  public var modified: TimeBounds
  /// The time when its memos were made.
  public var created: TimeBounds
  /// The place behind which it starts; nil starts with the first memo.
  public var after: ListPlace?
  /// The most memos it has.
  public var limit: Int

  /// Creates a query from its parts.
  public init(
    sort: ListSort, order: ListOrder, trashed: Bool, pinnedFirst: Bool = false, tags: [String] = [],
    modified: TimeBounds = TimeBounds(), created: TimeBounds = TimeBounds(), after: ListPlace?, limit: Int
  ) {
    self.sort = sort
    self.order = order
    self.trashed = trashed
    self.pinnedFirst = pinnedFirst
    self.tags = tags
    self.modified = modified
    self.created = created
    self.after = after
    self.limit = limit
  }
}

extension ListQuery {
  /// Whether a memo belongs in the list, on this page or another. The query's tags must be in the form in which they
  /// are compared.
  public func admits(_ row: ListRow) -> Bool {
    let metadata = row.summary.metadata
    return metadata.isTrashed == trashed && tags.allSatisfy(row.tags.contains)
      && modified.contains(metadata.modifiedAt) && created.contains(metadata.createdAt)
  }
}

/// A row of a list: the summary, and what it is sorted and filtered by.
public struct ListRow: Sendable {
  /// What is shown.
  public let summary: MemoSummary
  /// The case-folded display title.
  public let sortTitle: String
  /// The memo's tags in the form in which they are compared. Rows that a store returns need not have them.
  public let tags: Set<String>
  /// The file that title and preview depend on. Rows that a store returns need not have it.
  public let file: MemoFile?

  /// Creates a row.
  public init(summary: MemoSummary, sortTitle: String, tags: Set<String> = [], file: MemoFile? = nil) {
    self.summary = summary
    self.sortTitle = sortTitle
    self.tags = tags
    self.file = file
  }

  /// The row's place in a list.
  public func place(in query: ListQuery) -> ListPlace { summary.metadata.place(in: query, sortTitle: sortTitle) }
}

extension MemoMetadata {
  /// The memo's place in a list.
  package func place(in query: ListQuery, sortTitle: @autoclosure () -> String) -> ListPlace {
    let value: ListPlace.Value =
      switch query.sort {
      case .modified: .time(modifiedAt)
      case .created: .time(createdAt)
      case .title: .title(sortTitle())
      }
    return ListPlace(value: value, id: id, isPinned: query.pinnedFirst && properties.isPinned)
  }
}

extension ListPlace {
  /// Whether this place comes before another in a list of this order. Titles compare by UTF-8 bytes, which is code
  /// point order; so do identifiers.
  public func precedes(_ other: ListPlace, order: ListOrder) -> Bool {
    if isPinned != other.isPinned { return isPinned }
    let (smaller, larger) = order == .ascending ? (value, other.value) : (other.value, value)
    if smaller < larger { return true }
    if larger < smaller { return false }
    return id < other.id
  }
}

extension ListPlace.Value {
  fileprivate static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.time(let left), .time(let right)): left < right
    case (.title(let left), .title(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.time, .title): true
    case (.title, .time): false
    }
  }
}
