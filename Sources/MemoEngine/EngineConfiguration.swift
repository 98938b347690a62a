import MemoModel

/// What an engine can be told when it is made.
public struct EngineConfiguration: Sendable {
  /// When unsaved changes are saved.
  public var autosave: AutosaveDelays
  /// The most bytes a memo's text may have in UTF-8, and its properties as JSON.
  public var maximumMemoBytes: Int
  /// About how many bytes of saved memos are kept in memory for the next time they are asked for.
  public var cacheBytes: Int
  /// How many bytes of texts are kept in memory for searches once there was one. Texts beyond are read by each search.
  public var searchBytes: Int
  /// How the title of a day's memo is written, for `strftime`; see ``CalendarTime``.
  public var dailyFormat: String

  /// Creates a configuration; without arguments it is the command line's default.
  public init(
    autosave: AutosaveDelays = AutosaveDelays(), maximumMemoBytes: Int = 256 << 20, cacheBytes: Int = 64 << 20,
    searchBytes: Int = 512 << 20, dailyFormat: String = "%Y-%m-%d"
  ) {
    self.autosave = autosave
    self.maximumMemoBytes = maximumMemoBytes
    self.cacheBytes = cacheBytes
    self.searchBytes = searchBytes
    self.dailyFormat = dailyFormat
  }
}

/// When unsaved changes are saved.
public struct AutosaveDelays: Sendable, Equatable {
  /// How long after the last change.
  public var idle: Duration
  /// How long, at the latest, after the first change that is not saved.
  public var maximum: Duration

  /// Creates delays; 500 ms and 2 s if none are given.
  public init(idle: Duration = .milliseconds(500), maximum: Duration = .seconds(2)) {
    self.idle = idle
    self.maximum = maximum
  }
}
