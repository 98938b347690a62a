import JSONRPC
import MemoEngine

/// `search_memos`
enum SearchMemosTool: Tool {
  struct Arguments: JSONReadable, Sendable {
    let query: String
    let tag: String?
    let after: String?
    let before: String?
    let limit: Int
    let cursor: String?

    init(json: JSONView) throws(JSONTypeError) {
      query = try json.required("query")
      tag = try json.optional("tag")
      after = try json.optional("after")
      before = try json.optional("before")
      limit = try json.optional("limit") ?? 20
      cursor = try json.optional("cursor")
    }

    /// A text that distinguishes it from other searches.
    fileprivate var list: String {
      [query, tag, after, before].map { $0.map { "\"\($0)\"" } ?? "-" }.joined(separator: " ")
    }
  }

  static func usage(_ access: Access) -> ToolUsage {
    ToolUsage(
      name: "search_memos", title: "Search memos",
      description: """
        Finds memos by words in them, newest first, each with the lines in which the words stand. Use it when you know \
        what a memo says; to see what there is use list_memos, and to read a whole memo read_memo.
        """,
      effect: .reads, subject: .all,
      arguments: [
        .required(
          "query", .text(0...10_000),
          "Words that must all occur, \"phrases in quotes\", and filters such as tag:work or link:Plan. May be empty "
            + "if a tag or a date is given."),
        .optional("tag", .text(1...100), "Only memos with this tag, or one in it."),
        .optional("after", .text(1...40), "Only memos changed then or later: 2026-11-23, an RFC 3339 time, or 7d."),
        .optional("before", .text(1...40), "Only memos changed before then."), .limit, .cursor,
      ],
      answer: ToolPage<FoundRow>.fields(
        "memos",
        .object(
          ToolMemoRow.fields + [
            .required(
              "matches", .list(.object([.required("line", .number(1...(1 << 31))), .required("text", .text())])),
              "The first lines with the words, shortened.")
          ])))
  }

  static func begin(
    _ arguments: Arguments, _ call: ToolCall, in session: isolated ContextSession
  ) throws -> ToolWork {
    let access = session.access
    let search = session.onEngine { $0.search(within: access.tag) }
    let after = try PageCursor.place(arguments.cursor, in: arguments.list)
    return {
      let query = try query(arguments, now: search.now)
      let page = try await search.page(query, trashed: false, after: after, limit: arguments.limit)
      return .answer(
        ToolPage(
          name: "memos", rows: page.memos.map(FoundRow.init), total: page.total,
          nextCursor: page.next.map { $0.cursor(in: arguments.list) },
          isIncomplete: page.isIndexing || search.isRecovering))
    }
  }

  private static func query(_ arguments: Arguments, now: Timestamp) throws(ToolFailure) -> SearchQuery {
    var query = SearchQuery()
    if !arguments.query.allSatisfy(\.isWhitespace) {
      do throws(SearchQueryError) {
        query = try SearchQuery(reading: arguments.query, now: now, in: .local)
      } catch {
        throw ToolFailure("query \(error.description)")
      }
    }
    if let tag = arguments.tag { query.add(tag: tag) }
    if let after = arguments.after { query.modified.start(at: try moment("after", after, now)) }
    if let before = arguments.before { query.modified.end(before: try moment("before", before, now)) }
    guard !query.isEmpty else {
      throw ToolFailure("query must have a word, or there must be a tag or a date; list_memos lists all memos.")
    }
    return query
  }

  private static func moment(_ name: String, _ text: String, _ now: Timestamp) throws(ToolFailure) -> Timestamp {
    guard let moment = Timestamp(reading: text, in: .local, now: now) else {
      throw ToolFailure("\(name) must be a date such as 2026-11-23, a time such as 2026-11-23T09:00:00Z, or 7d or 3h.")
    }
    return moment
  }

  /// A memo found.
  private struct FoundRow: JSONObjectWritable, Sendable {
    private let row: ToolMemoRow
    private let matches: [ShownLine]

    init(_ memo: FoundMemo) {
      row = ToolMemoRow(memo.listed)
      var told: Set<Int> = []
      matches = memo.matches.compactMap { range in
        let line = ShownLine(range, in: memo.text)
        return told.insert(line.line).inserted ? line : nil
      }
    }

    func writeMembers(to writer: inout JSONWriter) {
      row.writeMembers(to: &writer)
      writer.member("matches", matches)
    }
  }
}
