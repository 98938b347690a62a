import MemoEngine
import MemoFolder
import MemoProtocol
import Platform

/// `memo-ls today`: writes in the memo of a day.
struct TodayCommand: Command {
  private static let add = Option("--add", "a", .text("TEXT"), "add a line to the memo, without an editor; - is stdin")
  private static let heading = Option("--heading", nil, .text("NAME"), "with --add: below this heading, see append")
  private static let date = Option("--date", "d", .text("DATE"), "the memo of another day, as 2026-11-22 or yesterday")
  private static let template = Option(
    "--template", nil, .template, "the template of the memo if it is not there yet, see new")
  static let usage = CommandUsage(
    "today", "write in the memo of the day",
    options: Option.place + [add, heading, date, template, .json],
    details: [
      "Opens the day's memo in an editor, which is $VISUAL, else $EDITOR, else vi. It is made on first use, once, "
        + "wherever else that is done at the same time; its title is the date, as $MEMO_LS_DAILY_FORMAT says in the "
        + "words of strftime (default: %Y-%m-%d). In a folder it lies where the variable says, if that has a /, as "
        + "Days/%Y-%m-%d, else where .obsidian/daily-notes.json says; is called so unless the variable says otherwise; "
        + "and is made of the note that is the template there.",
      "With --add the text becomes the memo's last line. Nothing that others write meanwhile is lost, in an editor "
        + "or by commands that run at once.",
      "DATE is a day as 2026-11-22, today or yesterday, or so many days ago: 7d.",
    ],
    success: "the memo is stored as it was written, or nothing was changed",
    failure: "the text was not stored: the editor failed, there is no such template, or the store can't be written")

  let arguments: Arguments

  func opensEditor(in environment: CommandEnvironment) -> Bool { !arguments.has(Self.add) }

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let day = try day()
    let given = GivenText(option: arguments[Self.add] ?? "")
    let parts = try given.parts(in: environment)
    let addition = try addition(of: parts)
    var configuration = EngineConfiguration()
    let format = try environment.dailyFormat()
    configuration.dailyFormat = format
    let folder = try environment.place(arguments).folder
    if let problem = folder.flatMap(DailyFiles.problem(in:)) { environment.complain("memo-ls today: \(problem)\n") }
    let files = folder.map { DailyFiles(in: $0, format: format) }
    configuration.dailyFiles = { files }
    let (edited, status) = try await given.keeping(parts, in: environment) { () throws(CommandError) in
      try await OpenStore.with(arguments, in: environment, to: .make, configuration) { store throws(CommandError) in
        // Somebody may have made it a moment ago.
        if let path = files?.path(of: day, now: .now) { try await store.wait(for: FilePath(path)) }
        let memo = try await memo(of: day, in: store, environment)
        guard let addition else { return try await store.edit(memo, in: environment) }
        let change = try await store.change(memo.metadata.id, [try addition.asked(of: memo.text)])
        return ([EditedMemo(memo: change.memo, remark: change.copiesRemark)], 0)
      }
    }
    if addition != nil, let remark = given.remark(of: "today", "to add what it has, use: --add -", in: environment) {
      environment.complain(remark)
    }
    EditedMemo.report(edited, asJSON: arguments.has(.json), asArray: false, in: environment)
    return status
  }

  /// The day that is asked for.
  private func day() throws(CommandError) -> CalendarDay {
    guard let text = arguments[Self.date] else { return CalendarDay(.now) }
    let moment = try MemoFilter.date(text, Self.date, .now)
    // A year or a month is its first moment elsewhere.
    if text.wholeMatch(of: #/\d{4}(-\d{2})?/#) != nil {
      throw .usage("--date must be followed by a day, as in \(text.prefix(4))-11-22", isComplete: true)
    }
    return CalendarDay(moment)
  }

  /// The day's memo; an existing one stays as it is, whatever the template.
  private func memo(
    of day: CalendarDay, in store: OpenStore, _ environment: CommandEnvironment
  ) async throws(CommandError) -> MemoSnapshot {
    let there = try await store.asking { engine throws(EngineError) in try await engine.presentDaily(day) }
    if let there {
      if there.wasTrashed {
        environment.complain("memo-ls today: \(there.memo.metadata.id) was in the trash, and was brought back\n")
      }
      return there.memo
    }
    var template: MemoID?
    if let name = arguments[Self.template] { template = try await MemoName.template(name, in: store) }
    return try await store.asking { engine throws(EngineError) in
      try await engine.daily(day, template: template?.description)
    }
  }

  /// The text to add; nil if the memo is to be edited.
  private func addition(of parts: [Rope]) throws(CommandError) -> Addition? {
    guard arguments.has(Self.add) else {
      if arguments.has(Self.heading) { throw .usage("--heading goes with --add") }
      return nil
    }
    let heading = try SectionHeading.option(Self.heading, of: arguments)
    guard let addition = Addition(parts, below: heading) else {
      throw .failure("there is no text, so nothing was added")
    }
    return addition
  }
}
