/// What is asked of stored memos.
public protocol StoreReading: ExchangeReading, FileReading, ReferenceReading {
  /// One memo with its text, trashed ones too; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo?

  /// How long a memo's text is in UTF-8 bytes, trashed ones' too; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func bytes(of id: MemoID) throws(StoreError) -> Int?

  /// Whether there is a memo of this identifier, in the trash or not.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func contains(_ id: MemoID) throws(StoreError) -> Bool

  /// The identifiers that begin or end with a text, trashed memos' too: one that is all of it first, the others in
  /// ascending order.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID]

  /// One page of a list, in order, without the rows of some memos. The total has them all the same, but for those that
  /// are not to be counted. Rows and total are of one moment.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func list(
    _ query: ListQuery, leavingOut: Set<MemoID>, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage

  /// Several memos as they are now, trashed ones too; those that are not there are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo]

  /// A memo as it was at an earlier revision, destroyed since perhaps, also where history no longer shows it: what
  /// merging starts from. Nil if that is no longer kept.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo?

  /// A memo as it was at a revision that its history has; nil if that is not among them.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo?

  /// A page of what is kept of a memo's history, newest first; empty if no such memo is stored.
  ///
  /// - Parameter version: the page starts with the newest state of an earlier version than this; nil starts with what
  ///   is stored.
  /// - Throws: ``StoreError`` if the store can't be read.
  func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage

  /// What undoing or redoing the stored state of a memo leads to: the next state on the way that differs in text or
  /// properties. Nil if no such memo is stored.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove?

  /// How far a journal's changes are saved, memo by memo. Marks of journals that are no more may be forgotten.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark]

  /// What other processes did since a change.
  ///
  /// - Parameter changeSequence: what an earlier call gave; nil asks for the present one alone.
  /// - Throws: ``StoreError`` if the store can't be read.
  func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges

  /// What `stats` tells of the store.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func statistics() throws(StoreError) -> StoreStatistics
}

extension StoreReading {
  /// One page of a list whose total has all its memos.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  package func list(_ query: ListQuery, leavingOut hidden: Set<MemoID>) throws(StoreError) -> StoredPage {
    try list(query, leavingOut: hidden, uncounted: [])
  }
}
