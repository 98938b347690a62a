package import JSONRPC
package import MemoEngine

/// Finds memos by their words, a page at a time.
package enum SearchMemos: RequestType {
  /// `search`
  package static let method: StaticString = "search"

  /// The most UTF-8 bytes a query may have.
  package static let largestQuery = 10_000

  /// The search, and the page.
  package struct Params: JSONReadable, Sendable {
    /// Words, quoted phrases and filters.
    package let query: String
    /// The most memos the page may have; 50 if absent.
    package let limit: Int
    /// The cursor at the end of the previous page; nil for the first.
    package let cursor: String?
    /// Whether to search the trash instead of live memos.
    package let trashed: Bool
    /// The time zone of the query's dates: `local`, `Z` or an offset from UTC; nil for UTC.
    package let timeZone: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      query = try json.required("query")
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
      trashed = try json.optional("trashed") ?? false
      timeZone = try json.optional("timeZone")
    }
  }

  /// A page.
  package typealias Result = Page<FoundSummary>
}

extension SearchPage {
  /// The page on the wire.
  package func result(
    _ encoding: PositionEncoding, nextCursor: String?, isRecovering: Bool = false
  ) -> SearchMemos.Result {
    Page(
      name: "memos", items: memos.map { FoundSummary($0, encoding) }, total: total, nextCursor: nextCursor,
      isIndexing: isIndexing, isRecovering: isRecovering)
  }
}

/// A memo found, as lists show it, with matches.
package struct FoundSummary: JSONObjectWritable, Sendable {
  /// The memo as lists show it.
  private let summary: Summary
  /// The first matches in its text, in order.
  private let matches: [Match]

  /// A match.
  private struct Match: JSONObjectWritable, Sendable {
    /// Its range, in the session's units.
    let range: ContentChange.Range
    /// The line it begins in; of a long one the part around it.
    let line: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("range", range)
      writer.member("line", line)
    }
  }

  /// Creates the summary of a memo.
  package init(_ memo: FoundMemo, _ encoding: PositionEncoding) {
    summary = Summary(memo.listed)
    matches = memo.matches.map { range in
      Match(range: ContentChange.Range(range, in: memo.text, encoding), line: memo.text.excerpt(around: range))
    }
  }

  /// Writes the summary's members and the matches as one object.
  package func writeMembers(to writer: inout JSONWriter) {
    summary.writeMembers(to: &writer)
    writer.member("matches", matches)
  }
}
