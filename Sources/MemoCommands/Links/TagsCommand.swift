import MemoEngine
import MemoProtocol

/// `memo-ls tags`: shows which tags memos have.
struct TagsCommand: Command {
  private static let prefix = Option("--prefix", "p", .tag, "only tags that begin so")
  private static let limits = RowLimit("tags", all: "all tags")
  private static let rows = RowOptions(["tag", "memos", "name"], hasIDs: false)
  private static let standard = ["tag", "memos"]
  static let usage = CommandUsage(
    "tags", "show which tags memos have",
    options: [.store, prefix] + limits.options + rows.options + [.json],
    details: [
      "Shows the tags of all memos but those in the trash, the most used first, each with how many memos have it. "
        + "These are the tags that a memo was given, those in its text, as #food, and those of its front matter. What "
        + "is tagged #a/b is tagged #a, too. Case makes no difference.",
      "Where stdout is no terminal each tag is a row. \(rows.explanation) The name is the tag without #.",
    ],
    success: "the tags were shown, though there may be none", failure: "the store can't be read")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let given = try Self.rows.format(arguments, standard: Self.standard)
    let terminal = environment.terminal
    let format = given ?? (terminal.columns == nil ? RowFormat(Self.standard) : nil)
    let limit = Self.limits.value(arguments, on: terminal)
    var document = JSONPages("tags", environment)
    var table = Table([Table.Column(paint: .green, share: 1), Table.Column(isNumber: true)])
    var (count, total): (Int, Int?) = (0, nil)
    try await OpenStore.with(arguments, in: environment, to: .read) { store throws(CommandError) in
      let links = await store.links()
      var after: TagPlace?
      repeat {
        let size = min(ListMemos.largestLimit, limit - count)
        let page = try await store.asking { _ throws(EngineError) in
          try await links.tags(prefix: arguments[Self.prefix], after: after, limit: size)
        }
        if total == nil, page.isIndexing { environment.complain(OpenStore.isIndexingRemark) }
        if arguments.has(.json) {
          document.add(page.tags.map(ListTags.TagCount.init))
        } else if let format {
          environment.print(page.tags.map { tag in format.row { Self.field($0, of: tag) } }.joined())
        } else {
          for tag in page.tags { table.add(Self.standard.map { Self.field($0, of: tag) }) }
        }
        count += page.tags.count
        total = total ?? page.total
        after = page.next
      } while after != nil && count < limit
    }
    environment.print(table.lines(for: terminal))
    if arguments.has(.json) {
      document.end(total: limit == RowLimit.unlimited ? count : total ?? count)
    } else if count == 0 {
      environment.complain("no tags\n")
    }
    if count == limit { environment.complain(RowLimit.remark(count, of: total ?? count, "tags")) }
    return 0
  }

  private static func field(_ name: String, of tag: TagUse) -> String {
    switch name {
    case "tag": "#\(tag.name)"
    case "memos": "\(tag.memos)"
    default: tag.name
    }
  }
}
