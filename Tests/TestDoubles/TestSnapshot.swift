import MemoModel

/// What a ``TestStore`` holds at one moment.
struct TestSnapshot: StoreSnapshot {
  let memos: [MemoID: StoredMemo]
  /// The memo that each change was of, from the first change on.
  let changes: [MemoID]
  let changesKept: Int
  let willRead: @Sendable (MemoID) -> Void
  let references: [MemoID: MemoReferences]
  let ids: @Sendable (ReferenceFilter, UnsavedReferences) -> Set<MemoID>

  func changeSequence() throws(StoreError) -> Int { changes.count }

  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    willRead(id)
    return memos[id]
  }

  func forEachMemo(
    after key: Int, damaged: (MemoID) -> Void, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError) {
    // A memo's key is the place of its first change.
    var seen: Set<MemoID> = []
    for (index, id) in changes.enumerated() where seen.insert(id).inserted && index + 1 > key {
      guard let memo = memos[id] else { continue }
      willRead(id)
      guard body(index + 1, memo) else { return }
    }
  }

  func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID> {
    ids(filter, unsaved)
  }

  func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences] {
    references.filter { ids.contains($0.key) }
  }

  func changedMemos(since changeSequence: Int) throws(StoreError) -> Set<MemoID>? {
    changes.count - changeSequence > changesKept ? nil : Set(changes[changeSequence...])
  }
}
