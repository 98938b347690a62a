/// A state in a memo's history.
public struct HistoryEntry: Sendable, Equatable {
  /// A number that no other state of the memo has.
  public let revision: Int
  /// The version it was stored as, which grows from state to state.
  public let version: Int
  /// The time when text or properties had last changed.
  public let modifiedAt: Timestamp
  /// The text's length in UTF-8 bytes.
  public let bytes: Int
  /// The first line that is not only white space, trimmed and cut.
  public let displayTitle: String
  /// The agent that made the step to this state; nil if a person did, or several authors.
  public let by: String?

  /// Creates an entry from its parts.
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
  /// The states, newest first; on the first page the first one is what is stored now.
  public let entries: [HistoryEntry]
  /// The number of states that are kept on all pages.
  public let total: Int

  /// Creates a page.
  public init(entries: [HistoryEntry], total: Int) {
    self.entries = entries
    self.total = total
  }
}
