/// A state in a memo's history.
public struct HistoryEntry: Sendable, Equatable {
  /// What tells it from every other state of the memo.
  public let revision: Int
  /// The version it was stored as. Grows from state to state.
  public let version: Int
  /// When text or properties had last changed.
  public let modifiedAt: Timestamp
  /// The text's length in UTF-8 bytes.
  public let bytes: Int
  /// The first line that is not only white space, trimmed and cut.
  public let displayTitle: String
  /// The agent that made the step which led to it; nil if a person did, or several.
  public let by: String?

  /// Creates an entry from all its parts.
  public init(
    revision: Int, version: Int, modifiedAt: Timestamp, bytes: Int, displayTitle: String, by agent: String? = nil
  ) {
    self.revision = revision
    self.version = version
    self.modifiedAt = modifiedAt
    self.bytes = bytes
    self.displayTitle = displayTitle
    self.by = agent
  }
}

/// A page of a memo's history.
public struct HistoryPage: Sendable {
  /// The states, newest first; the memo's first entry of all is what is stored now.
  public let entries: [HistoryEntry]
  /// How many states are kept in all.
  public let total: Int

  /// Creates a page.
  public init(entries: [HistoryEntry], total: Int) {
    self.entries = entries
    self.total = total
  }
}
