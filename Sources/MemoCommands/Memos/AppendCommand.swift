import MemoEngine
import MemoProtocol

/// `memo-ls append`: adds words to the end of a memo, or of one of its sections.
struct AppendCommand: Command {
  private static let heading = Option(
    "--heading", nil, .text("NAME"), "at the end of the section below this heading, which is made if it is not there")
  static let usage = CommandUsage(
    "append", "add words to the end of a memo, or of a section",
    operands: CommandUsage.Operands(form: "ID [TEXT ...] [-]", count: 1...Int.max, kind: .memoAndWords),
    options: Option.place + [heading, .json],
    details: [
      MemoName.explanation,
      "TEXT is \(GivenText.explanation) Without TEXT it is what comes from stdin. It begins a line of its own, and "
        + "ends with a line's end. Where the memo's lines end with CR LF its lines do, too.",
      "A section ends where the next heading of its level begins, or a higher one, but for those in lists and "
        + "quotations. Of several headings of that name the first is meant. A new one is of level 2, unless NAME says "
        + "its level, as '# Log' does, and stands at the end; where code that begins before has no end, nothing is "
        + "added.",
      "Nothing that others write meanwhile is lost, in an editor or by commands that run at once.",
    ],
    success: "the memo is stored with the text in it",
    failure: "nothing was added: there is no such memo, no text, no end of the code before, or it can't be stored")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let given = GivenText(arguments, after: 1)
    if arguments.operands.count == 1, environment.terminal.readsPerson {
      throw .usage("say what is to be added; a - stands for what you type, up to Ctrl-D")
    }
    let heading = try SectionHeading.option(Self.heading, of: arguments)
    let parts = try given.parts(in: environment)
    guard let addition = Addition(parts, below: heading) else {
      throw .failure("there is no text, so nothing was added")
    }
    let changed = try await given.keeping(parts, in: environment) { () throws(CommandError) in
      try await OpenStore.with(arguments, in: environment) { store throws(CommandError) in
        let words = Array(arguments.operands.dropFirst())
        let memo = try await store.livingMemo(
          try await MemoName.find(arguments.operands[0], before: words, in: store))
        return try await store.change(memo.metadata.id, [try addition.asked(of: memo.text)])
      }
    }
    environment.complain(changed.copiesRemark + (given.remark(of: "append", in: environment) ?? ""))
    if arguments.has(.json) {
      environment.print(json: MemoState(changed.memo, .utf16))
    } else {
      environment.print(changed.memo.line("saved", on: environment.terminal))
    }
    return 0
  }
}
