public import MemoModel

/// All memos as they were at one moment: what is stored, with what is not saved yet laid over it.
public struct MemoListing: Sendable {
  let store: any MemoStore
  let queue: BlockingQueue
  /// Unsaved memos that still are.
  let unsaved: [MemoSnapshot]
  /// Unsaved memos and those destroyed: what the store says of them no longer counts.
  let hidden: Set<MemoID>
  /// What stored states are called here where the stored version is another.
  let knownVersions: [MemoID: KnownVersion]
  /// Whether what ended processes did last was missing from it.
  public let isRecovering: Bool

  /// How many unsaved memos have to be summed up for every page.
  public var unsavedCount: Int { unsaved.count }

  /// A page of the list, read on a thread for that.
  ///
  /// - Throws: `storeUnavailable`.
  public func readPage(_ query: ListQuery) async throws(EngineError) -> ListPage {
    try await queue.run { Result { () throws(EngineError) in try page(query) } }.get()
  }

  /// A page of the list, read here and now. May run anywhere.
  ///
  /// - Throws: `storeUnavailable`.
  public func page(_ query: ListQuery) throws(EngineError) -> ListPage {
    var query = query
    query.tags = Array(Set(query.tags.map(\.tagForm)))
    let laidOver = unsaved.filter { $0.metadata.isTrashed == query.trashed }.map(\.contents.row).filter(query.admits)
    let stored: StoredPage
    do throws(StoreError) {
      // One row more tells whether there is a next page.
      var query = query
      query.limit += 1
      stored = try store.list(query, leavingOut: hidden)
    } catch {
      throw .storeUnavailable(error)
    }
    var rows = laidOver.map { (place: $0.place(in: query), summary: $0.summary, isSaved: false) }
    if let after = query.after { rows.removeAll { !after.precedes($0.place, order: query.order) } }
    rows += stored.rows.map { ($0.place(in: query), $0.summary.numbered(by: knownVersions), true) }
    rows.sort { $0.place.precedes($1.place, order: query.order) }
    let shown = rows.prefix(query.limit)
    return ListPage(
      memos: shown.map { ListedMemo(summary: $0.summary, isSaved: $0.isSaved) },
      total: stored.total + laidOver.count,
      next: rows.count > shown.count ? shown.last?.place : nil,
      isRecovering: isRecovering
    )
  }
}

/// A page of a list.
public struct ListPage: Sendable {
  /// The memos in order.
  public let memos: [ListedMemo]
  /// How many memos the whole list has.
  public let total: Int
  /// The place behind which the next page starts; nil on the last.
  public let next: ListPlace?
  /// Whether what ended processes did last may be missing from it.
  public let isRecovering: Bool
}

/// A memo in a list.
public struct ListedMemo: Sendable {
  /// What is shown of it.
  public let summary: MemoSummary
  /// Whether this version was in the store.
  public let isSaved: Bool
}
