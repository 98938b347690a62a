/// The references of unsaved memos, which replace the stored ones in queries, and which memos count.
public struct UnsavedReferences: Sendable {
  /// A memo as it is in memory.
  public struct UnsavedMemo: Sendable {
    /// The memo as lists show it, with all its tags: those of the text and the properties, and their parents.
    public let row: ListRow
    /// The references of its text.
    public let references: MemoReferences

    /// Creates an unsaved memo.
    public init(row: ListRow, references: MemoReferences) {
      self.row = row
      self.references = references
    }
  }

  /// The memos whose stored state does not count: those that are unsaved, and those that are destroyed.
  public let hidden: Set<MemoID>
  /// The memos that count in its place.
  public let memos: [UnsavedMemo]
  /// The form of the tag that a memo must have, or one below it, to count; nil if all count. The answer is as if all
  /// others did not exist, and as if no memo had ever had another title: it may have had that without the tag.
  public let tag: String?

  /// Creates references; each of the memos hides its stored state.
  public init(hidden: Set<MemoID> = [], memos: [UnsavedMemo] = [], within tag: String? = nil) {
    self.hidden = hidden.union(memos.map(\.row.summary.metadata.id))
    self.memos = tag.map { tag in memos.filter { $0.row.tags.contains(tag) } } ?? memos
    self.tag = tag
  }
}
