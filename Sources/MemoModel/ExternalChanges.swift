/// What other processes did to a store.
public struct ExternalChanges: Sendable {
  /// What became of one memo, however many changes led there.
  public struct Change: Sendable {
    /// The memo.
    public let id: MemoID
    /// Where it was before the first change.
    public let before: MemoPresence
    /// Where it is after the last one.
    public let after: MemoPresence
    /// The version that was stored before the first change; 0 for none.
    public let baseVersion: Int
    /// The version that is stored after the last one; 0 for none.
    public let version: Int
    /// The revision that is stored after the last one; 0 for none.
    public let revision: Int

    /// Creates a change.
    public init(id: MemoID, before: MemoPresence, after: MemoPresence, baseVersion: Int, version: Int, revision: Int) {
      self.id = id
      self.before = before
      self.after = after
      self.baseVersion = baseVersion
      self.version = version
      self.revision = revision
    }
  }

  /// The changes, one for each memo, in the order of each one's last.
  public let changes: [Change]
  /// Whether there were more than the store still knows: then every memo may have changed.
  public let hasGap: Bool
  /// The sequence number up to which these are all changes.
  public let changeSequence: Int

  /// Creates changes.
  public init(changes: [Change], hasGap: Bool, changeSequence: Int) {
    self.changes = changes
    self.hasGap = hasGap
    self.changeSequence = changeSequence
  }
}

/// Where a memo is. The raw value is stored.
public enum MemoPresence: Int, Sendable {
  /// Nowhere.
  case absent
  /// Among the living.
  case live
  /// In the trash.
  case trashed
}
