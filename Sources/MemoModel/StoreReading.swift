/// Queries about stored memos.
public protocol StoreReading: ExchangeReading, FileReading, ReferenceReading {
  /// One memo with its text, in the trash or not; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo?

  /// The length of a memo's text in UTF-8 bytes, in the trash or not; nil if there is no such memo.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func bytes(of id: MemoID) throws(StoreError) -> Int?

  /// Whether there is a memo with this identifier, in the trash or not.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func contains(_ id: MemoID) throws(StoreError) -> Bool

  /// The identifiers that begin or end with a text, in the trash or not: the one equal to it first, the others in
  /// ascending order.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID]

  /// One page of a list, in order, without the rows of some memos. The total includes these, except those that are not
  /// to be counted. Rows and total are of one moment.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func list(
    _ query: ListQuery, leavingOut: HiddenMemos, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage

  /// Several memos as they are now, in the trash or not; missing ones are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo]

  /// A memo as it was at an earlier revision, even if it was destroyed since or its history no longer shows it: the
  /// base of a merge. Nil if it is no longer kept.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo?

  /// A memo at a revision of its history; nil if its history has no such revision.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo?

  /// A page of a memo's history, newest first; empty if no such memo is stored.
  ///
  /// - Parameter version: the page starts with the newest state of an earlier version than this; nil starts with the
  ///   stored state.
  /// - Throws: ``StoreError`` if the store can't be read.
  func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage

  /// The target of undoing or redoing a memo's stored state: the next state on the way that differs in text or
  /// properties. Nil if no such memo is stored.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove?

  /// The point up to which a journal's changes are saved, for each memo. Marks of journals that no longer exist may be
  /// dropped.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark]

  /// The changes of other processes since a sequence number.
  ///
  /// - Parameter changeSequence: the number from an earlier call; nil returns only the current one.
  /// - Throws: ``StoreError`` if the store can't be read.
  func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges

  /// The store's part of `stats`.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func statistics() throws(StoreError) -> StoreStatistics
}

extension StoreReading {
  /// One page of a list whose total includes all its memos.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  package func list(_ query: ListQuery, leavingOut hidden: Set<MemoID>) throws(StoreError) -> StoredPage {
    try list(query, leavingOut: hidden, uncounted: [])
  }

  /// One page of a list, without the rows of some memos.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  package func list(
    _ query: ListQuery, leavingOut hidden: Set<MemoID>, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage {
    try list(query, leavingOut: HiddenMemos(count: hidden.count, contains: hidden.contains), uncounted: uncounted)
  }
}
