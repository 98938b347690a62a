/// Where memos are kept: the engine's one view of storage.
///
/// Every call blocks until it is done; the engine chooses where to wait. Calls may come from several threads at once.
public protocol MemoStore: ExchangeStore {
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

  /// Makes these changes in one transaction that survives power loss. A change whose memo does not stand at its base
  /// any more, because another process changed it meanwhile, is left out.
  ///
  /// - Parameter journal: the journal that the changes' numbers belong to; nil if they stand in none.
  /// - Returns: what is stored of the memos whose changes were left out.
  /// - Throws: ``StoreError`` if they could not be made; then nothing was changed.
  func write(_ changes: [StoreChange], journal: Int?) throws(StoreError) -> [StaleMemo]

  /// Whether what was saved is safe even from whoever meddles with the store from outside. Costs nothing to ask.
  var isSettled: Bool { get }

  /// Moves what was saved to where it is safe even from whoever meddles with the store from outside, as far as nobody
  /// reads what was before. Until then the journal has to keep it.
  ///
  /// - Returns: whether all of it is there.
  /// - Throws: ``StoreError`` if some of it is gone.
  func settle() throws(StoreError) -> Bool

  /// What the store found out about itself since this was last asked; nil if nothing. Costs nothing to ask.
  func takeNotice() -> StoreNotice?

  /// How far a journal's changes are saved, memo by memo. Marks of journals that are no more may be forgotten.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark]

  /// What other processes did since a change.
  ///
  /// - Parameter changeSequence: what an earlier call gave; nil asks for the present one alone.
  /// - Throws: ``StoreError`` if the store can't be read.
  func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges

  /// Hands over what is stored now, for a read that may take long; neither other reads nor writes wait for it.
  ///
  /// - Throws: ``StoreError`` if the store can't be read, or what the body throws.
  func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value

  /// What `stats` tells of the store.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func statistics() throws(StoreError) -> StoreStatistics

  /// Puts what is stored in order and lets go of it. No call may follow.
  func close()
}

extension MemoStore {
  /// All that is saved is safe, where nobody says otherwise.
  public var isSettled: Bool { true }

  /// Does nothing then.
  public func settle() throws(StoreError) -> Bool { true }

  /// Nothing is found, where nobody looks.
  public func takeNotice() -> StoreNotice? { nil }
}

extension MemoStore {
  /// One page of a list whose total has all its memos.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  package func list(_ query: ListQuery, leavingOut hidden: Set<MemoID>) throws(StoreError) -> StoredPage {
    try list(query, leavingOut: hidden, uncounted: [])
  }
}
