public import MemoModel

/// All memos at one moment: their texts, and their lists.
public struct MemoListing: Sendable {
  let memos: MemoOverlay
  let list: MemoList

  /// A page of a list, read synchronously. Usable on any thread.
  ///
  /// - Throws: `storeUnavailable`.
  public func page(_ query: ListQuery) throws(EngineError) -> ListPage { try list.laterPage(query) }
}

/// The texts of all memos at one moment: what is stored, overlaid with what is unsaved.
struct MemoOverlay: Momentary {
  let shared: SharedStore
  let moment: EngineMoment
  /// Unsaved memos and those destroyed: their stored states no longer count.
  let unsaved: SortedMap<MemoID, UnsavedRow>
  /// The versions under which stored states are known here, where the store has others.
  let versionAliases: SortedMap<MemoID, VersionAlias>
  /// Whether the last changes of ended processes are missing from it.
  let isRecovering: Bool
  /// The form of the tag that a memo must have to count in queries about references; nil if all count.
  var tag: String?

  /// The identifiers of those whose stored states do not count: a set that takes a while to make.
  var hidden: Set<MemoID> { Set(unsaved.lazy.map(\.key)) }
}

/// The lists of all memos at one moment: the store's rows, with unsaved memos among them.
public struct MemoList: Momentary {
  let engine: MemoEngine
  let shared: SharedStore
  let queue: BlockingQueue
  let filling: ReferenceFilling
  /// The memos whose stored rows no longer count.
  let unsaved: UnsavedRows
  /// Those of them that are being saved: only the store knows whether it has them yet.
  let uncertain: Set<MemoID>
  let moment: EngineMoment
  let versionAliases: SortedMap<MemoID, VersionAlias>
  let isRecovering: Bool

  /// A page of a list, read on one of the engine's threads: all of it as it is at one moment, this one or a later one.
  ///
  /// - Throws: `storeUnavailable`.
  public func page(_ query: ListQuery) async throws(EngineError) -> ListPage {
    try await engine.atOneMoment(self, else: { $0.list(for: query) }) { list throws(EngineError) in
      try await list.queue.run { Result { () throws(EngineError) in try list.laterPage(query) } }.get()
    }
  }

  /// The most memos being saved of which the store is asked on the executor whether it has them yet.
  private static let mostUncertain = 256

  /// A page of a list that takes no time: it has no tags to filter by, no unsaved text must be read nor list sorted
  /// first, its memos have no long properties, few unsaved memos stand before it in the store, and it waits for nobody;
  /// nil for any other.
  public func pageAtHand(_ query: ListQuery) -> ListPage? {
    guard query.tags.isEmpty, unsaved.isAtHand(query), uncertain.count <= Self.mostUncertain else { return nil }
    var left = Self.longProperties
    let read = try? shared.store.reading(atMost: left, mayWait: false) { () throws(StoreError) in
      try shared.noteChangeSequence()
      return try readPage(query, uncertain: uncertain, in: shared.store)
    }
    guard let page = read else { return nil }
    for memo in page.memos where left > 0 { left -= memo.summary.metadata.properties.bytes(upTo: left) }
    return left > 0 ? page : nil
  }

  /// The bytes of all a page's properties that take a while to read and to write.
  private static let longProperties = 256 << 10

  /// A page of a list, read when any of the memos may have been saved meanwhile. Asking the store about all of them
  /// costs more than the page.
  func laterPage(_ query: ListQuery) throws(EngineError) -> ListPage {
    if moment.lasts {
      let page = try shared.read { store throws(StoreError) in try readPage(query, uncertain: uncertain, in: store) }
      if moment.lasts { return page }
    }
    return try shared.read { store throws(StoreError) in try readPage(query, uncertain: unsaved.ids, in: store) }
  }

  private func readPage(
    _ query: ListQuery, uncertain: Set<MemoID>, in store: any MemoStore
  ) throws(StoreError) -> ListPage {
    var query = query
    query.tags = Array(Set(query.tags.map(\.tagForm)))
    // One more row tells whether there is a next page.
    let limit = query.limit
    query.limit += 1
    let (first, unsavedTotal) = unsaved.first(query, limit: query.limit)
    // Asked first, so that what is filled in meanwhile counts as missing.
    let isIndexing = query.tags.isEmpty ? false : try !filling.isComplete()
    // Only the store knows the tags of texts that were not indexed here.
    let uncertain = isIndexing ? unsaved.ids : uncertain
    let hidden = HiddenMemos(count: unsaved.rows.count) { unsaved.rows[$0] != nil }
    let stored = try store.list(query, leavingOut: hidden, uncounted: uncertain)
    var rows = first.map { (place: $0.place, memo: ListedMemo(summary: $0.summary, isSaved: false)) }
    rows += stored.rows.map { row in
      (row.place(in: query), ListedMemo(summary: row.summary.numbered(by: versionAliases), isSaved: true))
    }
    rows.sort { $0.place.precedes($1.place, order: query.order) }
    let shown = rows.prefix(limit)
    // Other processes' changes of the same memos may not be known yet.
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
  /// The number of memos that the whole list has.
  public let total: Int
  /// The place behind which the next page starts; nil on the last.
  public let next: ListPlace?
  /// Whether memos with its tags may be missing because they were not indexed yet.
  public let isIndexing: Bool
  /// Whether the last changes of ended processes may be missing from it.
  public let isRecovering: Bool
}

/// A memo in a list.
public struct ListedMemo: Sendable {
  /// The memo's summary.
  public let summary: MemoSummary
  /// Whether this version was in the store.
  public let isSaved: Bool
}
