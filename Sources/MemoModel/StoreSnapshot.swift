/// What is stored at one moment. Good only inside the call that hands it out.
public protocol StoreSnapshot {
  /// How many changes of memos the store has seen, by whomever; it only grows.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func changeSequence() throws(StoreError) -> Int

  /// One memo with its text, trashed ones too; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo?

  /// Hands over memos with their texts, trashed ones too, in the order of their keys, until the body answers false. A
  /// memo keeps its key as long as it is stored, and a later one has a larger key or one that was given up.
  ///
  /// - Parameters:
  ///   - key: the last key that was seen before; 0 starts with the first memo.
  ///   - damaged: told of each memo that can't be read, and is therefore left out.
  /// - Throws: ``StoreError`` if the store can't be read.
  func forEachMemo(
    after key: Int, damaged: (MemoID) -> Void, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError)

  /// All memos that a filter lets through, in the trash or not.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID>

  /// What memos' texts say, trashed ones' too; memos that are not there, or were not looked at, are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences]

  /// Which memos were changed, made or destroyed since an earlier change, by whomever; nil if there were more changes
  /// than the store still knows: then every memo may have changed.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func changedMemos(since changeSequence: Int) throws(StoreError) -> Set<MemoID>?
}
