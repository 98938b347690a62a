import MemoModel

/// Where looking through memos for the store stands.
struct FillingState {
  /// Whether the store may have memos that nobody has looked through.
  var isWanted = true
  /// Whether names are to be read ahead once that is done, and whether they were.
  var (readsNames, hasReadNames) = (false, false)
  var isUnderWay = false
  /// How many memos were left after the last portion; 0 if that was all.
  var left = 0
  /// Those who wait for it to end.
  var waiters: [CheckedContinuation<Void, Never>] = []
}

extension MemoEngine {
  /// Whether what looks through all memos need not wait for long: not while what ended processes left is being brought
  /// back, nor while a store of an earlier version is looked through.
  public var isSettled: Bool { !isRecovering && filling.left == 0 }

  /// Begins to look through stored memos that nobody has looked through yet, unless there are none or it is under way.
  /// Where that fails it is left to the next call.
  ///
  /// - Parameter readsNames: whether names are to be read ahead then, if they never were: who completes one first need
  ///   not wait for that.
  func beginFilling(readsNames: Bool = false) {
    if readsNames, !filling.hasReadNames { filling.readsNames = true }
    guard filling.isWanted || filling.readsNames, !filling.isUnderWay, recovery?.isStoreOpen ?? true else { return }
    filling.isUnderWay = true
    filling.isWanted = false
    takeRealTime { await self.fillReferences() }
  }

  /// Looks through all stored memos that nobody has looked through yet, and returns once that is done, or failed.
  public func finishFilling() async {
    beginFilling()
    if filling.isUnderWay { await withCheckedContinuation { filling.waiters.append($0) } }
  }

  /// Returns once the store is used no more for what is done by itself. To be called off the executor, before the store
  /// is closed.
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
