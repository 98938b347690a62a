public import MemoModel

extension MemoEngine {
  /// A memo with its text, in the trash or not.
  ///
  /// - Parameter origin: who reads it, and so knows it from now on.
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func memo(_ id: MemoID, by origin: ChangeOrigin? = nil) throws(EngineError) -> MemoSnapshot {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    noteCaughtUp(id, origin)
    // If there are other listeners, they don't know it yet.
    if !isHeard(by: origin) { memo.wasRead = true }
    return memo.snapshot
  }

  /// A memo's text, in the trash or not. Unlike with ``memo(_:by:)``, the caller does not count as knowing its version
  /// from now on.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func text(of id: MemoID) throws(EngineError) -> Rope {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    return memo.text
  }

  /// All memos as they are now, to be listed and read on any thread.
  public func listing() -> MemoListing { MemoListing(memos: overlay(), list: list()) }

  /// All memos as they are now, without their lists.
  ///
  /// - Parameter tag: the tag that memos must have in queries about their references; nil for none.
  func overlay(within tag: String? = nil) -> MemoOverlay {
    unsavedRows.settle { unsavedMemo($0) }
    return MemoOverlay(
      shared: shared, moment: moment, unsaved: unsavedRows.rows, versionAliases: versionAliases,
      isRecovering: isRecovering, tag: tag?.tagForm)
  }

  /// The lists of all memos as they are now.
  ///
  /// - Parameter query: the list that is wanted; unsaved memos are kept in its order from then on.
  public func list(for query: ListQuery? = nil) -> MemoList {
    unsavedRows.settle { unsavedMemo($0) }
    if let query { unsavedRows.prepare(for: query) }
    return MemoList(
      engine: self, shared: shared, queue: readingQueue, filling: references, unsaved: unsavedRows,
      uncertain: saving.written.intersection(unsavedMemos), moment: moment, versionAliases: versionAliases,
      isRecovering: isRecovering)
  }

  /// Records that an unsaved memo, its stored state, or their being the same has changed.
  func noteUnsaved(_ id: MemoID) { unsavedRows.change(id) { unsavedMemo($0) } }

  /// A memo in memory that is not saved as it is.
  private func unsavedMemo(_ id: MemoID) -> OpenMemo? { unsavedMemos.contains(id) ? openMemos[id] : nil }

  /// Whether the store has all changes.
  public var isEverythingSaved: Bool { unsavedMemos.isEmpty }

  /// Figures about the engine's past and pending work, and the store's own, as they are at one moment.
  ///
  /// - Throws: `storeUnavailable`.
  public func statistics() async throws(EngineError) -> EngineStatistics {
    for _ in 0..<Self.mostSavesBetween {
      let moment = moment
      let stored = try await reading { store throws(StoreError) in try store.statistics() }
      if moment.lasts { return statistics(of: stored) }
    }
    await saveUnderWay()
    saving.isWriting = true
    defer { endStoreWork() }
    return statistics(of: try await reading { store throws(StoreError) in try store.statistics() })
  }

  /// The same; nil if the store can't be read without waiting for others.
  public func statisticsAtHand() -> EngineStatistics? {
    let stored = try? store.reading(atMost: 0, mayWait: false) { () throws(StoreError) in try store.statistics() }
    return stored.map(statistics)
  }

  private func statistics(of stored: StoreStatistics) -> EngineStatistics {
    EngineStatistics(
      counters: counters,
      memosUnsaved: unsavedMemos.count,
      memosToIndex: memosToIndex(of: stored),
      journalBytes: journal?.bytes ?? 0,
      uptime: time.elapsed(),
      store: stored
    )
  }

  /// The number of memos that are still to be indexed. What remains unindexed once all is done can't be read.
  private func memosToIndex(of stored: StoreStatistics) -> Int {
    filling.isWanted || filling.isUnderWay ? max(0, stored.memosWithoutReferences - references.passedOver) : 0
  }
}

/// Counters since the engine began.
public struct EngineCounters: Sendable {
  /// Updates that were accepted.
  public internal(set) var editsReceived = 0
  /// Transactions that were committed.
  public internal(set) var savesWritten = 0
  /// Memos in those transactions; one is counted each time it was written.
  public internal(set) var memosWritten = 0
}

/// The figures for `stats`.
public struct EngineStatistics: Sendable {
  /// The counters.
  public let counters: EngineCounters
  /// The number of memos with unsaved changes.
  public let memosUnsaved: Int
  /// The number of stored memos that are still to be indexed.
  public let memosToIndex: Int
  /// The size of the journal in bytes.
  public let journalBytes: Int
  /// The time since the engine began.
  public let uptime: Duration
  /// The store's own figures.
  public let store: StoreStatistics
}
