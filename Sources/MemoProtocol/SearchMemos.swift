public import JSONRPC

/// Finds memos by the words in them, a page at a time.
public enum SearchMemos: RequestType {
  /// `search`
  public static let method: StaticString = "search"

  /// The most UTF-8 bytes a query may have.
  public static let largestQuery = 10_000

  /// What to find, and which page of it.
  public struct Params: JSONReadable, Sendable {
    /// Words, quoted phrases and filters.
    public let query: String
    /// The most memos the page may have; 50 if absent.
    public let limit: Int
    /// Where the page before this one ended; nil for the first.
    public let cursor: String?
    /// The trash rather than the living.
    public let trashed: Bool
    /// Whose dates the query's are: `local`, `Z` or an offset from UTC; nil for UTC.
    public let timeZone: String?

    /// Reads the parameters.
    public init(json: JSONView) throws(JSONTypeError) {
      query = try json.required("query")
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
      trashed = try json.optional("trashed") ?? false
      timeZone = try json.optional("timeZone")
    }
  }

  /// A page.
  public struct Result: JSONWritable, Sendable {
    /// The memos, newest first.
    public let memos: [FoundSummary]
    /// How many memos were found in all.
    public let total: Int
    /// What to ask the next page with; nil on the last.
    public let nextCursor: String?
    /// Whether what ended processes did last is still on its way into the store.
    public let isRecovering: Bool

    /// Creates a page.
    public init(memos: [FoundSummary], total: Int, nextCursor: String?, isRecovering: Bool = false) {
      self.memos = memos
      self.total = total
      self.nextCursor = nextCursor
      self.isRecovering = isRecovering
    }

    /// Writes the page.
    public func write(to writer: inout JSONWriter) {
      writer.page("memos", memos, total: total, nextCursor: nextCursor, isRecovering: isRecovering)
    }
  }
}

/// What is shown of a memo that was found.
public struct FoundSummary: JSONWritable, Sendable {
  /// What a list shows of it.
  public let summary: Summary
  /// Where the query's words stand in its text: the first ones, in order.
  public let matches: [Match]

  /// One place where a word stands.
  public struct Match: JSONWritable, Sendable {
    /// Where it begins and ends, in the session's units.
    public let range: ContentChange.Range
    /// The line it begins in, or the part around it of a long one.
    public let line: String

    /// Creates a match.
    public init(range: ContentChange.Range, line: String) {
      self.range = range
      self.line = line
    }

    /// Writes the match.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("range")
      range.write(to: &writer)
      writer.name("line")
      writer.value(line)
      writer.endObject()
    }
  }

  /// Creates what is shown of a memo.
  public init(summary: Summary, matches: [Match]) {
    self.summary = summary
    self.matches = matches
  }

  /// Writes the summary's members and the matches as one object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    summary.writeMembers(to: &writer)
    writer.name("matches")
    writer.beginArray()
    for match in matches { match.write(to: &writer) }
    writer.endArray()
    writer.endObject()
  }
}
