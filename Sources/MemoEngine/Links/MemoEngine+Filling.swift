import MemoModel

/// The state of indexing stored memos: reading their texts for links, titles and tags.
struct FillingState {
  /// Whether the store may have memos that were not indexed.
  var isWanted = true
  /// Memos that were stored without references since all were indexed.
  var late: Set<MemoID> = []
  /// Whether names are to be read ahead afterwards, and whether they were.
  var (readsNames, hasReadNames) = (false, false)
  var isUnderWay = false
  /// The number of memos that were left after the last batch; 0 if none.
  var left = 0
  /// The tasks that wait for its end.
  var waiters: [CheckedContinuation<Void, Never>] = []
}

extension MemoEngine {
  /// Whether work on all memos can start without a long wait: not while orphaned journals are recovered, nor while a
  /// store of an earlier version is indexed.
  public var isSettled: Bool { !isRecovering && filling.left == 0 }

  /// Whether one of the texts to be read is being changed: it would have to be read again after each save, which takes
  /// as long as reading all of it. That is left to a pause, unless somebody waits.
  private var awaitsPause: Bool { filling.waiters.isEmpty && !filling.late.isDisjoint(with: unsavedMemos) }

  /// Starts to index stored memos that were not indexed yet, unless there are none, it is running or awaits a pause.
  /// After a failure, or when it was broken off for a pause, the next call starts again.
  ///
  /// - Parameter readsNames: whether to read names ahead afterwards, if they never were, so that the first completion
  ///   need not wait for that.
  func beginFilling(readsNames: Bool = false) {
    if readsNames, !filling.hasReadNames { filling.readsNames = true }
    guard filling.isWanted || filling.readsNames, !filling.isUnderWay, recovery?.isStoreOpen ?? true, !awaitsPause
    else { return }
    filling.isUnderWay = true
    filling.isWanted = false
    takeRealTime { await self.fillReferences() }
  }

  /// Indexes all stored memos that were not indexed yet, and returns once that is done, or failed.
  public func finishFilling() async {
    await withCheckedContinuation { waiter in
      filling.waiters.append(waiter)
      beginFilling()
      if !filling.isUnderWay { endWaiting() }
    }
  }

  private func endWaiting() {
    for waiter in filling.waiters { waiter.resume() }
    filling.waiters = []
  }

  /// Returns once background work no longer uses the store. Call it off the executor, before the store is closed.
  public nonisolated func endFilling() { references.end() }

  private func fillReferences() async {
    references.begin()
    var wasTold = false
    portions: while true {
      let portion = await references.fillPortion()
      note(.lookingThrough)
      switch portion {
      case .success(let left):
        filling.left = left
        if left > 0 || wasTold { tell(.lookingThrough(left: left)) }
        wasTold = true
        if left == 0 {
          // Those stored meanwhile are for the next time.
          if !filling.isWanted { filling.late = [] }
          break portions
        }
        if awaitsPause {
          filling.isWanted = true
          break portions
        }
      case .failure:
        filling.isWanted = true
        break portions
      }
    }
    filling.isUnderWay = false
    endWaiting()
    guard filling.readsNames, !filling.isWanted else { return }
    (filling.readsNames, filling.hasReadNames) = (false, true)
    while await references.readNamesAhead() {}
  }
}
