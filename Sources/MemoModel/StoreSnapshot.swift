/// The stored data of one moment. Valid only inside the call that hands it out.
public protocol StoreSnapshot {
  /// The number of memo changes that the store has seen, from any process; it only grows.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func changeSequence() throws(StoreError) -> Int

  /// One memo with its text, in the trash or not; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo?

  /// Hands over memos with their texts, in the trash or not, in the order of their keys, until the body answers false.
  /// A memo keeps its key as long as it is stored; a later memo has a larger key, or one that became free.
  ///
  /// - Parameters:
  ///   - key: the last key seen before; 0 starts with the first memo.
  ///   - damaged: called for each memo that can't be read and is left out.
  /// - Throws: ``StoreError`` if the store can't be read.
  func forEachMemo(
    after key: Int, damaged: (MemoID) -> Void, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError)

  /// All memos that pass a filter, in the trash or not.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID>

  /// The references of memos, including trashed ones; memos that do not exist, or were not read yet, are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences]

  /// The memos that were changed, created or destroyed since a sequence number, by any process; nil if there were more
  /// changes than the store still remembers: then any memo may have changed.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func changedMemos(since changeSequence: Int) throws(StoreError) -> Set<MemoID>?
}
