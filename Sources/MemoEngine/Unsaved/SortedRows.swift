import MemoModel

/// Unsaved memos in the order of a list, regardless of what else it selects by.
struct SortedRows: Sendable {
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

  /// A place among others in a list's order.
  private struct Place: Comparable {
    let place: ListPlace
    let order: ListOrder

    static func < (left: Place, right: Place) -> Bool { left.place.precedes(right.place, order: left.order) }
    static func == (left: Place, right: Place) -> Bool { !(left < right || right < left) }
  }

  /// A list with this order.
  private let query: ListQuery
  private var rows: SortedMap<Place, UnsavedRow>

  init(_ query: ListQuery, _ rows: some Sequence<UnsavedRow>) {
    self.query = query
    let places = rows.compactMap { row in
      row.place(in: query).map { (key: Place(place: $0, order: query.order), value: row) }
    }
    self.rows = SortedMap(sorted: places.sorted { $0.key < $1.key })
  }

  var order: Order { Order(query) }

  var count: Int { rows.count }

  /// Replaces a memo's row by a later one.
  mutating func replace(_ old: UnsavedRow?, by new: UnsavedRow?) {
    if let place = old?.place(in: query) { rows[Place(place: place, order: query.order)] = nil }
    if let new, let place = new.place(in: query) { rows[Place(place: place, order: query.order)] = new }
  }

  /// The rows behind a place, in order; nil stands for the beginning.
  func rows(behind place: ListPlace?) -> some Sequence<(place: ListPlace, row: UnsavedRow)> {
    rows.elements(behind: place.map { Place(place: $0, order: query.order) }).lazy.map { ($0.key.place, $0.value) }
  }
}
