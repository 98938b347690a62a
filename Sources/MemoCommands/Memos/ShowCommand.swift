import MemoEngine
import MemoProtocol

/// `memo-ls show`: prints a memo's text.
struct ShowCommand: Command {
  private static let info = Option("--info", "i", nil, "print what is known about the memo rather than its text")
  private static let revision = Option(
    "--revision", "r", .text("R"), "as it was then; memo-ls history shows which there are")
  static let usage = CommandUsage(
    "show", "print a memo's text",
    operands: CommandUsage.Operands(form: "[ID ...]", count: 0...Int.max, kind: .memo),
    options: Option.place + [info, revision, .json],
    details: [
      "\(MemoName.explanation) It may be in the trash. Without ID it is the memo that was changed last.",
      "The text goes out as it is stored, byte for byte; on a terminal control characters are shown as pictures. The "
        + "texts of several memos follow each other, each on a line of its own. With --json several are an array.",
    ],
    success: "the memos were printed", failure: "there is no such memo, or the store can't be read")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    if arguments.has(Self.revision), arguments.operands.count > 1 { throw .usage("--revision is for one memo") }
    let (memos, failures) = try await OpenStore.with(arguments, in: environment, to: .read) {
      store throws(CommandError) in
      var (memos, failures): ([MemoSnapshot], [CommandError]) = ([], [])
      for id in try await MemoName.findAllOrNewest(arguments.operands, in: store) {
        do throws(CommandError) { memos.append(try await memo(id, in: store)) } catch { failures.append(error) }
      }
      return (memos, failures)
    }
    if arguments.operands.count < 2, let failure = failures.first { throw failure }
    if arguments.has(.json) {
      environment.print(
        json: memos.map { Memo($0, .utf16) }, asArray: arguments.operands.count > 1)
    } else {
      for (index, memo) in memos.enumerated() { show(memo, isLast: index == memos.count - 1, environment) }
    }
    // A damaged memo does not hide the others.
    for failure in failures { environment.complain(failure.lines(of: "show")) }
    return failures.isEmpty ? 0 : 1
  }

  private func memo(_ id: MemoID, in store: OpenStore) async throws(CommandError) -> MemoSnapshot {
    if let revision = arguments[Self.revision] { return try await Revisions.memo(revision, of: id, in: store) }
    return try await store.memo(id)
  }

  private func show(_ memo: MemoSnapshot, isLast: Bool, _ environment: CommandEnvironment) {
    if arguments.has(Self.info) {
      environment.print(MemoFacts(memo).lines(for: environment.terminal) + (isLast ? "" : "\n"))
      return
    }
    let isOnTerminal = environment.terminal.columns != nil
    let bytes = isOnTerminal ? Array(TerminalSanitizer.text(memo.text.string).utf8) : memo.text.utf8Bytes
    environment.write(bytes)
    // So that the next text, or the shell's prompt, begins a line.
    let isOpen = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
    if isOpen, isOnTerminal || !isLast { environment.print("\n") }
  }
}
