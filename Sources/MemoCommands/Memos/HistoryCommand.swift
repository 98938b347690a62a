import MemoEngine
import MemoProtocol

/// `memo-ls history`: shows earlier states of memos.
struct HistoryCommand: Command {
  private static let diff = Option("--diff", "d", nil, "print what each revision changed, as diff -u does")
  private static let limits = RowLimit("revisions", all: "all revisions")
  private static let rows = RowOptions(
    ["revision", "modified", "bytes", "changes", "title", "version", "by", "id"], hasIDs: false)
  static let usage = CommandUsage(
    "history", "show what memos were",
    operands: CommandUsage.Operands(form: "[ID ...]", count: 0...Int.max, kind: .memo),
    options: Option.place + [diff] + limits.options + rows.options + [.json],
    details: [
      "Shows the revisions of a memo, the newest first; the first is what is stored now. Each line has the revision's "
        + "number, when it was changed, its size, what was changed then, and by which agent if one did, and its title. "
        + "In a terminal it is the end of the number, which is enough to name it.",
      "\(MemoName.explanation) Without ID it is the memo that was changed last.",
      "memo-ls show ID --revision R prints what it was then, memo-ls restore ID --revision R makes it that again.",
      "Where stdout is no terminal there are tabs between the fields. \(rows.explanation) With --json several memos "
        + "are an array.",
    ],
    success: "the revisions were shown", failure: "there is no such memo, or the store can't be read")

  let arguments: Arguments
  private var hasSeveral: Bool { arguments.operands.count > 1 }
  private var standard: [String] {
    (hasSeveral ? ["id"] : []) + ["revision", "modified", "bytes", "changes", "title"]
  }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let format = try Self.rows.format(arguments, standard: standard)
    if arguments.has(Self.diff), arguments.has(.json) || format != nil {
      throw .usage("--diff prints text; it can't be a row or JSON, too")
    }
    let limit = Self.limits.value(arguments, on: environment.terminal)
    try await OpenStore.with(arguments, in: environment, to: .read) { store throws(CommandError) in
      var results: [History.Result] = []
      for id in try await MemoName.findAllOrNewest(arguments.operands, in: store) {
        let history = try await MemoRevisions(id, limit: limit, in: store)
        if arguments.has(.json) {
          results.append(history.page.result(limit: limit, of: id.description))
        } else {
          show(history, format, environment)
        }
        if history.shown.count == limit, !arguments.has(.json) {
          environment.complain(RowLimit.remark(limit, of: history.page.total, "revisions"))
        }
      }
      if arguments.has(.json) { environment.print(json: results, asArray: hasSeveral) }
    }
    return 0
  }

  private func show(_ history: MemoRevisions, _ format: RowFormat?, _ environment: CommandEnvironment) {
    let terminal = environment.terminal
    if arguments.has(Self.diff) {
      history.forEach(reading: true) { environment.print($0.difference(for: terminal)) }
    } else if let format = format ?? (terminal.columns == nil ? RowFormat(standard) : nil) {
      history.forEach(reading: format.has("changes")) { row in environment.print(format.row(row.field)) }
    } else {
      if hasSeveral { environment.print("\(Paint.yellow.on(history.id.description, terminal))\n") }
      var table = RevisionTable()
      history.forEach(reading: true) { table.add($0.cells) }
      environment.print(table.lines(for: terminal))
    }
  }
}
