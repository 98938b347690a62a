import MemoModel
import Synchronization

/// An unsaved memo at one version, as lists and queries see it.
final class UnsavedRow: Sendable {
  let id: MemoID
  /// The memo; nil if it was destroyed.
  let contents: MemoContents?
  /// The references of its text.
  let text: TextReferences
  /// Its row, once somebody has asked.
  private let row = Mutex<ListRow?>(nil)
  /// The tags that lists select by.
  private let tags: Tags
  /// Its stored state, as far as is known here; nil if there is none.
  private let stored: (metadata: MemoMetadata, tags: Tags)?

  init(_ memo: OpenMemo) {
    id = memo.metadata.id
    text = memo.references
    contents = memo.isDestroyed ? nil : memo.contents
    tags = Tags(text, beside: memo.metadata)
    stored = memo.storedReferences.map { text, metadata in (metadata, Tags(text, beside: metadata)) }
  }

  /// The memo as it is read; nil if it was destroyed.
  var snapshot: MemoSnapshot? {
    contents.map { MemoSnapshot(metadata: $0.metadata, text: $0.text, isSaved: false, file: $0.file) }
  }

  /// Its row; nil if it was destroyed. The first caller reads the beginning of the text.
  private var shown: ListRow? {
    guard let contents else { return nil }
    return row.withLock { known in
      let row = known ?? contents.row
      known = row
      return row
    }
  }

  /// Whether the references of its text are known.
  var isRead: Bool { contents == nil || text.isRead }

  /// Its summary; the text may have to be read.
  var summary: MemoSummary? {
    guard var summary = shown?.summary else { return nil }
    summary.textTags = text.names(beside: summary.metadata.properties.tags)
    return summary
  }

  /// Its place in a list's order, whatever the list selects by; nil if it is in another list: that of the trash, or
  /// that of live memos.
  func place(in query: ListQuery) -> ListPlace? {
    guard let metadata = contents?.metadata, metadata.isTrashed == query.trashed else { return nil }
    return metadata.place(in: query, sortTitle: shown?.sortTitle ?? "")
  }

  /// Whether a list contains it. For a list with tags the text may have to be read.
  func isIn(_ query: ListQuery) -> Bool {
    contents?.metadata.isIn(query) == true && (query.tags.isEmpty || tags.contain(query.tags))
  }

  /// Whether the store's list contains it. For a list with tags the stored text may have to be read.
  func isStored(in query: ListQuery) -> Bool {
    guard let stored, stored.metadata.isIn(query) else { return false }
    return query.tags.isEmpty || stored.tags.contain(query.tags)
  }

  /// Whether it is stored as one in the trash; nil if it is not stored.
  var isStoredAsTrashed: Bool? { stored?.metadata.isTrashed }
}

extension UnsavedRow {
  /// The tags by which lists select a memo, worked out when first needed.
  private final class Tags: Sendable {
    private let text: TextReferences
    private let own: [String]
    private let known = Mutex<Set<String>?>(nil)

    init(_ text: TextReferences, beside metadata: MemoMetadata) {
      (self.text, own) = (text, metadata.properties.tags)
    }

    func contain(_ wanted: [String]) -> Bool {
      known.withLock { known in
        let tags = known ?? text.tags(with: own)
        known = tags
        return wanted.allSatisfy(tags.contains)
      }
    }
  }
}

extension MemoMetadata {
  /// Whether a list without tags contains the memo.
  fileprivate func isIn(_ query: ListQuery) -> Bool {
    isTrashed == query.trashed && query.modified.contains(modifiedAt) && query.created.contains(createdAt)
  }
}
