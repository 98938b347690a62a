import MemoEngine
import MemoExchange
import MemoProtocol
import MemoServer

/// `memo-ls export`: writes memos to files.
struct Export: Command {
  private static let format = Option(
    "--format", "f", .choice(ExportFormat.allCases.map(\.rawValue)), "what is written (default markdown)")
  private static let to = Option("--to", nil, .path("FOLDER"), "the folder to write to, which is made or must be empty")
  private static let trash = Option("--trash", nil, nil, "also all memos in the trash")
  static let usage = CommandUsage(
    "export", "write memos to files",
    operands: CommandUsage.Operands(form: "[ID ...]", count: 0...Int.max, kind: .memo),
    options: [.store, format, to, trash, .json],
    details: [
      "Without ID all memos are written. Text, Markdown and HTML make a file of each memo in FOLDER, named after its title; "
        + "Markdown has times, tags and other properties before the text. JSON makes one file of all, memos.jsonl, a memo a "
        + "line. memo-ls import reads text, Markdown and JSON back.",
      "Without --to it goes to stdout: one memo in any format, or many as JSON.",
    ],
    success: "all was written",
    failure: "not all was written: there is no such memo, no room, or the store can't be read")

  private let arguments: Arguments
  private let format: ExportFormat

  init(_ arguments: Arguments) throws(CommandError) {
    self.arguments = arguments
    format = arguments[Self.format].flatMap(ExportFormat.init) ?? .markdown
    if !arguments.operands.isEmpty, arguments.has(Self.trash) {
      throw .usage("--trash is for all memos; those in the trash can also be named")
    }
    guard arguments[Self.to] == nil else { return }
    if format != .json, arguments.operands.count != 1 {
      throw .usage("name the folder with --to; only one memo, or JSON, can go to stdout")
    }
    if arguments.has(.json) { throw .usage("--json needs --to: without it stdout has the memos") }
  }

  func run(in surroundings: Surroundings) async throws(CommandError) -> Int32 {
    if let folder = arguments[Self.to], !OutputFolder.isFree(folder) {
      throw .usage("\(folder) is there already and is no empty folder; name another one with --to")
    }
    let progress = Progress("exporting", in: surroundings)
    let result = try await OpenStore.with(arguments, in: surroundings) { store throws(CommandError) in
      let memos = try await store.memos(arguments.operands).map(\.metadata.id)
      let ids = arguments.operands.isEmpty ? nil : memos
      let listing = try await store.asking { engine throws(EngineError) in engine.listing() }
      let trashed = arguments.has(Self.trash)
      defer { progress.end() }
      do throws(Exchange.Failure) {
        guard let folder = arguments[Self.to] else {
          try await Exchange.export(listing, ids: ids, trashed: trashed, format: format, surroundings.write)
          return nil as ExportMemos.Result?
        }
        return try await Exchange.export(listing, ids: ids, trashed: trashed, format: format, to: folder) {
          progress.show($0, percentage: $1)
        }
      } catch {
        throw .failure(error.message)
      }
    }
    guard case .written(let count, let folder, let bytes)? = result else { return 0 }
    if let result, arguments.has(.json) {
      surroundings.print(json: result)
    } else {
      surroundings.print(
        Harmless.line("wrote \(count.counted("memo")) to \(folder), \(Sizes.bytes(bytes))") + "\n")
    }
    return 0
  }
}
