public import MemoModel

/// The state of saving.
struct SavingState {
  /// The task that sleeps until the next deadline, and that deadline.
  var alarm: (deadline: Duration, task: Task<Void, Never>)?
  /// The memos that no save has taken along since they changed, by when they fall due at the earliest: later changes
  /// postpone that.
  var due = MemoQueue<Duration>()
  /// The unsaved memos by their first changes in the journal.
  var journaled = MemoQueue<Int>()
  /// Whether a transaction is running; there is one at a time.
  var isWriting = false
  /// The memos in it: the store may have them already, or not yet.
  var written: Set<MemoID> = []
  /// Counts what begins and ends, for readers of the store on other threads.
  let count = WriteCount()
  /// The tasks that wait for its end.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// The number of saves that were started, and the error of the last one if it stored nothing.
  var attempts = 0
  var lastFailure: StoreError?
  /// Set while saves fail: then all unsaved memos wait for this, except those with a delay of their own.
  var retry: RetryDelay?
  /// The first of the journal's changes that are saved, but not yet safe if somebody removes files of the store; nil if
  /// all are safe.
  var firstUnsettledSequence: Int?
  /// The bytes of the journal, roughly, that repeat unsavable changes, since it was last shortened.
  var recordedAnew = 0
  /// The times when the first and the last save that is not safe yet were made.
  var unsettled: Debounce?
  /// Whether saves were made since memory was last returned.
  var keepsMemory = false
}

extension MemoEngine {
  /// Records that a memo has a change to save, and makes sure that an alarm will ring for it.
  func scheduleSave(of memo: OpenMemo) {
    let now = time.elapsed()
    memo.lastChange = now
    noteUnsaved(memo.metadata.id)
    if memo.unsaved == nil {
      memo.unsaved = Debounce(first: now, last: now)
      unsavedMemos.insert(memo.metadata.id)
      lineUp(memo)
    } else {
      memo.unsaved?.last = now
    }
    // A change can only postpone its own memo's deadline, and an alarm that rings too early just looks again.
    let deadline = saving.retry?.deadline ?? deadline(memo) ?? now
    if let alarm = saving.alarm, alarm.deadline <= deadline { return }
    lineUp(memo)
    setAlarm()
  }

  /// Puts a memo where it belongs among those that wait for a save.
  func lineUp(_ memo: OpenMemo) {
    let id = memo.metadata.id
    let isUnsaved = unsavedMemos.contains(id)
    saving.due.set(isUnsaved ? deadline(memo) : nil, of: id)
    saving.journaled.set(isUnsaved ? memo.firstUnsavedSequence : nil, of: id)
    noteUse(of: memo)
  }

  /// Makes sure that an alarm rings for whatever falls due next.
  func setAlarm() {
    // A running save sets the alarm when it is done.
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
    [nextSaveDeadline, nextQuietDeadline].compactMap(\.self).min()
  }

  private var nextSaveDeadline: Duration? {
    if unsavedMemos.isEmpty { return nil }
    if let retry = saving.retry { return retry.deadline }
    return saving.due.first?.measure
  }

  /// The deadline of a memo that is not being saved.
  private func deadline(_ memo: OpenMemo) -> Duration? {
    memo.unsaved.map { memo.retry?.deadline ?? $0.deadline(configuration.autosave) }
  }

  private func alarmRang(_ deadline: Duration) async {
    // A flush may have done this alarm's work, and a later alarm replaced it.
    guard saving.alarm?.deadline == deadline else { return }
    saving.alarm = nil
    guard !saving.isWriting else { return }
    note(.saving)
    let now = time.elapsed()
    let isTime = saving.retry.map { $0.deadline <= now } ?? true
    let due = isTime ? await takeDue(by: now) : []
    doQuietWork(now: now)
    // Observers were told of a failure; the next alarm tries again.
    _ = try? await write(due, count: due.count, WritingManner(queue: writingQueue))
    setAlarm()
  }

  /// Takes the memos that fall due out of the line.
  private func takeDue(by now: Duration) async -> [MemoID] {
    saving.isWriting = true
    defer { endStoreWork() }
    var due: [MemoID] = []
    var others: [OpenMemo] = []
    for count in 0... {
      await letOthersRun(after: count, .saving)
      // While saves fail, all wait for the same moment, except those with a delay of their own.
      guard let first = saving.due.first, first.measure <= now || saving.retry != nil else { break }
      saving.due.set(nil, of: first.id)
      guard let memo = openMemos[first.id], let deadline = deadline(memo) else { continue }
      if deadline <= now || saving.retry != nil && memo.retry == nil {
        due.append(first.id)
      } else if saving.retry == nil {
        lineUp(memo)
      } else {
        others.append(memo)
      }
    }
    for memo in others { lineUp(memo) }
    return due
  }

  /// Checks that a memo exists, in the trash or not.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func requireMemo(_ id: MemoID) throws(EngineError) {
    if openMemos[id] == nil, try open(id) == nil { throw .memoNotFound(id) }
  }

  /// The moment until which a request that comes now waits for other programs that keep the store locked.
  public static var endOfPatience: ContinuousClock.Instant { .now + .seconds(5) }

  /// Saves the unsaved changes of one memo, or of all, and returns once they are durable. For a memo that is gone this
  /// saves its destruction, if anything.
  ///
  /// - Returns: how many memos this call wrote; none if there was nothing to save.
  /// - Throws: `storeUnavailable` if it failed; then it is tried again in a while.
  public func flush(_ id: MemoID?) async throws(EngineError) -> Int {
    try await flush(only: id.map { [$0] })
  }

  /// Saves the unsaved ones of these memos, or of all, and returns once they are durable.
  ///
  /// - Parameter deadline: until when other programs that keep the store locked are waited for.
  func flush(
    only ids: Set<MemoID>?, until deadline: ContinuousClock.Instant = endOfPatience
  ) async throws(EngineError) -> Int {
    // A caller with nothing to save does not wait for others' saves.
    if ids.map({ $0.isDisjoint(with: unsavedMemos) }) ?? unsavedMemos.isEmpty { return 0 }
    note(.saving)
    let attempts = saving.attempts
    await saveUnderWay()
    note(.saving)
    // A transaction that started after this call counts for it, too: one locked store is not waited for many times.
    if saving.attempts > attempts, let error = saving.lastFailure { throw .storeUnavailable(error) }
    let manner = WritingManner(queue: awaitedWritingQueue, deadline: deadline)
    do throws(StoreError) {
      if let ids { return try await write(ids, count: ids.count, manner) }
      let all = overlay().unsaved
      return try await write(all.lazy.map(\.key), count: all.count, manner)
    } catch {
      throw .storeUnavailable(error)
    }
  }

  /// Returns once no transaction is running.
  func saveUnderWay() async {
    while saving.isWriting { await withCheckedContinuation { saving.waiters.append($0) } }
  }

  /// Returns once no other program keeps the store locked: what is about to write can be cancelled till then.
  ///
  /// - Throws: `storeUnavailable`, after the deadline; `cancelled` if the task is.
  func awaitTurnToWrite(until deadline: ContinuousClock.Instant = endOfPatience) async throws(EngineError) {
    let manner = WritingManner(queue: awaitedWritingQueue, deadline: deadline)
    let turn = await manner.write(to: store) { store throws(StoreError) in try store.write([], journal: nil) }
    _ = try asking { () throws(StoreError) in try turn.get() }
    if Task.isCancelled { throw .cancelled }
  }

  /// Tries again to make saved changes safe, so that the journal may forget them; while a transaction is running, or
  /// another program keeps the store locked, that is left to the next time.
  func settleSaves() async {
    guard !saving.isWriting, let unsettled = saving.unsettled, unsettled.deadline(Self.settling) <= time.elapsed()
    else { return }
    saving.isWriting = true
    let manner = WritingManner(queue: writingQueue, deadline: .now)
    let isSettled = await manner.write(to: store) { store throws(StoreError) in try store.settle() }
    if case .success(true) = isSettled {
      saving.firstUnsettledSequence = nil
      saving.unsettled = nil
      forgetJournal()
    }
    endStoreWork()
  }

  /// Returns the memory that saves needed, once all is saved: while somebody types, the next save needs it again.
  public func giveBackMemory() async {
    guard saving.keepsMemory, unsavedMemos.isEmpty else { return }
    saving.keepsMemory = false
    await writingQueue.run { [store] in store.giveBackMemory() }
  }

  /// The time when saves are made safe: continued typing writes the same pages again.
  private static let settling = AutosaveDelays(idle: .seconds(2), maximum: .seconds(10))

  /// Records that the store may or may not have these memos yet.
  func noteWrite(of ids: Set<MemoID>) {
    noteWritten()
    saving.written = ids
    saving.count.add()
  }

  /// Records that the store may have the memos that were being written.
  private func noteWritten() { if pulling.isUnderWay { pulling.storedMeanwhile.formUnion(saving.written) } }

  /// Records that the store is free for other work of this engine.
  func endStoreWork() {
    saving.isWriting = false
    if !saving.written.isEmpty {
      tell(.storeChanged)
      saving.count.add()
    }
    noteWritten()
    saving.written = []
    for waiter in saving.waiters { waiter.resume() }
    saving.waiters = []
    setAlarm()
  }

  /// Records that these are stored.
  func finish(_ saves: [PendingSave], isSettled: Bool) async {
    guard !saves.isEmpty else { return }
    saving.count.add()
    outdateReads(of: saves.lazy.map(\.id))
    let firsts =
      saves.compactMap { openMemos[$0.id]?.firstUnsavedSequence } + [saving.firstUnsettledSequence].compactMap(\.self)
    let now = time.elapsed()
    saving.firstUnsettledSequence = isSettled ? nil : firsts.min()
    saving.unsettled = isSettled ? nil : Debounce(first: saving.unsettled?.first ?? now, last: now)
    saving.retry = nil
    saving.keepsMemory = true
    counters.savesWritten += 1
    counters.memosWritten += saves.count
    for (index, save) in saves.enumerated() {
      await letOthersRun(after: index, .saving)
      if let memo = openMemos[save.id] { note(save, savedOf: memo) }
      if !save.isRemoval { tell(.saved(save.id, version: save.version)) }
    }
    forgetJournal()
    for save in saves where save.leavesReferences {
      references.noteSave(save.contents)
      filling.late.insert(save.id)
      filling.isWanted = true
    }
    trimCache()
  }

  /// Tells the journal which of its changes are no longer needed.
  func forgetJournal() {
    let first = saving.journaled.first?.measure ?? .max
    journal?.forget(before: min(first, saving.firstUnsettledSequence ?? .max))
  }

  private func note(_ save: PendingSave, savedOf memo: OpenMemo) {
    memo.stored = save.isRemoval ? nil : save.contents
    noteUnsaved(save.id)
    memo.copies = []
    memo.failedSaves = [:]
    memo.retry = nil
    // Later changes are based on the stored state now; but a new memo with the same identifier is still new.
    if memo.generation == save.generation {
      memo.step = .edit(of: nil)
      memo.noteSaveDone()
    }
    memo.firstUnsavedSequence = max(memo.firstUnsavedSequence, save.mark.sequence + 1)
    versionAliases[save.id] = nil
    // An identifier that was freed and used again meanwhile belongs to another memo.
    guard memo.generation == save.generation else { return lineUp(memo) }
    if save.isRemoval {
      forget(memo)
    } else {
      memo.savedVersion = save.version
      if memo.isSaved {
        memo.unsaved = nil
        memo.forgetReferences()
        unsavedMemos.remove(save.id)
      }
      lineUp(memo)
      count(memo)
    }
  }

  /// Removes a memo that is gone from memory.
  func forget(_ memo: OpenMemo) {
    unsavedMemos.remove(memo.metadata.id)
    versionAliases[memo.metadata.id] = nil
    drop(memo)
    lineUp(memo)
    noteUnsaved(memo.metadata.id)
  }
}
