import MemoEngine
import MemoServer

/// `memo-ls search`: finds memos by the words in them.
struct Search: Command {
  private static let trash = Option("--trash", nil, nil, "in the trash")
  private static let rows = RowLimit("memos", all: "all memos that are found")
  static let usage = CommandUsage(
    "search", "find memos by the words in them",
    operands: CommandUsage.Operands(form: "WORD ...", count: 1...Int.max, kind: .words),
    options: [.store, trash] + rows.options + [.json],
    details: [
      "Shows the memos in which every WORD stands, also as a part of a longer word, in capitals or not, those changed last "
        + "first, each with the lines in which the words are. A \"quoted phrase\" is one word; for the shell it needs quotes "
        + "around it: '\"like this\"'.",
      "A WORD can also be a condition:",
      """
        tag:x tag:"two words"     with this tag
        pinned:true pinned:false  pinned, or not
        before:D after:D          last changed before D, or from D on; D is 2026,
                                  2026-11, 2026-11-21 (UTC) or 2026-11-21T12:00:00Z
      """,
    ],
    success: "something was found", failure: "nothing was found, or the store can't be read")

  private let arguments: Arguments
  private let query: SearchQuery
  private let limit: Int

  init(_ arguments: Arguments) throws(CommandError) {
    self.arguments = arguments
    do throws(SearchQueryError) {
      query = try SearchQuery(reading: arguments.operands.joined(separator: " "), now: .now, in: .local)
    } catch {
      throw .usage("the query \(error.description)")
    }
    limit = Self.rows.value(arguments)
  }

  func run(in surroundings: Surroundings) async throws(CommandError) -> Int32 {
    let page = try await OpenStore.with(arguments, in: surroundings) { store throws(CommandError) in
      let search = try await store.asking { engine throws(EngineError) in engine.search() }
      do throws(EngineError) {
        return try await search.page(query, trashed: arguments.has(Self.trash), after: nil, limit: limit)
      } catch {
        throw CommandError(error)
      }
    }
    for id in page.damaged.map(\.description).sorted() {
      surroundings.complain("memo-ls search: memo \(id) is damaged and was left out; memo-ls check tells more\n")
    }
    if arguments.has(.json) {
      surroundings.print(json: page.result(.utf16, nextCursor: nil))
      return page.memos.isEmpty ? 1 : 0
    }
    let rows = page.memos.map { MemoRow(summary: $0.listed.summary) }
    let lines = MemoRow.lines(rows, trashed: arguments.has(Self.trash), surroundings.terminal).split(separator: "\n")
    for (line, memo) in zip(lines, page.memos) {
      surroundings.print("\(line)\n" + FoundLines(memo).lines(for: surroundings.terminal))
    }
    if page.memos.isEmpty { throw .failure("nothing was found") }
    if surroundings.terminal.columns != nil, page.memos.count < page.total {
      surroundings.complain("\(page.memos.count) of \(page.total) memos; --all shows all\n")
    }
    return 0
  }
}
