import MemoEngine
import MemoProtocol
import MemoServer

/// `memo-ls history`: shows what a memo was.
struct History: Command {
  private static let rows = RowLimit("revisions", all: "all revisions")
  static let usage = CommandUsage(
    "history", "show what a memo was",
    operands: CommandUsage.Operands(form: "[ID]", count: 0...1, kind: .memo),
    options: [.store] + rows.options + [.json],
    details: [
      "Shows the revisions of a memo, the newest first; the first is what is stored now. Each line has the end of the "
        + "revision's number, which is enough to name it, when it was changed, its size and its title. Without ID it is the "
        + "memo that was changed last.",
      "memo-ls show ID --revision R prints what it was then, memo-ls restore ID --revision R makes it that again.",
    ],
    success: "the revisions were shown", failure: "there is no such memo, or the store can't be read")

  private let arguments: Arguments
  private let limit: Int

  init(_ arguments: Arguments) {
    self.arguments = arguments
    limit = Self.rows.value(arguments)
  }

  func run(in surroundings: Surroundings) async throws(CommandError) -> Int32 {
    let (id, page) = try await OpenStore.with(arguments, in: surroundings) { store throws(CommandError) in
      let id = try await MemoName.findOrNewest(arguments.operands.first, in: store)
      // One more tells whether there are more.
      return (id, try await Revisions.page(id, limit: limit + 1, in: store))
    }
    if arguments.has(.json) {
      surroundings.print(json: MemoProtocol.History.Result(page, limit: limit, of: id.description))
      return 0
    }
    let shown = Array(page.entries.prefix(limit))
    var table = Table([
      Table.Column(paint: .yellow), Table.Column(paint: .cyan), Table.Column(isNumber: true), Table.Column(share: 1),
    ])
    for (entry, name) in zip(shown, Revisions.short(shown)) {
      let title = entry.displayTitle
      table.add([
        name, LocalDate.text(entry.modifiedAt), Sizes.bytes(entry.bytes), title.isEmpty ? "(empty)" : title,
      ])
    }
    surroundings.print(table.lines(for: surroundings.terminal))
    if surroundings.terminal.columns != nil, shown.count < page.total {
      surroundings.complain("\(shown.count) of \(page.total) revisions; --all shows all\n")
    }
    return 0
  }
}
