import MemoEngine
import MemoExchange
import MemoProtocol
import MemoServer

/// `memo-ls import`: makes memos of files.
struct Import: Command {
  private static let format = Option(
    "--format", "f", .choice(["text", "markdown", "json"]), "what the files are, if their names don't say it")
  private static let epoch = Option(
    "--epoch", nil, .choice(["1970", "2001"]), "the year that times which are numbers count from")
  static let usage = CommandUsage(
    "import", "make memos of files",
    operands: CommandUsage.Operands(form: "PATH", count: 1...1, kind: .path),
    options: [.store, format, epoch, .json],
    details: [
      "PATH is a file or a folder. Files that end with .txt, .md, .markdown, .json and .jsonl are read: texts, Markdown with "
        + "or without front matter, arrays of objects with title, body, and created_at or last_modified, and what memo-ls "
        + "export writes. A file is taken whole or not at all; why one is skipped is told on stderr.",
      "Importing the same files twice makes no memo twice.",
    ],
    success: "all files were taken, or had been before", failure: "something was skipped, or can't be read or stored")

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run(in surroundings: Surroundings) async throws(CommandError) -> Int32 {
    let options = ImportOptions(
      format: arguments[Self.format].flatMap(ImportOptions.Format.init),
      epoch: arguments[Self.epoch].flatMap(Int.init).flatMap(ImportOptions.Epoch.init),
      maximumMemoBytes: EngineConfiguration().maximumMemoBytes)
    let path = arguments.operands[0]
    guard surroundings.exists(path) else { throw .failure("there is no file or folder \(path)") }
    let progress = Progress("importing", in: surroundings)
    let result = try await OpenStore.with(arguments, in: surroundings, makingIt: true) { store throws(CommandError) in
      defer { progress.end() }
      do throws(Exchange.Failure) {
        return try await Exchange.importMemos(from: path, options, into: store.engine) {
          progress.show($0, percentage: $1)
        }
      } catch {
        throw .failure(error.message)
      }
    }
    for skipped in result.report {
      surroundings.complain(Harmless.line("skipped \(skipped.path): \(skipped.reason)") + "\n")
    }
    if arguments.has(.json) {
      surroundings.print(json: result)
    } else {
      var line = "imported \(result.imported.counted("memo"))"
      if result.unchanged > 0 { line += ", \(result.unchanged) had been there before" }
      if result.skipped > 0 { line += ", \(result.skipped) skipped" }
      surroundings.print(line + "\n")
    }
    return result.skipped == 0 ? 0 : 1
  }
}
