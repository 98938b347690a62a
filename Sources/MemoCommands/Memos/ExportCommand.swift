import MemoEngine
import MemoExchange
import MemoFolder
import MemoProtocol

/// `memo-ls export`: writes memos to files.
struct ExportCommand: Command {
  private static let format = Option(
    "--format", "f", .choice(ExportFormat.allCases.map(\.rawValue)), "what is written (default markdown)")
  private static let to = Option(
    "--to", nil, .path("FOLDER"), "the folder to write to, or with JSON a file that ends with .jsonl")
  private static let force = Option(
    "--force", nil, nil, "write there whatever is there, and replace what has the same name")
  private static let trash = Option("--trash", nil, nil, "also all memos in the trash")
  static let usage = CommandUsage(
    "export", "write memos to files",
    operands: CommandUsage.Operands(form: "[ID ...]", count: 0...Int.max, kind: .memo),
    options: Option.place + [format, to, force, trash, .json],
    details: [
      "\(MemoName.explanation) Without ID all memos are written. Text, Markdown and HTML make a file of each memo in "
        + "FOLDER, named after its title; Markdown has times, tags and other properties before the text. HTML shows it "
        + "rendered, with links between the pages. JSON makes "
        + "one file of all, memos.jsonl, a memo a line. memo-ls import reads text, Markdown and JSON back.",
      "FOLDER is made, or must be empty or of an earlier export: there only what has changed since is written, files "
        + "of that format whose memos are gone are taken away, and a file that somebody has changed stays and is told. "
        + "What was imported gets its file's name and folder again.",
      "Without --to it goes to stdout: one memo in any format, or many as JSON.",
    ],
    success: "all was written",
    failure: "not all was written: there is no such memo, one is damaged, no room, or the store can't be read")

  let arguments: Arguments
  private var format: ExportFormat { arguments[Self.format].flatMap(ExportFormat.init) ?? .markdown }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    try check()
    let progress = ProgressLine("exporting", in: environment)
    let result: Exporter.Outcome
    do throws(CommandError) {
      result = try await OpenStore.with(arguments, in: environment, to: .read) { store throws(CommandError) in
        defer { progress.end() }
        return try await export(store, progress, environment)
      }
    } catch {
      guard let status = Interruption.status else { throw error }
      environment.complain("memo-ls export: it was interrupted; everything is as it was before\n")
      return status
    }
    for id in result.damaged {
      environment.complain("memo-ls export: memo \(id) is damaged and was left out; memo-ls check tells more\n")
    }
    guard let folder = arguments[Self.to] else { return result.damaged.isEmpty ? 0 : 1 }
    for name in result.kept {
      environment.complain(
        TerminalSanitizer.line("\(name) was changed since it was exported and stays; --force replaces it") + "\n")
    }
    if arguments.has(.json) {
      environment.print(json: ExportMemos.Result(result, to: folder))
    } else {
      let written = max(0, result.count - result.unchanged - result.kept.count)
      var line = "wrote \(written.counted("memo")) to \(folder), \(Sizes.bytes(result.bytes))"
      if result.unchanged > 0 { line += " with \(result.unchanged) that had not changed and stayed as they were" }
      environment.print(TerminalSanitizer.line(line) + "\n")
    }
    return result.kept.isEmpty && result.damaged.isEmpty ? 0 : 1
  }

  private func check() throws(CommandError) {
    if !arguments.operands.isEmpty, arguments.has(Self.trash) {
      throw .usage("--trash is for all memos; those in the trash can also be named")
    }
    if let folder = arguments[Self.to] {
      guard format == .markdown, !arguments.has(Self.force), let root = NotesFolder.takingIn(filesBelow: folder) else {
        return
      }
      throw .usage(
        "\(folder) is in the attached folder \(root), where each exported file would be one more memo: name one "
          + "outside, or one that .gitignore or .memo-ls/ignore names; --force exports there", isComplete: true)
    }
    if format != .json, arguments.operands.count != 1 {
      throw .usage("name the folder with --to; only one memo, or JSON, can go to stdout")
    }
    if arguments.has(.json) { throw .usage("--json needs --to: without it stdout has the memos") }
  }

  /// Exports to the folder; or to stdout, without creating files.
  private func export(
    _ store: OpenStore, _ progress: ProgressLine, _ environment: CommandEnvironment
  ) async throws(CommandError) -> Exporter.Outcome {
    let memos = try await store.memos(arguments.operands).map(\.metadata.id)
    let exporter = Exporter(
      listing: await store.engine.listing(),
      selection: arguments.operands.isEmpty ? .all(trashed: arguments.has(Self.trash)) : .ids(memos), format: format)
    do throws(ExchangeError) {
      guard let folder = arguments[Self.to] else {
        return try await exporter.run(ExchangeProgress()) { environment.write($1) }
      }
      Interruption.begin()
      return try await exporter.write(
        to: folder, store.engine.exchangeRecords, force: arguments.has(Self.force), ExchangeProgress(progress))
    } catch {
      throw CommandError(error)
    }
  }
}
