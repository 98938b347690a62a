import MemoEngine

/// The options that select memos: `--tag`, `--after` and the like.
struct MemoFilter: Sendable {
  private static let tag = Option(
    "--tag", "t", .tag, "only memos with this tag; several times: with all of them")
  private static let after = Option("--after", nil, .text("DATE"), "only memos changed on DATE or later")
  private static let before = Option("--before", nil, .text("DATE"), "only memos changed before DATE")
  private static let createdAfter = Option("--created-after", nil, .text("DATE"), "only memos made on DATE or later")
  private static let createdBefore = Option("--created-before", nil, .text("DATE"), "only memos made before DATE")
  /// All of them, in the order of the help.
  static let options = [tag, after, before, createdAfter, createdBefore]
  /// The meaning of DATE, for the help.
  static let explanation =
    "DATE is a year, a month or a day, as 2026-11-22, which mean their beginning; 2026-11-22T09:00; today or "
    + "yesterday; or how long ago: 3h, 7d, 2w. Days are those of the zone in which dates are shown, that of TZ."

  /// Tags that all of them have.
  let tags: [String]
  /// The time when they were last changed.
  private(set) var modified = TimeBounds()
  /// The time when they were created.
  private(set) var created = TimeBounds()

  /// Reads the options.
  ///
  /// - Throws: a usage error if a date is invalid.
  init(_ arguments: Arguments) throws(CommandError) {
    tags = arguments.all(Self.tag)
    // All dates are relative to the same moment.
    let now = Timestamp.now
    for text in arguments.all(Self.after) { modified.start(at: try Self.date(text, Self.after, now)) }
    for text in arguments.all(Self.before) { modified.end(before: try Self.date(text, Self.before, now)) }
    for text in arguments.all(Self.createdAfter) { created.start(at: try Self.date(text, Self.createdAfter, now)) }
    for text in arguments.all(Self.createdBefore) { created.end(before: try Self.date(text, Self.createdBefore, now)) }
  }

  /// Whether all memos pass.
  var isEverything: Bool { tags.isEmpty && modified.isEverything && created.isEverything }

  /// The moment in an option's value.
  ///
  /// - Throws: a usage error if the value is no moment.
  static func date(_ text: String, _ option: Option, _ now: Timestamp) throws(CommandError) -> Timestamp {
    guard let date = Timestamp(reading: text, in: .local, now: now) else {
      throw .usage("\(option.name) must be followed by a date, as in 2026-11-22, today or 7d", isComplete: true)
    }
    return date
  }
}
