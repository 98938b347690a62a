package import JSONRPC
package import MemoEngine

/// Finds memos by the words in them, a page at a time.
package enum SearchMemos: RequestType {
  /// `search`
  package static let method: StaticString = "search"

  /// The most UTF-8 bytes a query may have.
  package static let largestQuery = 10_000

  /// What to find, and which page of it.
  package struct Params: JSONReadable, Sendable {
    /// Words, quoted phrases and filters.
    package let query: String
    /// The most memos the page may have; 50 if absent.
    package let limit: Int
    /// Where the page before this one ended; nil for the first.
    package let cursor: String?
    /// The trash rather than the living.
    package let trashed: Bool
    /// Whose dates the query's are: `local`, `Z` or an offset from UTC; nil for UTC.
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

/// What is shown of a memo that was found.
package struct FoundSummary: JSONObjectWritable, Sendable {
  /// What a list shows of it.
  private let summary: Summary
  /// Where the query's words stand in its text: the first ones, in order.
  private let matches: [Match]

  /// One place where a word stands.
  private struct Match: JSONObjectWritable, Sendable {
    /// Where it begins and ends, in the session's units.
    let range: ContentChange.Range
    /// The line it begins in, or the part around it of a long one.
    let line: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("range", range)
      writer.member("line", line)
    }
  }

  /// Creates what is shown of a memo.
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
