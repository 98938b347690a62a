import MemoEngine
import MemoProtocol

/// `memo-ls outline`: shows a memo's headings and tasks.
struct OutlineCommand: Command {
  private static let tasks = Option("--tasks", "t", nil, "tasks alone, done or not")
  private static let rows = RowOptions(OutlineItem.names, hasIDs: false)
  static let usage = CommandUsage(
    "outline", "show a memo's headings and tasks",
    operands: CommandUsage.Operands(form: "[ID]", count: 0...1, kind: .memo),
    options: Option.place + [tasks] + rows.options + [.json],
    details: [
      "Shows the headings of a memo and the tasks below them, - [ ] and - [x], each with its line's number; what "
        + "stands below a heading is indented.",
      "\(MemoName.explanation) Without ID it is the memo that was changed last.",
      "Where stdout is no terminal each is a row: line, kind, which is heading, task or done, a heading's level, or "
        + "that of the heading that a task is below, and the words. \(rows.explanation) --json also has the memo's "
        + "links, tags and names of blocks, and how many words it has.",
    ],
    success: "it was shown, though there may be no headings",
    failure: "there is no such memo, or the store can't be read"
  )

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let given = try Self.rows.format(arguments, standard: OutlineItem.names)
    if arguments.has(.json), arguments.has(Self.tasks) { throw .usage("--json has all; it does not go with --tasks") }
    let terminal = environment.terminal
    let (memo, outline) = try await OpenStore.with(arguments, in: environment, to: .read) {
      store throws(CommandError) in
      let memo = try await store.memo(try await MemoName.findAllOrNewest(arguments.operands, in: store)[0])
      return (memo, try await store.outline(of: memo))
    }
    if arguments.has(.json) {
      environment.print(json: try OutlineMemo.Result(outline, of: memo.text))
      return 0
    }
    let all = OutlineItem.items(of: outline.outline, in: memo.text)
    let items = arguments.has(Self.tasks) ? all.filter { $0.kind != .heading } : all
    if let format = given ?? (terminal.columns == nil ? RowFormat(OutlineItem.names) : nil) {
      environment.print(items.map { format.row($0.field) }.joined())
    } else {
      environment.print(OutlineItem.lines(items, terminal))
    }
    if items.isEmpty {
      environment.complain("\(memo.named) has no \(arguments.has(Self.tasks) ? "tasks" : "headings and no tasks")\n")
    }
    return 0
  }
}

extension OutlineMemo.Result {
  /// Converts the structure of a text to the protocol's form.
  ///
  /// - Throws: a failure if that is too long.
  init(_ outline: ResolvedOutline, of text: Rope) throws(CommandError) {
    do {
      try self.init(outline, of: text, .utf16, isRecovering: false)
    } catch {
      throw .failure("the memo has more headings, links and tags than one JSON document may tell")
    }
  }
}
