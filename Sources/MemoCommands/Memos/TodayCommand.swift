import MemoEngine
import MemoProtocol

/// `memo-ls today`: writes in the memo of a day.
struct TodayCommand: Command {
  private static let add = Option("--add", "a", .text("TEXT"), "add a line to the memo, without an editor")
  private static let heading = Option("--heading", nil, .text("NAME"), "with --add: below this heading, see append")
  private static let date = Option("--date", "d", .text("DATE"), "the memo of another day, as 2026-11-22 or yesterday")
  private static let template = Option(
    "--template", nil, .text("MEMO"), "the template of the memo if it is not there yet, see new")
  static let usage = CommandUsage(
    "today", "write in the memo of the day",
    options: [.store, add, heading, date, template, .json],
    details: [
      "Opens the day's memo in an editor, which is $VISUAL, else $EDITOR, else vi. It is made on first use, once, "
        + "wherever else that is done at the same time; its title is the date, as $MEMO_LS_DAILY_FORMAT says in the "
        + "words of strftime (default: %Y-%m-%d).",
      "With --add the text becomes the memo's last line. Nothing that others write meanwhile is lost, in an editor "
        + "or by commands that run at once.",
      "DATE is a day as 2026-11-22, today or yesterday, or so many days ago: 7d.",
    ],
    success: "the memo is stored as it was written, or nothing was changed",
    failure: "the text was not stored: the editor failed, there is no such template, or the store can't be written")

  let arguments: Arguments

  func opensEditor(in environment: CommandEnvironment) -> Bool { !arguments.has(Self.add) }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let day = CalendarDay(
      try arguments[Self.date].map { text throws(CommandError) in try MemoFilter.date(text, Self.date, .now) } ?? .now)
    let addition = try addition()
    var configuration = EngineConfiguration()
    configuration.dailyFormat = try environment.dailyFormat()
    let (edited, status) = try await OpenStore.with(arguments, in: environment, to: .make, configuration) {
      store throws(CommandError) in
      var template: MemoID?
      if let name = arguments[Self.template] { template = try await MemoName.template(name, in: store) }
      let memo = try await store.asking { engine throws(EngineError) in
        try await engine.daily(day, template: template?.description)
      }
      guard let addition else { return try await store.edit(memo, in: environment) }
      let change = try await store.change(memo.metadata.id, [addition.change(of: memo.text)])
      return ([EditedMemo(memo: change.memo, remark: change.copiesRemark)], 0)
    }
    EditedMemo.report(edited, asJSON: arguments.has(.json), asArray: false, in: environment)
    return status
  }

  /// What is to be added; nil if the memo is to be edited.
  private func addition() throws(CommandError) -> Addition? {
    guard let text = arguments[Self.add] else {
      if arguments.has(Self.heading) { throw .usage("--heading goes with --add") }
      return nil
    }
    return Addition(Rope(text), below: try SectionHeading.option(Self.heading, of: arguments))
  }
}
