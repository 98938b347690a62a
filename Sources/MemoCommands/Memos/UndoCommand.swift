import MemoEngine
import MemoProtocol

/// `memo-ls undo`: undoes the last change of memos.
struct UndoCommand: Command {
  static let usage = UndoStep.usage(
    "undo", "take back the last change of a memo",
    "Takes back what the last save changed of a memo's text, tags and other properties. memo-ls redo brings it back; "
      + "memo-ls history shows all that is kept.")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    try await UndoStep(direction: .undo, verb: "undone", arguments: arguments).take(in: environment)
  }
}

/// `memo-ls redo`: redoes what was undone last.
struct RedoCommand: Command {
  static let usage = UndoStep.usage(
    "redo", "bring back what was undone last",
    "Brings back what memo-ls undo, or undo in an editor, took back last, unless the memo was changed since.")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    try await UndoStep(direction: .redo, verb: "redone", arguments: arguments).take(in: environment)
  }
}

/// A step back or forward in the histories of memos.
struct UndoStep: Sendable {
  let direction: HistoryDirection
  let verb: String
  let arguments: Arguments

  static func usage(_ name: String, _ summary: String, _ detail: String) -> CommandUsage {
    CommandUsage(
      name, summary, operands: CommandUsage.Operands(form: "[ID ...]", count: 0...Int.max, kind: .memo),
      options: Option.place + [.json],
      details: [
        detail,
        "\(MemoName.explanation) Without ID it is the memo that was changed last; of several each is taken one step.",
      ],
      failure: "there is nothing to \(name), no such memo, or the store can't be written")
  }

  func take(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let (moved, failures) = try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
      var (moved, failures): ([MemoSnapshot], [CommandError]) = ([], [])
      for id in try await MemoName.findAllOrNewest(arguments.operands, in: store) {
        do throws(CommandError) {
          let (before, after) = try await move(id, in: store)
          if !arguments.has(.json) { environment.print(line(before, after, environment.terminal)) }
          moved.append(after)
        } catch {
          failures.append(error)
        }
      }
      return (moved, failures)
    }
    if moved.isEmpty, failures.count == 1 { throw failures[0] }
    if arguments.has(.json) {
      environment.print(json: moved.map { Memo($0, .utf16) }, asArray: arguments.operands.count > 1)
    }
    // A memo that can't be undone does not stop the others.
    for failure in failures { environment.complain(failure.lines(of: "\(direction)")) }
    return failures.isEmpty ? 0 : 1
  }

  private func move(_ id: MemoID, in store: OpenStore) async throws(CommandError) -> (MemoSnapshot, MemoSnapshot) {
    let before = try await store.livingMemo(id)
    _ = try await store.asking { engine throws(EngineError) in try await engine.move(id, direction, baseVersion: nil) }
    try await store.save()
    return (before, try await store.memo(id))
  }

  private func line(_ before: MemoSnapshot, _ after: MemoSnapshot, _ terminal: Terminal) -> String {
    let words = MemoChange(from: before, to: after).words
    // The change is the news; the memo's name gives way to it.
    let end = "  (\(TerminalSanitizer.line(words)))"
    var room = terminal
    room.columns = terminal.columns.map { max(20, $0 - DisplayWidth.of(end)) }
    return after.line(verb, on: room).dropLast() + end + "\n"
  }
}
