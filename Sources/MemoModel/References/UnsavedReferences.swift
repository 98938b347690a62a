/// What memos say that are not saved yet, which counts in place of what is stored of them; and which memos count.
public struct UnsavedReferences: Sendable {
  /// A memo as it is in memory.
  public struct UnsavedMemo: Sendable {
    /// What lists have of it. Its tags are all that it has: those of the text, of the properties, and what these are
    /// in.
    public let row: ListRow
    /// What its text says.
    public let references: MemoReferences

    /// Creates one.
    public init(row: ListRow, references: MemoReferences) {
      self.row = row
      self.references = references
    }
  }

  /// The memos of which nothing that is stored counts: those that are not saved, and those that are destroyed.
  public let hidden: Set<MemoID>
  /// What counts in its place.
  public let memos: [UnsavedMemo]
  /// The form of the tag that a memo must have, or one in it, to count; nil if all count. Who asks is answered as if
  /// all others were nowhere, and as if no memo had ever had another title: it may have had that without the tag.
  public let tag: String?

  /// Creates references; each of the memos hides what is stored of it.
  public init(hidden: Set<MemoID> = [], memos: [UnsavedMemo] = [], within tag: String? = nil) {
    self.hidden = hidden.union(memos.map(\.row.summary.metadata.id))
    self.memos = tag.map { tag in memos.filter { $0.row.tags.contains(tag) } } ?? memos
    self.tag = tag
  }
}
