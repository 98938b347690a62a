/// Where memos are kept: the engine's one view of storage.
///
/// Every call blocks until it is done; the engine chooses where to wait. Calls may come from several threads at once.
public protocol MemoStore: StoreReading, ExchangeStore, FileStore, ReferenceStore {
  /// Makes these changes in one transaction that survives power loss. A change whose memo does not stand at its base
  /// any more, because another process changed it meanwhile, is left out.
  ///
  /// - Parameters:
  ///   - journal: the journal that the changes' numbers belong to; nil if they stand in none.
  ///   - together: whether none is made where one has to be left out.
  /// - Returns: what is stored of the memos whose changes were left out for their own sake.
  /// - Throws: ``StoreError`` if they could not be made; then nothing was changed.
  func write(_ changes: [StoreChange], journal: Int?, together: Bool) throws(StoreError) -> [StaleMemo]

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

  /// Hands over what is stored now, for a read that may take long; neither other reads nor writes wait for it.
  ///
  /// - Throws: ``StoreError`` if the store can't be read, or what the body throws.
  func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value

  /// Puts what is stored in order and lets go of it. No call may follow.
  func close()
}

extension MemoStore {
  /// Makes these changes, but for those whose memos don't stand at their base any more.
  ///
  /// - Throws: ``StoreError`` if they could not be made; then nothing was changed.
  public func write(_ changes: [StoreChange], journal: Int?) throws(StoreError) -> [StaleMemo] {
    try write(changes, journal: journal, together: false)
  }

  /// All that is saved is safe, where nobody says otherwise.
  public var isSettled: Bool { true }

  /// Does nothing then.
  public func settle() throws(StoreError) -> Bool { true }

  /// Nothing is found, where nobody looks.
  public func takeNotice() -> StoreNotice? { nil }
}
