import MemoEngine
import MemoFolder
import MemoProtocol

/// `memo-ls rename`: renames a memo or a heading, and updates links to it.
struct RenameCommand: Command {
  private static let heading = Option(
    "--heading", nil, .text("OLD"), "not the memo but its heading OLD, by its text, in any case")
  private static let file = Option(
    "--file", nil, nil, "the memo's file, too, in a folder of plain files, and the links by its name")
  static let usage = CommandUsage(
    "rename", "change a memo's title or a heading, and the links to it",
    operands: CommandUsage.Operands(form: "ID TITLE", count: 2...2, kind: .memoAndWords),
    options: Option.place + [heading, file, .dryRun, .json],
    details: [
      "\(MemoName.explanation) It is called TITLE from now on, and so are the links that led to it by its old title, "
        + "in all memos but those in the trash. Links by id or alias stay, and those that could mean several memos.",
      "TITLE is one line without [ ] | # ^ that leads to no other memo. With --heading it is the heading's new text, "
        + "and no other heading's in that memo.",
      "In a folder of plain files a memo that has its title from its file's name gets another file name. Where the "
        + "text says the title the file keeps its name, by which links lead there, unless --file is given.",
      "All is changed at once, or nothing is. In each memo it is one step, which memo-ls undo takes back there.",
    ],
    success: "the memo or heading is called so",
    failure: "nothing was changed: there is no such memo or heading, the title is taken, or the store can't be written")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let title = arguments.operands[1]
    if Arguments.isBlank(title) { throw .usage("the title is empty; is a variable unset?") }
    if arguments.has(Self.file), arguments.has(Self.heading) { throw .usage("a heading has no file of its own") }
    let isTrial = arguments.has(.dryRun)
    let (memo, result, place) = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      let memo = try await store.livingMemo(
        try await MemoName.find(arguments.operands[0], before: [title], in: store))
      let id = memo.metadata.id
      if !arguments.has(Self.heading) { try store.checkFree(title, forFileOf: memo) }
      let renaming =
        arguments[Self.heading].map { Renaming.heading(id, heading: $0, to: title, baseVersion: nil) }
        ?? .memo(id, title: title, baseVersion: nil, file: arguments.has(Self.file) ? .follows : .asTitle)
      return (memo, try await store.rename(renaming, isTrial: isTrial), store.place)
    }
    if arguments.has(.json) { environment.print(json: Rename.Result(result)) }
    let old = arguments[Self.heading].map { "\($0) in \(memo.displayTitle)" } ?? memo.displayTitle
    guard result.edits > 0 else {
      environment.complain(TerminalSanitizer.line("nothing was changed: \(old) is called \(title) already") + "\n")
      return 0
    }
    if !arguments.has(.json) {
      // Whoever keeps the folder renames the file, if that is not this process.
      let isStill = result.move.map { move in
        place.folder.map { environment.exists("\($0.path)/\(move.old.path)") } ?? true
      }
      let verb = isTrial ? "would be" : isStill == true ? "is to be" : "is now"
      let name = isStill == false ? name(ofFileOf: memo, place, environment) : nil
      let file = arguments.has(Self.heading) ? nil : words(memo.file, result.move, verb, name)
      // The title or heading itself is one of the edits. Where the file keeps its name, links may lead there by that.
      let nothing = file != nil && result.move == nil ? "" : "; no link names it"
      let links =
        result.edits == 1
        ? nothing : ", and \((result.edits - 1).counted("link")) to it, in \(result.memos.counted("memo"))"
      environment.print(
        TerminalSanitizer.line(
          "\(isTrial ? "would rename" : "renamed") \(old) to \(title)\(links)\(file.map { "; \($0)" } ?? "")") + "\n")
    }
    return 0
  }

  /// The name that the memo's file has got: with a number where that it was to get was taken.
  private func name(ofFileOf memo: MemoSnapshot, _ place: StorePlace, _ environment: CommandEnvironment) -> Substring? {
    guard let store = try? environment.storeToRead(place.path) else { return nil }
    defer { store.close() }
    return (try? store.files(of: [memo.metadata.id]))?[memo.metadata.id]?.name
  }

  /// What becomes of the memo's file; nil if it has none.
  private func words(_ file: MemoFile?, _ move: FileMove?, _ verb: String, _ name: Substring?) -> String? {
    if let move { return "its file \(move.old.path) \(verb) called \(name ?? move.new.name)" }
    // The name of a new one still follows the title.
    return file.flatMap {
      $0.followsTitle
        ? nil : "its file is still called \($0.name), and links by that stay; --file renames the file, too"
    }
  }
}

extension OpenStore {
  /// Renames something. Memos that were not indexed yet are indexed first.
  ///
  /// - Parameter isTrial: whether to only report what would be changed.
  func rename(_ renaming: Renaming, isTrial: Bool) async throws(CommandError) -> RenamingResult {
    _ = await links()
    return try await asking { engine throws(EngineError) in try await engine.rename(renaming, isTrial: isTrial) }
  }
}
