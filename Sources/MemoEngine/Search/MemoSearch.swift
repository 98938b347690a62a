public import MemoModel
public import MemoText

/// All memos as they were at one moment, to be searched.
public struct MemoSearch: Sendable {
  let memos: MemoOverlay
  let searcher: Searcher
  let filling: ReferenceFilling
  /// The moment, from which a query's dates are reckoned.
  public let now: Timestamp

  /// Whether the last changes of ended processes were missing from them.
  public var isRecovering: Bool { memos.isRecovering }

  /// A page of the memos that are found, newest first. May be called anywhere; is worked out on a thread of its own,
  /// one search after the other, and given up if the task is cancelled.
  ///
  /// - Parameters:
  ///   - after: where the page before ended; nil for the first.
  ///   - limit: the most memos of the page.
  /// - Throws: `storeUnavailable` or `cancelled`.
  public func page(
    _ query: SearchQuery, trashed: Bool, after: ListPlace?, limit: Int
  ) async throws(EngineError) -> SearchPage {
    let request = SearchRequest(memos: memos, query: query, trashed: trashed, after: after, limit: limit)
    return try await searcher.page(request, filling).get()
  }
}

/// A page of the memos that were found.
public struct SearchPage: Sendable {
  /// The memos, newest first.
  public let memos: [FoundMemo]
  /// How many memos were found in all.
  public let total: Int
  /// Memos that are damaged in the store, so that nothing can be found in them.
  public let damaged: Set<MemoID>
  /// The place behind which the next page starts; nil on the last.
  public let next: ListPlace?
  /// Whether memos may be missing because nobody has looked yet for what filters ask of their texts.
  public internal(set) var isIndexing = false
}

/// A memo that was found.
public struct FoundMemo: Sendable {
  /// The most matches that are told of a memo.
  static let matchLimit = 5

  /// What a list shows of it.
  public let listed: ListedMemo
  /// Its text.
  public let text: Rope
  /// Where the query's words stand in the text, in bytes: the first ones, in order.
  public let matches: [Range<Int>]

  /// - Parameters:
  ///   - tags: the tags of its text.
  ///   - places: where the words stand in the text's search form.
  ///   - versions: what stored versions are called here.
  init(
    _ contents: MemoContents, tags: [String], isSaved: Bool, places: [Range<Int>],
    numberedBy versions: [MemoID: VersionAlias]
  ) {
    var summary = contents.row.summary
    summary.textTags = tags.tags(beside: contents.metadata.properties.tags)
    listed = ListedMemo(summary: summary.numbered(by: versions), isSaved: isSaved)
    text = contents.text
    matches = text.ranges(ofForm: places)
  }
}

extension MemoEngine {
  /// All memos as they are now, to be searched elsewhere.
  ///
  /// - Parameter tag: the tag, however written, that a memo must have, or one in it, to be found, or to count where
  ///   links are asked for; nil if all count.
  public func search(within tag: String? = nil) -> MemoSearch {
    MemoSearch(memos: overlay(within: tag), searcher: searcher, filling: references, now: time.date())
  }
}
