import MemoEngine
import MemoServer

/// `memo-ls list`: shows which memos there are.
struct List: Command {
  private static let trash = Option("--trash", nil, nil, "the memos in the trash")
  private static let tag = Option("--tag", "t", .text("TAG"), "only memos with this tag, in capitals or not")
  private static let pinnedFirst = Option("--pinned-first", "p", nil, "pinned memos before the others")
  private static let sort = Option(
    "--sort", "s", .choice(ListSort.allCases.map(\.rawValue)), "newest change first, newest memo first, or by title")
  private static let reverse = Option("--reverse", "r", nil, "the other way round")
  private static let rows = RowLimit("memos", all: "all memos")
  static let usage = CommandUsage(
    "list", "show which memos there are",
    options: [.store, trash, tag, pinnedFirst, sort, reverse] + rows.options + [.json],
    details: [
      "A memo's line has the end of its id, which is enough to name the memo in other commands, when it was changed last "
        + "(in the trash: when it was deleted), a sign if it is pinned and one for its weather, its title and its tags.",
      "On a terminal what does not fit is cut, and there are colours, unless NO_COLOR is set.",
    ],
    success: "the memos were shown, though there may be none", failure: "the store can't be read")

  private let arguments: Arguments
  private let limit: Int

  init(_ arguments: Arguments) {
    self.arguments = arguments
    limit = Self.rows.value(arguments)
  }

  func run(in surroundings: Surroundings) async throws(CommandError) -> Int32 {
    let page = try await OpenStore.with(arguments, in: surroundings) { store throws(CommandError) in
      try await store.page(query)
    }
    if arguments.has(.json) {
      surroundings.print(json: page.result(of: query))
      return 0
    }
    let rows = page.memos.map { MemoRow(summary: $0.summary) }
    surroundings.print(MemoRow.lines(rows, trashed: query.trashed, surroundings.terminal))
    if surroundings.terminal.columns != nil || page.memos.isEmpty { surroundings.complain(remark(page)) }
    return 0
  }

  private var query: ListQuery {
    let sort = arguments[Self.sort].flatMap(ListSort.init) ?? .modified
    // Titles run from A on, dates from the newest.
    let isAscending = (sort == .title) != arguments.has(Self.reverse)
    return ListQuery(
      sort: sort, order: isAscending ? .ascending : .descending, trashed: arguments.has(Self.trash),
      pinnedFirst: arguments.has(Self.pinnedFirst), tags: arguments.all(Self.tag), after: nil, limit: limit)
  }

  private func remark(_ page: ListPage) -> String {
    let place = query.trashed ? " in the trash" : ""
    if page.memos.isEmpty { return "no memos\(place)\n" }
    return page.memos.count < page.total
      ? "\(page.memos.count) of \(page.total) memos\(place); --all shows all\n" : ""
  }
}
