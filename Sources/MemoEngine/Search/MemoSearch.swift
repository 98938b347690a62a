public import MemoModel
public import MemoText

/// All memos at one moment, to be searched.
public struct MemoSearch: Sendable {
  let memos: MemoOverlay
  let searcher: Searcher
  let filling: ReferenceFilling
  /// The moment, to which a query's dates refer.
  public let now: Timestamp

  /// Whether the last changes of ended processes are missing from it.
  public var isRecovering: Bool { memos.isRecovering }

  /// A page of the memos found, newest first. Usable on any thread; runs on a thread of its own, one search after the
  /// other, and stops if the task is cancelled.
  ///
  /// - Parameters:
  ///   - place: where in a text the query's words must be.
  ///   - after: the end of the previous page; nil for the first.
  ///   - limit: the most memos of the page.
  /// - Throws: `storeUnavailable` or `cancelled`.
  public func page(
    _ query: SearchQuery, in place: SearchPlace = .text, trashed: Bool, after: ListPlace?, limit: Int
  ) async throws(EngineError) -> SearchPage {
    let request = SearchRequest(
      memos: memos, query: query, place: place, trashed: trashed, after: after, limit: limit)
    return try await searcher.page(request, filling).get()
  }
}

/// Where in a text a query's words must be.
public enum SearchPlace: Sendable {
  /// Anywhere.
  case text
  /// All in one line that looks like a heading, other than the one that gives the text its title. A few such lines are
  /// none, as in code.
  case headings
}

/// A page of the memos found.
public struct SearchPage: Sendable {
  /// The memos, newest first.
  public let memos: [FoundMemo]
  /// The number of memos that were found on all pages.
  public let total: Int
  /// Memos that are damaged in the store, so that they can't be searched.
  public let damaged: Set<MemoID>
  /// The place behind which the next page starts; nil on the last.
  public let next: ListPlace?
  /// Whether memos may be missing because they were not indexed yet for the query's filters.
  public internal(set) var isIndexing = false
}

/// A memo that was found.
public struct FoundMemo: Sendable {
  /// The most matches that are returned for a memo.
  static let matchLimit = 5

  /// The memo as lists show it.
  public let listed: ListedMemo
  /// Its text.
  public let text: Rope
  /// The ranges of the first matches in the text, in bytes, in order.
  public let matches: [Range<Int>]

  /// - Parameters:
  ///   - tags: the tags of its text.
  ///   - places: the matches in the text's search form.
  ///   - versions: the versions under which stored states are known here.
  init(
    _ contents: MemoContents, tags: [String], isSaved: Bool, places: [Range<Int>],
    numberedBy versions: SortedMap<MemoID, VersionAlias>
  ) {
    var summary = contents.row.summary
    summary.textTags = tags.tags(beside: contents.metadata.properties.tags)
    listed = ListedMemo(summary: summary.numbered(by: versions), isSaved: isSaved)
    text = contents.text
    matches = text.ranges(ofForm: places)
  }
}

extension MemoEngine {
  /// All memos as they are now, to be searched on another thread.
  ///
  /// - Parameter tag: the tag, however written, that a memo must have, or one below it, to be found, or to count in
  ///   queries about links; nil if all count.
  public func search(within tag: String? = nil) -> MemoSearch {
    MemoSearch(memos: overlay(within: tag), searcher: searcher, filling: references, now: time.date())
  }
}
