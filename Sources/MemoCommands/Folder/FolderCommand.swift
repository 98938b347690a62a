import MemoEngine
import MemoFolder
import Platform

/// `memo-ls folder`: turns a folder of plain files into memos, and looks after it.
struct FolderCommand: Command {
  /// The action.
  enum Action: String, CaseIterable {
    case attach, status, watch, confirm, links, detach
  }

  static let yes = Option("--yes", "y", nil, "with confirm: do not ask")
  private static let store = Option(
    "--store", nil, .path("PATH"), "with attach: the database file, if it is not to be among your other data")
  static let usage = CommandUsage(
    "folder", "keep a folder of plain files equal to memos",
    operands: CommandUsage.Operands(
      form: "ACTION [DIR]", count: 0...3,
      kind: .actionAndFolder(
        Action.allCases.map { .init(name: $0.rawValue, words: $0 == .links ? FolderLinks.words : []) })),
    options: [store, yes, .json],
    details: [
      "A folder that is attached has a store of its own, in which each of its notes, that is, each file that ends with "
        + ".md, .markdown or .txt, is a memo: the file's bytes are the memo's text, and either may be changed. In the "
        + "folder and below it all commands work on that store. DIR is the folder; without it it is the one that this "
        + "is called in.",
      """
        attach DIR   makes a memo of each note in DIR, and changes no file; again is
                     fine, and so is a store that has memos: these become files
        status       tells how files and memos differ, what is in the way of a
                     file, and what is left alone
        watch        keeps files and memos equal until Ctrl-C, as a server does
                     that has the folder, and says what it does
        confirm      lets the memos of files that are gone go to the trash, where
                     these are so many that nothing is done without a yes
        links follow has links by path follow files that another program moves or
                     renames, in all notes, also those that nobody has edited;
                     links stay ends that, and links alone tells which it is
        detach       makes it a folder like any other; files and store stay
      """,
      "Hidden files and folders, node_modules, what .gitignore or .memo-ls/ignore names, links, and files that are not "
        + "UTF-8 are left alone.",
    ],
    success: "it is done, or there was nothing to do",
    failure: "there is no such folder, it can't be used so, or the answer was not yes")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let words = Action.allCases.map(\.rawValue)
    guard let word = arguments.operands.first else {
      throw .usage("say what to do: \(words.joined(separator: ", "))")
    }
    guard let action = Action(rawValue: word) else {
      let advice = Spelling.advice(for: word, among: words) ?? "there are \(words.joined(separator: ", "))"
      throw .usage("\(Arguments.isBlank(word) ? "the action is empty" : "there is no action \(word)"); \(advice)")
    }
    var operands = arguments.operands.dropFirst()
    let links = action == .links ? operands.first.flatMap(FolderLinks.Choice.init) : nil
    if links != nil { operands.removeFirst() }
    if operands.count > 1 { throw .usage("unexpected argument: \(operands.last ?? "")") }
    let given = operands.first
    if let given, Arguments.isBlank(given) { throw .usage("DIR is empty; is a variable unset?") }
    if action == .links, links == nil, let given, !environment.exists(given) {
      throw .usage("links can \(FolderLinks.words.joined(separator: " or ")), not \(given)")
    }
    let wrong =
      [(Self.store, Action.attach), (Self.yes, .confirm)].first { arguments.has($0.0) && action != $0.1 }?.0
    if action == .watch, arguments.has(.json) { throw .usage("--json does not go with memo-ls folder watch") }
    if let wrong { throw .usage("\(wrong.name) does not go with memo-ls folder \(word)") }
    switch action {
    case .attach:
      // In a copy of an attached folder that is all that is left to say.
      guard let path = given != nil ? given : try environment.folder(nil)?.path else {
        throw .usage("attach needs DIR, the folder to attach; this one is .")
      }
      return try await FolderAttaching(path: path, store: arguments[.store], asJSON: arguments.has(.json)).run(
        in: environment)
    case .status: try await FolderStatus(path: given, asJSON: arguments.has(.json)).print(in: environment)
    case .watch: try await FolderWatching(path: given).run(in: environment)
    case .confirm:
      try await FolderConfirmation(path: given, isAsked: !arguments.has(Self.yes), asJSON: arguments.has(.json))
        .run(in: environment)
    case .links:
      try FolderLinks(path: given, choice: links, asJSON: arguments.has(.json)).run(in: environment)
    case .detach: try await FolderDetaching(path: given, asJSON: arguments.has(.json)).run(in: environment)
    }
    return 0
  }
}

extension CommandEnvironment {
  /// The attached folder at a path, or else around the current one.
  ///
  /// - Parameter isOpened: whether the store is to be opened, so that one that somebody named has to be there.
  /// - Throws: a failure that names the attached folders, if there is none here.
  func attachedFolder(_ path: String?, isOpened: Bool) throws(CommandError) -> StorePlace {
    guard let folder = try folder(path) else { throw Self.noFolder }
    do throws(FolderError) {
      let store = try folder.findStore()
      if isOpened { try folder.checkStore(store) }
      return StorePlace(path: store, folder: folder)
    } catch {
      throw CommandError(error)
    }
  }

  /// The most attached folders that are named.
  private static let mostFolders = 3

  /// The failure where there is no folder.
  static var noFolder: CommandError {
    let others = (try? FolderRegistry())?.entries.filter(\.isThere).map(\.path) ?? []
    let shown = others.prefix(mostFolders).joined(separator: ", ")
    let more = others.count > mostFolders ? " or one of \(others.count - mostFolders) more" : ""
    let advice = others.isEmpty ? "memo-ls folder attach DIR attaches one" : "name one, such as \(shown)\(more)"
    return .failure("the current folder is not attached, nor in one that is; \(advice)")
  }
}
