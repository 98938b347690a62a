import MemoEngine
import MemoServer

/// `memo-ls show`: prints a memo's text.
struct Show: Command {
  private static let info = Option("--info", "i", nil, "print what is known about the memo rather than its text")
  private static let revision = Option(
    "--revision", "r", .text("R"), "as it was then; memo-ls history shows which there are")
  static let usage = CommandUsage(
    "show", "print a memo's text",
    operands: CommandUsage.Operands(form: "[ID]", count: 0...1, kind: .memo),
    options: [.store, info, revision, .json],
    details: [
      "ID is a memo's id, or its beginning or end if that is no other memo's; the memo may be in the trash. Without ID it "
        + "is the memo that was changed last.",
      "The text goes out as it is stored, byte for byte; on a terminal control characters are shown as pictures.",
    ],
    success: "the memo was printed", failure: "there is no such memo, or the store can't be read")

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run(in surroundings: Surroundings) async throws(CommandError) -> Int32 {
    let memo = try await OpenStore.with(arguments, in: surroundings) { store throws(CommandError) in
      let id = try await MemoName.findOrNewest(arguments.operands.first, in: store)
      if let revision = arguments[Self.revision] { return try await Revisions.memo(revision, of: id, in: store) }
      return try await store.asking { engine throws(EngineError) in try engine.memo(id) }
    }
    if arguments.has(.json) {
      surroundings.print(json: memo.memo(.utf16))
    } else if arguments.has(Self.info) {
      surroundings.print(MemoFacts(memo).lines(for: surroundings.terminal))
    } else if surroundings.terminal.columns == nil {
      surroundings.write(memo.text.utf8Bytes)
    } else {
      let text = Harmless.text(memo.text.string)
      // So that the shell's prompt begins a line of its own.
      surroundings.print(text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
    }
    return 0
  }
}
