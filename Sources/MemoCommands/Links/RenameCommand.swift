import MemoEngine
import MemoProtocol

/// `memo-ls rename`: calls a memo or a heading otherwise, and has links follow.
struct RenameCommand: Command {
  private static let heading = Option(
    "--heading", nil, .text("OLD"), "not the memo but its heading OLD, by its text, in any case")
  static let usage = CommandUsage(
    "rename", "change a memo's title or a heading, and the links to it",
    operands: CommandUsage.Operands(form: "ID TITLE", count: 2...2, kind: .memoAndWords),
    options: [.store, heading, .dryRun, .json],
    details: [
      "\(MemoName.explanation) It is called TITLE from now on, and so are the links that led to it by its old title, "
        + "in all memos but those in the trash. Links by id or alias stay, and those that could mean several memos.",
      "TITLE is one line without [ ] | # ^ that leads to no other memo. With --heading it is the heading's new text, "
        + "and no other heading's in that memo.",
      "All is changed at once, or nothing is. In each memo it is one step, which memo-ls undo takes back there.",
    ],
    success: "the memo or heading is called so",
    failure: "nothing was changed: there is no such memo or heading, the title is taken, or the store can't be written")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let title = arguments.operands[1]
    if Arguments.isBlank(title) { throw .usage("the title is empty; is a variable unset?") }
    let isTrial = arguments.has(.dryRun)
    let (memo, result) = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      let memo = try await store.livingMemo(try await MemoName.find(arguments.operands[0], in: store))
      let id = memo.metadata.id
      let renaming =
        arguments[Self.heading].map { Renaming.heading(id, heading: $0, to: title, baseVersion: nil) }
        ?? .memo(id, title: title, baseVersion: nil)
      return (memo, try await store.rename(renaming, isTrial: isTrial))
    }
    if arguments.has(.json) { environment.print(json: Rename.Result(result)) }
    let old = arguments[Self.heading].map { "\($0) in \(memo.text.displayTitle)" } ?? memo.text.displayTitle
    guard result.edits > 0 else {
      environment.complain(TerminalSanitizer.line("nothing was changed: \(old) is called \(title) already") + "\n")
      return 0
    }
    if !arguments.has(.json) {
      // The title or heading itself is one of the edits.
      let links = "\((result.edits - 1).counted("link")) to it, in \(result.memos.counted("memo"))"
      environment.print(
        TerminalSanitizer.line("\(isTrial ? "would rename" : "renamed") \(old) to \(title), and \(links)") + "\n")
    }
    return 0
  }
}

extension OpenStore {
  /// Calls something otherwise. Memos that nobody has looked through yet are looked through first.
  ///
  /// - Parameter isTrial: whether it is only to be told what would be changed.
  func rename(_ renaming: Renaming, isTrial: Bool) async throws(CommandError) -> RenamingResult {
    _ = await links()
    return try await asking { engine throws(EngineError) in try await engine.rename(renaming, isTrial: isTrial) }
  }
}
