import MemoEngine

/// `memo-ls lsp`: serves any editor that speaks the Language Server Protocol.
struct LanguageServerCommand: ServingCommand {
  private static let stdio = Option(
    "--stdio", nil, nil, "changes nothing: some editors add it to every server's command")

  static let usage = CommandUsage(
    "lsp", "serve any editor by the Language Server Protocol",
    options: [
      ServeCommand.store, Option.folder, stdio, ServeCommand.messageBytes, ServeCommand.memoBytes,
      ServeCommand.dailyFormat,
      ServeCommand.logLevel,
    ],
    details: [
      "Speaks the Language Server Protocol 3.17 on stdin and stdout. An editor starts it for Markdown files, as it "
        + "does any language server.",
      "A Markdown file in a folder that memo-ls folder attach has attached is a memo: what you type is saved at once, "
        + "and nobody else writes the file while your editor has it open. Any other Markdown file is served by itself: "
        + "nothing of it is stored, and no store made. Memos of the store are documents such as memo:///ID/Title.md, "
        + "for editors that can show them.",
      "The folder is the one that --folder names, the one that this is started in, or the one around a document; with "
        + "--store no folder is looked for. Where a folder's store can't be used, as in a copy of another folder, the "
        + "editor is told why, and the files are served by themselves.",
    ],
    success: "the editor has ended it", failure: "it was ended otherwise, or not all could be saved")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    // Most editors show nobody why a server has ended: what is wrong with a folder is told in the session.
    var settings = try ServeSettings(arguments, in: environment, needsFolder: false)
    let isNamed = arguments[ServeCommand.store] != nil || arguments[Option.folder] != nil
    do throws(CommandError) {
      if !isNamed, try environment.folder(nil) != nil {
        let place = try environment.attachedFolder(nil, isOpened: true)
        (settings.path, settings.folder) = (place.path, place.folder)
      }
    } catch {
      settings.folderProblem = error.message
    }
    settings.face = .languageServer(findsFolders: arguments[ServeCommand.store] == nil)
    return environment.serve(settings)
  }
}
