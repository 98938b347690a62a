import MemoModel

/// The state of indexing stored memos: reading their texts for links, titles and tags.
struct FillingState {
  /// Whether the store may have memos that were not indexed.
  var isWanted = true
  /// Whether names are to be read ahead afterwards, and whether they were.
  var (readsNames, hasReadNames) = (false, false)
  var isUnderWay = false
  /// How many memos were left after the last batch; 0 if none.
  var left = 0
  /// The tasks that wait for its end.
  var waiters: [CheckedContinuation<Void, Never>] = []
}

extension MemoEngine {
  /// Whether work on all memos can start without a long wait: not while orphaned journals are recovered, nor while a
  /// store of an earlier version is indexed.
  public var isSettled: Bool { !isRecovering && filling.left == 0 }

  /// Starts to index stored memos that were not indexed yet, unless there are none or it is running. After a failure
  /// the next call starts again.
  ///
  /// - Parameter readsNames: whether to read names ahead afterwards, if they never were, so that the first completion
  ///   need not wait for that.
  func beginFilling(readsNames: Bool = false) {
    if readsNames, !filling.hasReadNames { filling.readsNames = true }
    guard filling.isWanted || filling.readsNames, !filling.isUnderWay, recovery?.isStoreOpen ?? true else { return }
    filling.isUnderWay = true
    filling.isWanted = false
    takeRealTime { await self.fillReferences() }
  }

  /// Indexes all stored memos that were not indexed yet, and returns once that is done, or failed.
  public func finishFilling() async {
    beginFilling()
    if filling.isUnderWay { await withCheckedContinuation { filling.waiters.append($0) } }
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
        if left == 0 { break portions }
      case .failure:
        filling.isWanted = true
        break portions
      }
    }
    filling.isUnderWay = false
    for waiter in filling.waiters { waiter.resume() }
    filling.waiters = []
    guard filling.readsNames, !filling.isWanted else { return }
    (filling.readsNames, filling.hasReadNames) = (false, true)
    while await references.readNamesAhead() {}
  }
}
