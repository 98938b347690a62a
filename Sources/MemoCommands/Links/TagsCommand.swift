import MemoEngine
import MemoProtocol
import Platform

/// `memo-ls tags`: shows the tags of memos, or renames one.
struct TagsCommand: Command {
  private static let prefix = Option("--prefix", "p", .tag, "only tags that begin so")
  private static let limits = RowLimit("tags", all: "all tags")
  private static let rows = RowOptions(["tag", "memos", "name"], hasIDs: false)
  private static let standard = ["tag", "memos"]
  static let usage = CommandUsage(
    "tags", "show which tags memos have, or rename one",
    operands: CommandUsage.Operands(form: "[rename OLD NEW]", count: 0...3, kind: .actionAndTags("rename")),
    options: Option.place + [prefix] + limits.options + rows.options + [.dryRun, .json],
    details: [
      "Shows the tags of all memos but those in the trash, the most used first, each with how many memos have it. "
        + "These are the tags that a memo was given, those in its text, as #food, and those of its front matter. What "
        + "is tagged #a/b is tagged #a, too. Case makes no difference.",
      "memo-ls tags rename OLD NEW renames a tag, and OLD/x with it, wherever memos have it, but in the trash: "
        + "all at once, or nothing. NEW may be there already. In each memo it is one step, which memo-ls undo takes "
        + "back there.",
      "Where stdout is no terminal each tag is a row. \(rows.explanation) The name is the tag without #.",
    ],
    success: "the tags were shown, though there may be none, or the tag was renamed",
    failure: "there is no such tag, some memo keeps it, or the store can't be read or written")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let words = arguments.operands
    guard let first = words.first else {
      if arguments.has(.dryRun) { throw .usage("--dry-run is for memo-ls tags rename") }
      return try await show(in: environment)
    }
    guard first == "rename" else { throw .usage("memo-ls tags takes nothing, or rename OLD NEW, not \(first)") }
    guard words.count == 3 else {
      throw .usage("rename needs two tags: OLD, and NEW, which it is called from now on; \(Tags.quoting)")
    }
    let strangers = [Self.prefix] + Self.limits.options + Self.rows.options
    if let stranger = strangers.first(where: arguments.has) {
      throw .usage("\(stranger.name) does not go with memo-ls tags rename")
    }
    guard let old = Tags.named(words[1]), let new = Tags.named(words[2]) else {
      throw .usage("a tag is empty; is a variable unset?")
    }
    return try await rename(old, to: new, in: environment)
  }

  private func rename(
    _ old: String, to new: String, in environment: CommandEnvironment
  ) async throws(CommandError) -> Int32 {
    let isTrial = arguments.has(.dryRun)
    let (result, left) = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      // Counted first: afterwards other memos may have that name as a tag.
      let tagged = try await store.memos(tagged: old)
      let result = try await store.rename(.tag(old, to: new), isTrial: isTrial)
      return (result, max(0, tagged - result.memos))
    }
    if result.edits == 0, left == 0 {
      throw .failure("no memo has the tag #\(old); memo-ls tags shows which there are")
    }
    if arguments.has(.json) {
      environment.print(json: Rename.Result(result))
    } else if result.edits > 0 {
      let tags = "\(result.edits.counted("tag")) in \(result.memos.counted("memo"))"
      environment.print(
        TerminalSanitizer.line("\(isTrial ? "would rename" : "renamed") #\(old) to #\(new): \(tags)") + "\n")
    }
    if new.tagAndAncestors.contains(where: { $0.tagForm == old.tagForm }) {
      if result.edits == 0 { environment.complain("nothing was changed: it is called so already\n") }
      return 0
    }
    guard !isTrial, left > 0 else { return 0 }
    environment.complain(
      TerminalSanitizer.line(
        "\(left.counted("memo")) still \(left == 1 ? "has" : "have") it, in a front matter where it can't be changed "
          + "alone; change it by hand: memo-ls list --tag \(old.shellWord) shows which") + "\n")
    return 1
  }

  private func show(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
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
        if total == nil, page.isIndexing {
          document.isIndexing = true
          store.complainOfIndexing()
        }
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

extension OpenStore {
  /// The number of memos outside the trash with a tag, or one below it.
  fileprivate func memos(tagged tag: String) async throws(CommandError) -> Int {
    let query = ListQuery(sort: .modified, order: .descending, trashed: false, tags: [tag], after: nil, limit: 1)
    return try await page(query).total
  }
}
