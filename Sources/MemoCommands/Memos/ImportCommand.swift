import MemoEngine
import MemoExchange
import MemoProtocol
import Platform

/// `memo-ls import`: creates memos from files.
struct ImportCommand: Command {
  private static let format = Option(
    "--format", "f", .choice(["text", "markdown", "json"]), "what the files are, if their names don't say it")
  private static let epoch = Option(
    "--epoch", nil, .choice(["1970", "2001"]), "the year that times which are numbers count from")
  private static let tag = Option("--tag", "t", .tag, "a tag for all of them; may be given several times")
  private static let new = Option("--new", nil, nil, "make another memo of what was imported before, too")
  static let usage = CommandUsage(
    "import", "make memos of files",
    operands: CommandUsage.Operands(form: "PATH ...", count: 1...Int.max, kind: .path),
    options: Option.place + [format, epoch, tag, new, .dryRun, .json],
    details: [
      "PATH is a file or a folder, and - is stdin. Files that end with .txt, .md, .markdown, .json and .jsonl are "
        + "read: texts, Markdown with or without a header, objects or arrays of objects with title, text and times, "
        + "and what memo-ls export writes. A file is taken whole or not at all; why one is skipped is told on stderr. "
        + "Pictures and other files are passed over.",
      "A header of YAML, TOML or JSON stays in the text; its title, tags, aliases and times are the memo's. The file's "
        + "path is kept as the property path.",
      "Importing the same files twice makes no memo twice, and files of the attached folder are memos already. What "
        + "has changed in a file since it was imported is merged into its memo; where both have changed the same "
        + "lines the file's text becomes a memo of its own. What is in the trash stays there.",
    ],
    success: "all notes were taken, or had been before", failure: "something was skipped, or can't be read or stored")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    if arguments.operands.indices.count(where: arguments.isInput) > 1 { throw .usage("- can be given once") }
    try Tags.check(arguments.all(Self.tag))
    var tags = JSONObject()
    tags.add(tags: arguments.all(Self.tag))
    do throws(JSONTypeError) {
      try KnownProperties.check(tags, changedBy: tags)
    } catch {
      throw .usage("a tag \(error.expectation)")
    }
    let options = ImportOptions(
      format: arguments[Self.format].flatMap(ImportOptions.Format.init),
      epoch: arguments[Self.epoch].flatMap(Int.init).flatMap(ImportOptions.Epoch.init),
      maximumMemoBytes: EngineConfiguration().maximumMemoBytes, tags: tags.tags)
    var readers: [ImportReader] = []
    for index in arguments.operands.indices { readers.append(try reader(index, options, environment)) }
    let progress = ProgressLine("importing", in: environment)
    let result: ImportReport
    do throws(CommandError) {
      result = try await take(readers, options, progress, environment)
    } catch {
      progress.end()
      guard let status = Interruption.status else { throw error }
      environment.complain(error.lines(of: "import"))
      return status
    }
    progress.end()
    report(result, environment)
    if result.imported > 0 { remarkOnVaults(environment) }
    let isPassedOver = readers.count == 1 && result.passedOver == 1 && result.imported + result.unchanged == 0
    return result.skipped == result.passedOver && !isPassedOver ? 0 : 1
  }

  private func reader(
    _ index: Int, _ options: ImportOptions, _ environment: CommandEnvironment
  ) throws(CommandError) -> ImportReader {
    let (path, isInput) = (arguments.operands[index], arguments.isInput(index))
    guard isInput || environment.exists(path) else { throw .failure("there is no file or folder \(path)") }
    do throws(ExchangeError) {
      return try isInput ? ImportReader(copying: 0, options) : ImportReader(path, options)
    } catch {
      throw CommandError(error)
    }
  }

  /// Imports one after the other.
  private func take(
    _ readers: [ImportReader], _ options: ImportOptions, _ progress: ProgressLine, _ environment: CommandEnvironment
  ) async throws(CommandError) -> ImportReport {
    var result = ImportReport()
    let isTrial = arguments.has(.dryRun)
    if isTrial, !environment.exists(try environment.place(arguments).path) {
      for reader in readers { result.add(try await take(reader, options, nil, progress)) }
      return result
    }
    if !isTrial { Interruption.begin() }
    return try await OpenStore.with(arguments, in: environment, to: .make) { store throws(CommandError) in
      for reader in readers { result.add(try await take(reader, options, store, progress)) }
      return result
    }
  }

  private func take(
    _ reader: ImportReader, _ options: ImportOptions, _ store: OpenStore?, _ progress: ProgressLine
  ) async throws(CommandError) -> ImportReport {
    let makesNew = arguments.has(Self.new)
    let isFiled: FiledPaths = store?.filedPaths ?? { @Sendable _ in false }
    do throws(ExchangeError) {
      guard let store, !arguments.has(.dryRun) else {
        let trial = ImportTrial(store?.engine, makesNew: makesNew, besides: isFiled, ExchangeProgress())
        return try await trial.run(reader)
      }
      return try await Importer(store.engine, makesNew: makesNew, besides: isFiled, ExchangeProgress(progress))
        .run(reader)
    } catch {
      throw CommandError(error)
    }
  }

  /// The files by which folders are known in which notes are called as their files, by Obsidian and by zk.
  private static let vaultMarks = [".obsidian/app.json", ".zk/config.toml"]

  /// Tells of such folders, since memos of another store are not called so.
  private func remarkOnVaults(_ environment: CommandEnvironment) {
    for (index, path) in arguments.operands.enumerated() where !arguments.isInput(index) {
      guard Self.vaultMarks.contains(where: { environment.exists("\(path)/\($0)") }) else { continue }
      environment.complain(
        TerminalSanitizer.line(
          "in \(path) notes may link to others by the names of their files, which lead nowhere in this store; to have "
            + "the files themselves as memos: memo-ls folder attach \(path.shellWord)") + "\n")
    }
  }

  private func report(_ result: ImportReport, _ environment: CommandEnvironment) {
    for item in result.items {
      switch item.outcome {
      case .skipped: environment.complain(TerminalSanitizer.line("skipped \(item.path): \(item.reason)") + "\n")
      case .imported: environment.complain(TerminalSanitizer.line("\(item.path): \(item.reason)") + "\n")
      case .passedOver: break
      }
    }
    if result.passedOver > 0 {
      let what =
        result.passedOver == 1
        ? "1 file or folder that is no note" : "\(result.passedOver) files or folders that are no notes"
      environment.complain("passed over \(what)\n")
    }
    let isTrial = arguments.has(.dryRun)
    if arguments.has(.json) { return environment.print(json: ImportMemos.Result(result, isTrial: isTrial)) }
    var line = "\(isTrial ? "would import" : "imported") \(result.imported.counted("memo"))"
    if result.unchanged > 0 { line += ", \(result.unchanged) had been there before" }
    if result.merged > 0 {
      line +=
        ", \(isTrial ? "would merge" : "merged") \(result.merged.counted("file")) changed since into "
        + (result.merged == 1 ? "its memo" : "their memos")
    }
    if result.conflicts > 0 { line += ", \(result.conflicts) kept beside a memo that says otherwise" }
    let skipped = result.skipped - result.passedOver
    if skipped > 0 { line += ", \(skipped) skipped" }
    environment.print(line + "\n")
  }
}
