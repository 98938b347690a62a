import MemoExchange
import MemoModel

/// `memo-ls recover`: writes all words that can still be read in a store to files, and changes nothing in it.
struct RecoverCommand: Command {
  private static let to = Option(
    "--to", nil, .path("FOLDER"), "the folder to write to, which is made or must be empty", isRequired: true)
  static let usage = CommandUsage(
    "recover", "write what can still be read in a store to files", options: Option.place + [to],
    details: [
      "Writes every text that can still be read in a store, however damaged, to files. The store itself is not "
        + "changed. In FOLDER stand",
      """
        TITLE-ID.txt              each memo as it was saved, those in the trash too
        journal-ID.txt            a memo's text with changes that only a journal has
        journal-ID-fragments.txt  what was typed into a memo whose text is not known
      """,
    ],
    success: "all could be read", failure: "something may be missing")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    guard let folder = arguments[Self.to] else { throw .usage("--to must say which folder to write to") }
    let salvager = environment.salvager(try environment.place(arguments).path)
    guard OutputFolder.isFree(folder) else {
      throw .usage("\(folder) is there already and is no empty folder; name another one with --to")
    }
    var output = SalvagedFiles(folder: folder)
    for finding in salvager.salvage({ output.take($0) }) {
      output.somethingIsMissing = output.somethingIsMissing || finding.isFault
      environment.print("\(finding)\n")
    }
    output.finish()
    if let failure = output.failure { environment.complain("memo-ls recover: \(failure.message)\n") }
    environment.print(output.summary)
    return output.somethingIsMissing || output.failure != nil ? 1 : 0
  }
}

/// The files that are written.
private struct SalvagedFiles {
  let folder: String
  var somethingIsMissing = false
  /// The reason why writing has stopped.
  private(set) var failure: FileFailure?
  private var made: OutputFolder?
  private var memos = 0
  private var fromJournals: [String] = []

  init(folder: String) { self.folder = folder }

  mutating func take(_ text: SalvagedText) {
    guard failure == nil else { return }
    do throws(FileFailure) {
      // Created only once there is something to put in.
      let folder: OutputFolder
      if let made { folder = made } else { folder = try OutputFolder(self.folder) }
      made = folder
      let stem: String
      switch text.source {
      case .database: stem = "\(FileName.stem(of: text.bytes))-\(text.memo)"
      case .journal: stem = "journal-\(text.memo)"
      case .fragments: stem = "journal-\(text.memo)-fragments"
      }
      let file = try folder.makeFile(stem: stem, suffix: ".txt")
      let name = file.name
      try file.write(text.bytes)
      try file.close()
      if text.source == .database { memos += 1 } else { fromJournals.append(name) }
    } catch {
      failure = error
    }
  }

  mutating func finish() {
    do throws(FileFailure) { try made?.finish() } catch { failure = failure ?? error }
  }

  var summary: String {
    if memos == 0, fromJournals.isEmpty { return "no text was found\n" }
    var summary = "wrote \(memos.counted("memo")) of the database to \(folder)\n"
    for name in fromJournals { summary += "wrote \(folder)/\(name) from a journal\n" }
    return summary
  }
}
