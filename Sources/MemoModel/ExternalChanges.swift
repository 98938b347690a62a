/// The changes that other processes made to a store.
public struct ExternalChanges: Sendable {
  /// The net change of one memo, however many steps led there.
  public struct Change: Sendable {
    /// The memo.
    public let id: MemoID
    /// Where it was before the first change.
    public let before: MemoPresence
    /// Where it is after the last one.
    public let after: MemoPresence
    /// The version that was stored before the first change; 0 if none was.
    public let baseVersion: Int
    /// The version that is stored after the last one; 0 if none is.
    public let version: Int
    /// The revision that is stored after the last one; 0 if none is.
    public let revision: Int
    /// Whether only the memo's file was renamed, added or removed: both versions are then the same.
    public let isFiling: Bool

    /// Creates a change.
    public init(
      id: MemoID, before: MemoPresence, after: MemoPresence, baseVersion: Int, version: Int, revision: Int,
      isFiling: Bool = false
    ) {
      self.isFiling = isFiling
      self.id = id
      self.before = before
      self.after = after
      self.baseVersion = baseVersion
      self.version = version
      self.revision = revision
    }
  }

  /// The changes, one for each memo, in the order of each memo's last.
  public let changes: [Change]
  /// Whether there were more than the store still remembers: then any memo may have changed.
  public let hasGap: Bool
  /// The sequence number up to which these changes are complete.
  public let changeSequence: Int

  /// Creates changes.
  public init(changes: [Change], hasGap: Bool, changeSequence: Int) {
    self.changes = changes
    self.hasGap = hasGap
    self.changeSequence = changeSequence
  }
}

/// The place where a memo is. The raw value is stored.
public enum MemoPresence: Int, Sendable {
  /// Nowhere.
  case absent
  /// Stored and not in the trash.
  case live
  /// In the trash.
  case trashed
}
