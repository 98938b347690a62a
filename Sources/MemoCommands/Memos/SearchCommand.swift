import MemoEngine
import MemoProtocol

/// `memo-ls search`: finds memos by their words.
struct SearchCommand: Command {
  private static let trash = Option("--trash", nil, nil, "in the trash")
  private static let limits = RowLimit("memos", all: "all memos that are found")
  private static let rows = RowOptions(MemoFields.names + ["lines"], hasIDs: true)
  static let usage = CommandUsage(
    "search", "find memos by the words in them",
    operands: CommandUsage.Operands(form: "[WORD ...]", count: 0...Int.max, kind: .words),
    options: Option.place + [trash] + MemoFilter.options + limits.options + rows.options + [.json],
    details: [
      "Shows the memos in which every WORD stands, also as a part of a longer word, in capitals or not, those changed "
        + "last first, each with the lines in which the words are. A \"quoted phrase\" is one word; for the shell it "
        + "needs quotes around it: '\"like this\"'.",
      "A WORD can also be a condition; any other word: is a word like others:",
      """
        tag:x tag:"two words"           with this tag, or one in it: x/y
        link:x link:"two words"         that link to the memo with this id or name
        has:task                        with something to do, or done
        is:orphan                       without links, to them or from them
      \(flags)
        after:DATE before:DATE          last changed on DATE or later, or before it
        created-after: created-before:  made then
      """,
      MemoFilter.explanation,
      "Where stdout is no terminal each memo is a row: id, date, title, tags, and the lines in which the words are, "
        + "with a tab between them. \(rows.explanation)",
    ],
    success: "something was found", failure: "nothing was found, or the store can't be read")

  private static let flags = KnownProperties.flags.map { flag in
    let forms = "\(flag.name):true \(flag.name):false"
    return "  \(forms)\(String(repeating: " ", count: max(1, 32 - forms.count)))\(flag.name), or not"
  }
  .joined(separator: "\n")

  let arguments: Arguments
  private var trashed: Bool { arguments.has(Self.trash) }
  private var standard: [String] { MemoFields.standard(trashed: trashed) + ["lines"] }

  private func query(_ words: String) throws(CommandError) -> SearchQuery {
    let filter = try MemoFilter(arguments)
    var query = SearchQuery()
    if filter.isEverything || !arguments.operands.isEmpty {
      do throws(SearchQueryError) {
        query = try SearchQuery(reading: words, now: .now, in: .local)
      } catch {
        let quoting = arguments.operands.isEmpty ? "; \(Tags.quoting)" : ""
        throw .usage("the query \(error.description)\(quoting)", isComplete: true)
      }
    }
    for tag in filter.tags { query.add(tag: tag) }
    query.modified.narrow(to: filter.modified)
    query.created.narrow(to: filter.created)
    return query
  }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let given = try Self.rows.format(arguments, standard: standard)
    let words = arguments.operands.joined(separator: " ")
    let query = try query(words)
    let terminal = environment.terminal
    let limit = Self.limits.value(arguments, on: terminal)
    let format = given ?? (terminal.columns == nil ? RowFormat(standard) : nil)
    var document = JSONPages("memos", environment)
    var damaged: Set<MemoID> = []
    var advice = ""
    let (count, total) = try await OpenStore.with(arguments, in: environment, to: .read) {
      store throws(CommandError) in
      if !query.references.isEmpty { try await store.lookThrough() }
      let found = try await store.forEachPage(query, trashed: trashed, limit: limit) { page in
        damaged.formUnion(page.damaged)
        if arguments.has(.json) {
          document.isIndexing = document.isIndexing || page.isIndexing
          document.add(page.memos.map { store.filed(FoundSummary($0, .utf16), $0.listed.summary.metadata.id) })
        } else if let format {
          environment.print(page.memos.map { row($0, format, store) }.joined())
        } else {
          show(page.memos, terminal.columns ?? Help.width, environment)
        }
      }
      if found.count == 0, let named = Self.named(words) {
        let named = (query: try self.query(named.query), filter: named.filter)
        if try await store.forEachPage(named.query, trashed: trashed, limit: 1, { _ in }).count > 0 {
          advice = "; if these words are one name, put it in quotes: '\(named.filter)'"
        }
      }
      return found
    }
    for id in damaged.map(\.description).sorted() {
      environment.complain("memo-ls search: memo \(id) is damaged and was left out; memo-ls check tells more\n")
    }
    if arguments.has(.json) { document.end(total: limit == RowLimit.unlimited ? count : total) }
    if count == limit { environment.complain(RowLimit.remark(count, of: total, "memos")) }
    if count == 0, !arguments.has(.json) { throw .failure("nothing was found\(advice)") }
    return count == 0 ? 1 : 0
  }

  /// The query that may have been meant where a filter takes only the first of several words, and that filter with all.
  private static func named(_ words: String) -> (query: String, filter: String)? {
    let pattern = #/(?<start>^|\s)(?<name>link|tag):(?<value>[^"\s]+(?:\s+[^":\s]+(?!\S))+)/#
    guard let found = words.firstMatch(of: pattern) else { return nil }
    let filter = "\(found.name):\"\(found.value)\""
    return (words.replacing(pattern, with: "\(found.start)\(filter)", maxReplacements: 1), filter)
  }

  private func row(_ memo: FoundMemo, _ format: RowFormat, _ store: OpenStore) -> String {
    format.row { $0 == "lines" ? FoundLines(memo).field : MemoFields.value($0, of: memo.listed.summary, in: store) }
  }

  private func show(_ memos: [FoundMemo], _ columns: Int, _ environment: CommandEnvironment) {
    let rows = memos.map { MemoRow(summary: $0.listed.summary) }
    let lines = MemoRow.lines(rows, trashed: trashed, environment.terminal).split(separator: "\n")
    for (line, memo) in zip(lines, memos) {
      environment.print("\(line)\n" + FoundLines(memo).lines(columns: columns, environment.terminal))
    }
  }
}

extension OpenStore {
  /// Hands over the results of a search page by page, so that not all texts are in memory at once.
  ///
  /// - Parameter limit: the most memos in all.
  /// - Returns: how many memos were handed over, and how many were found at the first page.
  func forEachPage(
    _ query: SearchQuery, trashed: Bool, limit: Int, _ body: (SearchPage) -> Void
  ) async throws(CommandError) -> (count: Int, total: Int) {
    let search = try await asking { engine throws(EngineError) in await engine.search() }
    var (count, total): (Int, Int?) = (0, nil)
    var after: ListPlace?
    var size = 50
    repeat {
      let limit = min(size, limit - count)
      let page = try await asking { _ throws(EngineError) in
        try await search.page(query, trashed: trashed, after: after, limit: limit)
      }
      body(page)
      count += page.memos.count
      total = total ?? page.total
      after = page.next
      // As many as have 8 to 16 MB of text.
      let bytes = page.memos.reduce(0) { $0 + $1.listed.summary.bytes }
      size = bytes < 8_000_000 ? min(size * 2, 1000) : bytes > 16_000_000 ? max(size / 2, 1) : size
    } while after != nil && count < limit
    return (count, total ?? 0)
  }
}
