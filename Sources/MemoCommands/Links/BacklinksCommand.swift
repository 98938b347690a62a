import MemoEngine
import MemoProtocol

/// `memo-ls backlinks`: shows which memos link to one.
struct BacklinksCommand: Command {
  private static let limits = RowLimit("memos", all: "all memos that link to it")
  private static let rows = RowOptions(MemoFields.names + ["lines"], hasIDs: true)
  private static let standard = MemoFields.standard(trashed: false) + ["lines"]
  static let usage = CommandUsage(
    "backlinks", "show which memos link to a memo",
    operands: CommandUsage.Operands(form: "[ID]", count: 0...1, kind: .memo),
    options: Option.place + limits.options + rows.options + [.json],
    details: [
      "Shows the memos that link to a memo, those changed last first, each with the lines in which the links are. A "
        + "link that could mean several memos counts for each of them.",
      "\(MemoName.explanation) Without ID it is the memo that was changed last.",
      "Where stdout is no terminal each memo is a row: id, date, title, tags, and the lines in which the links are, "
        + "with a tab between them. \(rows.explanation)",
    ],
    success: "the memos were shown, though there may be none",
    failure: "there is no such memo, or the store can't be read")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let given = try Self.rows.format(arguments, standard: Self.standard)
    let terminal = environment.terminal
    let format = given ?? (terminal.columns == nil ? RowFormat(Self.standard) : nil)
    let limit = Self.limits.value(arguments, on: terminal)
    var document = JSONPages("memos", environment)
    let (memo, count, total, isIndexing) = try await OpenStore.with(arguments, in: environment, to: .read) {
      store throws(CommandError) in
      let memo = try await store.memo(try await MemoName.findAllOrNewest(arguments.operands, in: store)[0])
      let links = await store.links()
      let (count, total, isIndexing) = try await store.forEachPage(limit: limit) { after, limit throws(EngineError) in
        try await links.backlinks(of: memo.metadata.id, after: after, limit: limit)
      } _: { memos in
        if arguments.has(.json) {
          document.add(memos.map { store.filed(LinkingSummary($0, .utf16), $0.listed.summary.metadata.id) })
        } else if let format {
          environment.print(memos.map { row($0, format, store) }.joined())
        } else {
          show(memos, environment)
        }
      }
      return (memo, count, total, isIndexing)
    }
    if arguments.has(.json) {
      document.isIndexing = isIndexing
      document.end(total: limit == RowLimit.unlimited ? count : total)
    } else if count == 0 {
      environment.complain("no memo links to \(memo.named)\n")
    }
    if count == limit { environment.complain(RowLimit.remark(count, of: total, "memos")) }
    return 0
  }

  private func row(_ memo: LinkingMemo, _ format: RowFormat, _ store: OpenStore) -> String {
    format.row { $0 == "lines" ? FoundLines(memo).field : MemoFields.value($0, of: memo.listed.summary, in: store) }
  }

  private func show(_ memos: [LinkingMemo], _ environment: CommandEnvironment) {
    let rows = memos.map { MemoRow(summary: $0.listed.summary) }
    let lines = MemoRow.lines(rows, trashed: false, environment.terminal).split(separator: "\n")
    for (line, memo) in zip(lines, memos) {
      let found = FoundLines(memo).lines(columns: environment.terminal.columns ?? Help.width, environment.terminal)
      environment.print("\(line)\n\(found)")
    }
  }
}
