import JSON

/// A memo as it is stored.
public struct StoredMemo: Sendable {
  /// All but the text.
  public let metadata: MemoMetadata
  /// The text in UTF-8, which the reader checks.
  public let text: [UInt8]
  /// Tells this state of the memo from every other one. A version does not: a memo that was destroyed and made again
  /// counts from 1 again.
  public let revision: Int

  /// Creates a memo from its parts.
  public init(metadata: MemoMetadata, text: [UInt8], revision: Int) {
    self.metadata = metadata
    self.text = text
    self.revision = revision
  }

  /// Whether text and properties are, byte for byte, those of another state.
  package func saysTheSame(as other: StoredMemo) -> Bool {
    text == other.text && metadata.properties.json == other.metadata.properties.json
  }
}

/// A memo that another process has changed since it was read.
public struct StaleMemo: Sendable {
  /// The memo.
  public let id: MemoID
  /// What is stored now; nil if it is gone.
  public let stored: StoredMemo?

  /// Creates a stale memo.
  public init(id: MemoID, stored: StoredMemo?) {
    self.id = id
    self.stored = stored
  }
}

/// A page of a list as it is stored.
public struct StoredPage: Sendable {
  /// The rows in order, at most as many as were asked for.
  public let rows: [ListRow]
  /// How many memos the whole list has.
  public let total: Int

  /// Creates a page.
  public init(rows: [ListRow], total: Int) {
    self.rows = rows
    self.total = total
  }
}
