import MemoMarkup
import MemoModel

/// The settings of an engine.
public struct EngineConfiguration: Sendable {
  /// The time when unsaved changes are saved.
  public var autosave: AutosaveDelays
  /// The most bytes of a memo's text in UTF-8, and of its properties as JSON.
  public var maximumMemoBytes: Int
  /// The size in bytes, roughly, of the cache of saved memos.
  public var cacheBytes: Int
  /// The most bytes of texts that are kept in memory for searches after the first one. Each search reads other texts
  /// anew.
  public var searchBytes: Int
  /// The size of the journal, in bytes, from which on unsavable changes are recorded anew in short form.
  public var journalBytes: Int
  /// The format of day titles, for `strftime`, see ``CalendarTime``; nil for that of the files of days, else
  /// `%Y-%m-%d`.
  public var dailyFormat: String?
  /// Tells where the files of days lie, each time that a day's memo is asked for; nil if memos are no files. May block.
  public var dailyFiles: @Sendable () -> DailyFiles?

  /// Creates a configuration; without arguments it has the command line's defaults.
  public init(
    autosave: AutosaveDelays = AutosaveDelays(), maximumMemoBytes: Int = 256 << 20, cacheBytes: Int = 64 << 20,
    searchBytes: Int = 512 << 20, journalBytes: Int = 16 << 20, dailyFormat: String? = nil,
    dailyFiles: @autoclosure @escaping @Sendable () -> DailyFiles? = nil
  ) {
    self.autosave = autosave
    self.maximumMemoBytes = maximumMemoBytes
    self.cacheBytes = cacheBytes
    self.searchBytes = searchBytes
    self.journalBytes = journalBytes
    self.dailyFormat = dailyFormat
    self.dailyFiles = dailyFiles
  }

  /// Whether a format gives every day a title that links can use, and not all days the same.
  public static func canWriteDays(_ format: String) -> Bool {
    let now = Timestamp.now
    guard let title = CalendarTime(now).text(format),
      CalendarDay(now).twins.contains(where: { CalendarTime(now, on: $0).text(format) != title })
    else { return false }
    return title.canBeLedTo && !LinkTarget(naming: title).isIdentifier
      && Rope("\(title)\n").displayTitle.nameForm == title.nameForm
  }
}

/// The time when unsaved changes are saved.
public struct AutosaveDelays: Sendable, Equatable {
  /// The delay after the last change.
  public var idle: Duration
  /// The longest delay after the first unsaved change.
  public var maximum: Duration

  /// Creates delays; 500 ms and 2 s if none are given.
  public init(idle: Duration = .milliseconds(500), maximum: Duration = .seconds(2)) {
    self.idle = idle
    self.maximum = maximum
  }
}
