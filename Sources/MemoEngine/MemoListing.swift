public import MemoModel

/// All memos as they were at one moment: their texts, and their lists.
public struct MemoListing: Sendable {
  let memos: MemoOverlay
  let list: MemoList

  /// A page of a list, read here and now. May run anywhere.
  ///
  /// - Throws: `storeUnavailable`.
  public func page(_ query: ListQuery) throws(EngineError) -> ListPage { try list.laterPage(query) }
}

/// The texts of all memos as they were at one moment: what is stored, with what is not saved yet laid over it.
struct MemoOverlay: Sendable {
  let store: any MemoStore
  /// Unsaved memos that still are.
  let unsaved: [MemoSnapshot]
  /// What the texts of these say, in the same order.
  let texts: [TextReferences]
  /// Unsaved memos and those destroyed: what the store says of them no longer counts.
  let hidden: Set<MemoID>
  /// The versions that stored states have here, where the store has others.
  let versionAliases: [MemoID: VersionAlias]
  /// Whether the last changes of ended processes were missing from it.
  let isRecovering: Bool
  /// The form of the tag without which a memo counts nowhere where it is asked what texts say; nil if all count.
  var tag: String?
}

/// The lists of all memos as they were at one moment: the store's rows, with those of what is not saved yet among them.
public struct MemoList: Sendable {
  let store: any MemoStore
  let queue: BlockingQueue
  let filling: ReferenceFilling
  let unsaved: UnsavedRows
  /// Whose rows in the store no longer count.
  let hidden: Set<MemoID>
  /// Those of them that are just being saved: only the store knows whether it has them yet.
  let uncertain: Set<MemoID>
  /// Counts the transactions, and how many had begun.
  let writes: WriteCount, writesBegun: Int
  let versionAliases: [MemoID: VersionAlias]
  let isRecovering: Bool

  /// A page of a list, read on a thread for that.
  ///
  /// - Throws: `storeUnavailable`.
  public func readPage(_ query: ListQuery) async throws(EngineError) -> ListPage {
    try await queue.run { Result { () throws(EngineError) in try laterPage(query) } }.get()
  }

  /// Whether a page of a list takes no time: it is none of tags, and no unsaved text must be read first, nor a list put
  /// in order.
  public func isAtHand(_ query: ListQuery) -> Bool { query.tags.isEmpty && unsaved.isSorted(query) && unsaved.areRead }

  /// A page of a list, read while the engine waits, if it is at hand.
  ///
  /// - Throws: `storeUnavailable`.
  public func page(_ query: ListQuery) throws(EngineError) -> ListPage { try page(query, uncertain: uncertain) }

  /// A page of a list, read when any of the memos may have been saved meanwhile. To ask the store of all of them costs
  /// more than the page.
  func laterPage(_ query: ListQuery) throws(EngineError) -> ListPage {
    if writes.value == writesBegun {
      let page = try page(query, uncertain: uncertain)
      if writes.value == writesBegun { return page }
    }
    return try page(query, uncertain: hidden)
  }

  private func page(_ query: ListQuery, uncertain: Set<MemoID>) throws(EngineError) -> ListPage {
    var query = query
    query.tags = Array(Set(query.tags.map(\.tagForm)))
    // One row more tells whether there is a next page.
    let limit = query.limit
    query.limit += 1
    let (first, unsavedTotal) = unsaved.first(query, limit: query.limit)
    let (isIndexing, uncertain, stored) = try asking { () throws(StoreError) in
      // Asked first, so that what is filled in meanwhile counts as missing.
      let isIndexing = query.tags.isEmpty ? false : try !filling.isComplete()
      // What tags it has of texts that nobody has looked at only the store knows.
      let uncertain = isIndexing ? hidden : uncertain
      return (isIndexing, uncertain, try store.list(query, leavingOut: hidden, uncounted: uncertain))
    }
    var rows = first.map { (place: $0.place, memo: ListedMemo(summary: $0.summary, isSaved: false)) }
    rows += stored.rows.map { row in
      (row.place(in: query), ListedMemo(summary: row.summary.numbered(by: versionAliases), isSaved: true))
    }
    rows.sort { $0.place.precedes($1.place, order: query.order) }
    let shown = rows.prefix(limit)
    // What others did to the same memos may not be known yet.
    let storedTotal = max(stored.total - unsaved.storedTotal(query, without: uncertain), stored.rows.count)
    return ListPage(
      memos: shown.map(\.memo), total: storedTotal + unsavedTotal, next: rows.count > limit ? shown.last?.place : nil,
      isIndexing: isIndexing, isRecovering: isRecovering)
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
  /// Whether memos of its tags may be missing because nobody has looked through them yet.
  public let isIndexing: Bool
  /// Whether the last changes of ended processes may be missing from it.
  public let isRecovering: Bool
}

/// A memo in a list.
public struct ListedMemo: Sendable {
  /// What is shown of it.
  public let summary: MemoSummary
  /// Whether this version was in the store.
  public let isSaved: Bool
}
