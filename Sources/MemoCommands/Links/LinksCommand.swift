import MemoEngine
import MemoProtocol

/// `memo-ls links`: shows where a memo's links lead, or which memos have links that lead nowhere.
struct LinksCommand: Command {
  private static let broken = Option(
    "--broken", nil, nil, "all memos' links that lead nowhere, to the trash, or to a heading that is not there")
  private static let ambiguous = Option("--ambiguous", nil, nil, "all memos' links that could mean several memos")
  private static let orphans = Option("--orphans", nil, nil, "all memos without a link to them or from them")
  private static let limits = RowLimit("memos", all: "all memos that are found")
  private static let rows = RowOptions(MemoFields.names + ShownLink.names, hasIDs: false)
  static let usage = CommandUsage(
    "links", "show where links lead, or those that lead nowhere",
    operands: CommandUsage.Operands(form: "[ID]", count: 0...1, kind: .memo),
    options: Option.place + [broken, ambiguous, orphans] + limits.options + rows.options + [.json],
    details: [
      "Shows the links of a memo, each with its line, what is wrong with it, and the memo that it leads to. "
        + "\(MemoName.explanation) Without ID it is the memo that was changed last.",
      "With --broken, --ambiguous or --orphans, of which one can be given and no ID, all memos are looked at but those "
        + "in the trash, and those that were changed last come first.",
      "A link is written [[Title]], [[Title#Heading]], [[Title#^block]] or [[Title|words to show]], or as in Markdown. "
        + "It leads to the memo with this id, else this title, else this alias, else the one whose title is written so "
        + "in addresses: my-plan for My Plan.",
      "Where stdout is no terminal each link is a row, or each memo where FORMAT says nothing of links. "
        + "\(rows.explanation) --json prints what the methods outline and links answer.",
    ],
    success: "the links were shown, though there may be none",
    failure: "there is no such memo, or the store can't be read"
  )

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let kinds: [(option: Option, kind: LinkedKind)] = [
      (Self.broken, .broken), (Self.ambiguous, .ambiguous), (Self.orphans, .orphans),
    ]
    let given = kinds.filter { arguments.has($0.option) }
    let standard = given.isEmpty ? ["line", "link", "to", "destination", "problem"] : Self.standard(given[0].kind)
    let format = try Self.rows.format(arguments, standard: standard)
    if given.count > 1 {
      throw .usage("\(given[0].option.name) and \(given[1].option.name) exclude each other")
    }
    guard let kind = given.first else {
      if let option = Self.limits.options.first(where: arguments.has) {
        throw .usage("\(option.name) is for --broken, --ambiguous and --orphans")
      }
      return try await showLinks(format, standard, environment)
    }
    guard arguments.operands.isEmpty else { throw .usage("\(kind.option.name) looks at all memos; leave out the ID") }
    return try await showMemos(kind.kind, format, standard, environment)
  }

  private static func standard(_ kind: LinkedKind) -> [String] {
    kind == .orphans ? ["id", "modified", "title", "tags"] : ["id", "title", "line", "link", "problem", "to"]
  }

  /// One memo's links.
  private func showLinks(
    _ format: RowFormat?, _ standard: [String], _ environment: CommandEnvironment
  ) async throws(CommandError) -> Int32 {
    let terminal = environment.terminal
    try await OpenStore.with(arguments, in: environment, to: .read) { store throws(CommandError) in
      let id = try await MemoName.findAllOrNewest(arguments.operands, in: store)[0]
      let memo = try await store.memo(id)
      let outline = try await store.outline(of: memo)
      if arguments.has(.json) {
        environment.print(json: try OutlineMemo.Result(outline, of: memo.text))
        return
      }
      let links = try await store.shownLinks(outline, in: memo.text)
      if let format = format ?? (terminal.columns == nil ? RowFormat(standard) : nil) {
        let summary = memo.summary
        environment.print(links.map { Self.row(of: summary, $0, format, store) }.joined())
      } else {
        environment.print(LinkTable.lines(links, terminal))
      }
      if links.isEmpty { environment.complain("\(memo.named) has no links\n") }
    }
    return 0
  }

  /// The memos of a kind, each with the links that make it one.
  private func showMemos(
    _ kind: LinkedKind, _ format: RowFormat?, _ standard: [String], _ environment: CommandEnvironment
  ) async throws(CommandError) -> Int32 {
    let terminal = environment.terminal
    let limit = Self.limits.value(arguments, on: terminal)
    let format = format ?? (terminal.columns == nil ? RowFormat(standard) : nil)
    var document = JSONPages("memos", environment)
    let (count, total, isIndexing) = try await OpenStore.with(arguments, in: environment, to: .read) {
      store throws(CommandError) in
      let links = await store.links()
      return try await store.forEachPage(limit: limit) { after, limit throws(EngineError) in
        try await links.linked(kind, after: after, limit: limit)
      } _: { memos in
        if arguments.has(.json) {
          document.add(memos.map { store.filed(LinkingSummary($0, .utf16), $0.listed.summary.metadata.id) })
        } else if let format {
          environment.print(memos.map { Self.rows(of: $0, format, store) }.joined())
        } else {
          Self.show(memos, environment)
        }
      }
    }
    if arguments.has(.json) {
      document.isIndexing = isIndexing
      document.end(total: limit == RowLimit.unlimited ? count : total)
    } else if count == 0 {
      environment.complain(kind == .orphans ? "no orphans\n" : "no \(kind) links\n")
    }
    if count == limit { environment.complain(RowLimit.remark(count, of: total, "memos")) }
    return 0
  }

  private static func show(_ memos: [LinkingMemo], _ environment: CommandEnvironment) {
    var terminal = environment.terminal
    let rows = MemoRow.lines(memos.map { MemoRow(summary: $0.listed.summary) }, trashed: false, terminal)
    let indent = "    "
    terminal.columns = terminal.columns.map { max(1, $0 - indent.count) }
    for (row, memo) in zip(rows.split(separator: "\n"), memos) {
      let links = LinkTable.lines(memo.shownLinks, terminal).split(separator: "\n").map { "\(indent)\($0)\n" }
      environment.print("\(row)\n\(links.joined())")
    }
  }

  /// A row for each link, or one for the memo.
  private static func rows(of memo: LinkingMemo, _ format: RowFormat, _ store: OpenStore) -> String {
    let links = memo.shownLinks
    guard ShownLink.names.contains(where: format.has), !links.isEmpty else {
      return row(of: memo.listed.summary, nil, format, store)
    }
    return links.map { row(of: memo.listed.summary, $0, format, store) }.joined()
  }

  private static func row(of memo: MemoSummary, _ link: ShownLink?, _ format: RowFormat, _ store: OpenStore) -> String {
    format.row { name in
      ShownLink.names.contains(name) ? link?.field(name) ?? "" : MemoFields.value(name, of: memo, in: store)
    }
  }
}
