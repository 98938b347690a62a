public import MemoModel

extension MemoEngine {
  /// A memo with its text, trashed ones too.
  ///
  /// - Parameter origin: who reads it, and so knows it from now on.
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func memo(_ id: MemoID, by origin: ChangeOrigin? = nil) throws(EngineError) -> MemoSnapshot {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    noteCaughtUp(id, origin)
    // Where others listen, too, they don't know it yet.
    if !isHeard(by: origin) { memo.wasRead = true }
    return memo.snapshot
  }

  /// A memo's text, in the trash or not, for who wants to know something of it: unlike whoever is given the memo,
  /// nobody counts as knowing its version from now on.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func text(of id: MemoID) throws(EngineError) -> Rope {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    return memo.text
  }

  /// All memos as they are now, to be listed and read here or elsewhere.
  public func listing() -> MemoListing { MemoListing(memos: overlay(), list: list()) }

  /// All memos as they are now, without their lists.
  ///
  /// - Parameter tag: the tag that they must have where it is asked what texts say; nil for none.
  func overlay(within tag: String? = nil) -> MemoOverlay {
    let unsaved = unsavedMemos.compactMap { openMemos[$0] }.filter { !$0.isDestroyed }
    return MemoOverlay(
      store: store,
      unsaved: unsaved.map(\.snapshot),
      texts: unsaved.map(\.references),
      hidden: unsavedMemos,
      versionAliases: versionAliases,
      isRecovering: isRecovering,
      tag: tag?.tagForm
    )
  }

  /// The lists of all memos as they are now.
  ///
  /// - Parameter query: the list that is wanted; what is not saved is kept in its order from then on.
  public func list(for query: ListQuery? = nil) -> MemoList {
    unsavedRows.update(for: query) { [self] in unsavedMemos.contains($0) ? openMemos[$0] : nil }
    return MemoList(
      store: store, queue: readingQueue, filling: references, unsaved: unsavedRows, hidden: unsavedMemos,
      uncertain: saving.written.intersection(unsavedMemos), writes: saving.count, writesBegun: saving.count.value,
      versionAliases: versionAliases,
      isRecovering: isRecovering)
  }

  /// Whether the store has all there is.
  public var isEverythingSaved: Bool { unsavedMemos.isEmpty }

  /// What the engine has done and has to do.
  ///
  /// - Throws: `storeUnavailable`.
  public func statistics() throws(EngineError) -> EngineStatistics {
    EngineStatistics(
      counters: counters,
      memosUnsaved: unsavedMemos.count,
      journalBytes: journal?.bytes ?? 0,
      uptime: time.elapsed(),
      store: try read { store throws(StoreError) in try store.statistics() }
    )
  }
}

/// What the engine has done since it began.
public struct EngineCounters: Sendable {
  /// Updates that were accepted.
  public internal(set) var editsReceived = 0
  /// Transactions that were committed.
  public internal(set) var savesWritten = 0
  /// Memos in those transactions, one counted as often as it was written.
  public internal(set) var memosWritten = 0
}

/// What `stats` tells.
public struct EngineStatistics: Sendable {
  /// What was done.
  public let counters: EngineCounters
  /// How many memos have changes that are not saved.
  public let memosUnsaved: Int
  /// How many bytes the journal takes up.
  public let journalBytes: Int
  /// The time since the engine began.
  public let uptime: Duration
  /// What the store tells.
  public let store: StoreStatistics
}
