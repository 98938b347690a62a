public import MemoModel

/// Where saving stands.
struct SavingState {
  /// The task that sleeps until the next deadline, and that deadline.
  var alarm: (deadline: Duration, task: Task<Void, Never>)?
  /// Whether a transaction is under way; there is one at a time.
  var isWriting = false
  /// Those who wait for it to end.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// How many transactions have begun, and why the last one failed, if it did.
  var attempts = 0
  var lastFailure: StoreError?
  /// Set while saves fail: then all unsaved memos wait for this.
  var retry: RetryDelay?
}

extension MemoEngine {
  /// Notes that a memo has a change to save, and makes sure that somebody will wake for it.
  func scheduleSave(of memo: OpenMemo) {
    let now = time.elapsed()
    unsavedMemos.insert(memo.metadata.id)
    if memo.unsaved == nil { memo.unsaved = Debounce(first: now, last: now) } else { memo.unsaved?.last = now }
    // A change only ever puts its own memo's deadline off, and an alarm that rings too early just looks again.
    let deadline = saving.retry?.deadline ?? memo.unsaved?.deadline(configuration.autosave) ?? now
    if let alarm = saving.alarm, alarm.deadline <= deadline { return }
    setAlarm()
  }

  private func setAlarm() {
    // A save under way sets the alarm when it is done.
    guard !saving.isWriting, let deadline = nextDeadline else { return }
    if let alarm = saving.alarm {
      guard deadline < alarm.deadline else { return }
      alarm.task.cancel()
    }
    let sleep = time.sleep
    let task = Task {
      do { try await sleep(deadline) } catch { return }
      await self.alarmRang(deadline)
    }
    saving.alarm = (deadline, task)
  }

  private var nextDeadline: Duration? {
    if unsavedMemos.isEmpty { return nil }
    if let retry = saving.retry { return retry.deadline }
    return unsavedMemos.lazy.compactMap { self.openMemos[$0]?.unsaved?.deadline(self.configuration.autosave) }.min()
  }

  private func alarmRang(_ deadline: Duration) async {
    // A flush may have taken this alarm's work, and a later one its place.
    guard saving.alarm?.deadline == deadline else { return }
    saving.alarm = nil
    guard !saving.isWriting else { return }
    let now = time.elapsed()
    let isDue = { (id: MemoID) -> Bool in
      guard let unsaved = self.openMemos[id]?.unsaved else { return false }
      return self.saving.retry != nil || unsaved.deadline(self.configuration.autosave) <= now
    }
    // A failure was told to whoever observes; the next alarm tries again.
    if saving.retry.map({ $0.deadline <= now }) ?? true { _ = try? await write(unsavedMemos.filter(isDue)) }
    setAlarm()
  }

  /// Saves now what is unsaved, of one memo or of all, and returns once it is durable.
  ///
  /// - Returns: how many memos this call wrote; none if there was nothing to save.
  /// - Throws: `memoNotFound`, or `storeUnavailable` if it failed; then it is tried again in a while.
  public func flush(_ id: MemoID?) async throws(EngineError) -> Int {
    if let id, openMemos[id] == nil, !(try read { store throws(StoreError) in try store.contains(id) }) {
      throw .memoNotFound(id)
    }
    let attempts = saving.attempts
    await saveUnderWay()
    // A transaction that began after this was asked for spoke for this, too: one locked store is not waited for many times.
    if saving.attempts > attempts, let error = saving.lastFailure { throw .storeUnavailable(error) }
    let wanted = id.map { [$0] } ?? unsavedMemos
    do throws(StoreError) {
      return try await write(wanted.intersection(unsavedMemos))
    } catch {
      throw .storeUnavailable(error)
    }
  }

  /// Returns once no transaction is under way.
  func saveUnderWay() async {
    while saving.isWriting { await withCheckedContinuation { saving.waiters.append($0) } }
  }

  /// Writes these memos in one transaction.
  private func write(_ ids: Set<MemoID>) async throws(StoreError) -> Int {
    let parcels = ids.compactMap(pack)
    guard !parcels.isEmpty else { return 0 }
    saving.isWriting = true
    saving.attempts += 1
    let marks = journal.map { journal in
      let sequences = parcels.map { ($0.id, $0.sequence) }
      return JournalMarks(journal: journal.id, sequences: Dictionary(uniqueKeysWithValues: sequences))
    }
    let result = await writingQueue.run { [store] in
      Result { () throws(StoreError) in try store.write(parcels.map(\.change), marks) }
    }
    saving.isWriting = false
    switch result {
    case .success:
      saving.lastFailure = nil
      finish(parcels)
    case .failure(let error):
      saving.lastFailure = error
      putBack(parcels, error)
    }
    for waiter in saving.waiters { waiter.resume() }
    saving.waiters = []
    setAlarm()
    try result.get()
    return parcels.count
  }

  /// What there is to write of a memo now, no transaction being under way; nil if that is nothing.
  private func pack(_ id: MemoID) -> Parcel? {
    guard let memo = openMemos[id] else { return nil }
    if memo.isDestroyed, !memo.hasRow {
      forget(memo)
      return nil
    }
    memo.unsaved = nil
    return Parcel(memo)
  }

  private func finish(_ parcels: [Parcel]) {
    saving.retry = nil
    counters.savesWritten += 1
    counters.memosWritten += parcels.count
    for parcel in parcels {
      if let memo = openMemos[parcel.id] { note(parcel, savedOf: memo) }
      if !parcel.isRemoval { onEvent(.saved(parcel.id, version: parcel.version)) }
    }
    forgetJournal()
    trimCache(afterSave: true)
  }

  /// Tells the journal which of its changes nobody needs any more.
  private func forgetJournal() {
    let first = unsavedMemos.lazy.compactMap { self.openMemos[$0]?.firstUnsavedSequence }.min()
    journal?.forget(before: first ?? .max)
  }

  private func note(_ parcel: Parcel, savedOf memo: OpenMemo) {
    memo.hasRow = !parcel.isRemoval
    memo.firstUnsavedSequence = max(memo.firstUnsavedSequence, parcel.sequence + 1)
    // An identifier that was destroyed and taken anew while this was under way belongs to another memo.
    guard memo.generation == parcel.generation else { return }
    if parcel.isRemoval {
      forget(memo)
    } else {
      memo.savedVersion = parcel.version
      if memo.isSaved { unsavedMemos.remove(parcel.id) }
    }
  }

  private func forget(_ memo: OpenMemo) {
    openMemos[memo.metadata.id] = nil
    unsavedMemos.remove(memo.metadata.id)
  }

  private func putBack(_ parcels: [Parcel], _ error: StoreError) {
    let now = time.elapsed()
    if saving.retry == nil { saving.retry = RetryDelay(failedAt: now) } else { saving.retry?.failAgain(at: now) }
    let delay = saving.retry?.delay ?? .zero
    onEvent(.saveAttemptFailed(memos: parcels.count, error, retryIn: delay))
    for parcel in parcels {
      if let memo = openMemos[parcel.id], memo.unsaved == nil { memo.unsaved = Debounce(first: now, last: now) }
      onEvent(.saveFailed(parcel.id, version: parcel.version, error, retryIn: delay))
    }
  }
}
