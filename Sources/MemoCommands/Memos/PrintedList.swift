import MemoEngine
import MemoProtocol

/// A list of memos as `list` and `trash` print it.
struct PrintedList: Sendable {
  private static let pinnedFirst = Option("--pinned-first", "p", nil, "pinned memos before the others")
  private static let sort = Option(
    "--sort", "s", .choice(ListSort.allCases.map(\.rawValue)), "newest change first, newest memo first, or by title")
  private static let reverse = Option("--reverse", "r", nil, "the other way round")
  private static let limits = RowLimit("memos", all: "all memos")
  private static let rows = RowOptions(MemoFields.names, hasIDs: true)
  /// Its options, in the order of the help.
  static let options = MemoFilter.options + [pinnedFirst, sort, reverse] + limits.options + rows.options + [.json]
  /// Paragraphs of the help.
  static let details = [
    MemoFilter.explanation,
    "In a terminal a line has the end of an id, which is enough to name the memo in other commands; what does not fit "
      + "is cut, and there are colours, unless NO_COLOR is set. Anywhere else a row has the whole id, the date as in "
      + "ISO 8601, the title and the tags, with a tab between them and nothing cut.",
    rows.explanation,
  ]

  /// The most memos in memory at once if they are only printed.
  private static let page = ListMemos.largestLimit

  private let arguments: Arguments
  private let trashed: Bool
  private let filter: MemoFilter
  private let format: RowFormat?

  /// Reads the options.
  ///
  /// - Throws: a usage error.
  init(_ arguments: Arguments, trashed: Bool) throws(CommandError) {
    self.arguments = arguments
    self.trashed = trashed
    filter = try MemoFilter(arguments)
    format = try Self.rows.format(arguments, standard: MemoFields.standard(trashed: trashed))
  }

  /// Prints it.
  func print(in environment: CommandEnvironment) async throws(CommandError) {
    let terminal = environment.terminal
    let limit = Self.limits.value(arguments, on: terminal)
    let format = format ?? (terminal.columns == nil ? RowFormat(MemoFields.standard(trashed: trashed)) : nil)
    var table: [MemoRow] = []
    var document = JSONPages("memos", environment)
    let (count, total) = try await OpenStore.with(arguments, in: environment, to: .read) {
      store throws(CommandError) in
      if !query.tags.isEmpty { try await store.lookThrough() }
      return try await store.forEachPage(query, limit: limit) { page in
        if arguments.has(.json) {
          document.isIndexing = document.isIndexing || page.isIndexing
          document.add(page.memos.map { store.filed(Summary($0), $0.summary.metadata.id) })
        } else if let format {
          environment.print(
            page.memos.map { memo in format.row { MemoFields.value($0, of: memo.summary, in: store) } }.joined())
        } else {
          table += page.memos.map { MemoRow(summary: $0.summary) }
        }
      }
    }
    if arguments.has(.json) { document.end(total: limit == RowLimit.unlimited ? count : total) }
    if !table.isEmpty { environment.print(MemoRow.lines(table, trashed: trashed, terminal)) }
    let place = trashed ? " in the trash" : ""
    if count == 0, !arguments.has(.json) { environment.complain("no memos\(place)\n") }
    if count == limit { environment.complain(RowLimit.remark(count, of: total, "memos\(place)")) }
  }

  private var query: ListQuery {
    let sort = arguments[Self.sort].flatMap(ListSort.init) ?? .modified
    // Titles start with A, dates with the newest.
    let isAscending = (sort == .title) != arguments.has(Self.reverse)
    return ListQuery(
      sort: sort, order: isAscending ? .ascending : .descending, trashed: trashed,
      pinnedFirst: arguments.has(Self.pinnedFirst), tags: filter.tags, modified: filter.modified,
      created: filter.created, after: nil, limit: Self.page)
  }
}

extension OpenStore {
  /// Hands over a list page by page, so that it is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - query: the list; its limit is that of a page.
  ///   - limit: the most memos in all.
  ///   - body: receives each page.
  /// - Returns: how many memos were handed over, and how many the list had at its first page.
  func forEachPage(
    _ query: ListQuery, limit: Int, _ body: (ListPage) -> Void
  ) async throws(CommandError) -> (count: Int, total: Int) {
    var query = query
    var (count, total): (Int, Int?) = (0, nil)
    let most = query.limit
    repeat {
      query.limit = min(most, limit - count)
      let page = try await self.page(query)
      body(page)
      count += page.memos.count
      total = total ?? page.total
      query.after = page.next
    } while query.after != nil && count < limit
    return (count, total ?? 0)
  }
}

/// One JSON document of many pages, printed page by page: `{"memos":[…],"total":…}`.
struct JSONPages {
  private let environment: CommandEnvironment
  private var lead: String
  /// Whether elements may be missing, because memos were not indexed.
  var isIndexing = false

  /// Starts a document with its elements under a name.
  init(_ name: String, _ environment: CommandEnvironment) {
    self.environment = environment
    lead = "{\"\(name)\":["
  }

  /// Prints some elements.
  mutating func add(_ elements: [some JSONWritable]) {
    var bytes: [UInt8] = []
    for element in elements {
      bytes += Array(lead.utf8) + element.json
      lead = ","
    }
    environment.write(bytes)
  }

  /// Prints the end.
  mutating func end(total: Int) {
    if lead != "," { environment.print(lead) }
    environment.print("],\"total\":\(total)\(isIndexing ? ",\"indexing\":true" : "")}\n")
  }
}
