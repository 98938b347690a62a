/// The engine's one view of storage: where memos are kept.
///
/// Every call blocks until it is done; the engine chooses where to wait. Calls may come from several threads at once.
public protocol MemoStore: StoreReading, ExchangeStore, FileStore, ReferenceStore {
  /// Makes these changes in one transaction that survives power loss. A change whose memo is no longer at its base,
  /// because another process changed it, is left out.
  ///
  /// - Parameters:
  ///   - journal: the journal that the changes' numbers belong to; nil if they are in none.
  ///   - together: whether to make none if one has to be left out.
  /// - Returns: the stored state of memos whose own changes were stale.
  /// - Throws: ``StoreError`` if they could not be made; then nothing was changed.
  func write(_ changes: [StoreChange], journal: Int?, together: Bool) throws(StoreError) -> [StaleMemo]

  /// Whether saved data is safe even if somebody removes the store's companion files. Costs nothing to ask.
  var isSettled: Bool { get }

  /// Moves saved data to where it is safe even if somebody removes the store's companion files, unless readers are in
  /// the way. Until then the journal has to keep it.
  ///
  /// - Returns: whether all of it is there.
  /// - Throws: ``StoreError`` if some of it is gone.
  func settle() throws(StoreError) -> Bool

  /// What the store has noticed about itself since the last call; nil if nothing. Costs nothing to ask.
  func takeNotice() -> StoreNotice?

  /// Frees memory that only recent writes needed. Call it when nothing is left to be written.
  func giveBackMemory()

  /// Hands over a snapshot for a read that may take long; neither other reads nor writes wait for it.
  ///
  /// - Throws: ``StoreError`` if the store can't be read, or what the body throws.
  func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value

  /// Runs a body whose reads on this thread read no more than so many bytes of texts and properties: one that would
  /// have to fails.
  ///
  /// - Parameter mayWait: whether they wait for other programs and other threads; else a read that would have to fails
  ///   with `locked`, and may be made again where waiting holds nobody up.
  /// - Throws: what the body throws.
  func reading<Value>(
    atMost bytes: Int, mayWait: Bool, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value

  /// Runs a body whose writes on this thread wait for other programs until a moment at most, and not much longer than
  /// that; else they wait as long as writes do.
  ///
  /// - Throws: what the body throws; a write that would have to wait longer fails with `locked`.
  func writing<Value>(
    until deadline: ContinuousClock.Instant, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value

  /// Finishes its work and closes the store. No call may follow.
  func close()
}

extension MemoStore {
  /// Makes these changes, except those whose memos are no longer at their base.
  ///
  /// - Throws: ``StoreError`` if they could not be made; then nothing was changed.
  public func write(_ changes: [StoreChange], journal: Int?) throws(StoreError) -> [StaleMemo] {
    try write(changes, journal: journal, together: false)
  }

  /// True: without a log of its own, whatever is saved is safe.
  public var isSettled: Bool { true }

  /// True: there is nothing to move.
  public func settle() throws(StoreError) -> Bool { true }

  /// Nil: it checks nothing.
  public func takeNotice() -> StoreNotice? { nil }

  /// Does nothing: it keeps no such memory.
  public func giveBackMemory() {}

  /// Runs the body: its reads never wait, and how much they read does not count.
  public func reading<Value>(
    atMost bytes: Int, mayWait: Bool, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try body() }

  /// Runs the body: its writes wait for nobody.
  public func writing<Value>(
    until deadline: ContinuousClock.Instant, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try body() }
}
