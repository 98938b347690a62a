public import MemoModel
import Synchronization

/// Where saving stands.
struct SavingState {
  /// The task that sleeps until the next deadline, and that deadline.
  var alarm: (deadline: Duration, task: Task<Void, Never>)?
  /// Whether a transaction is under way; there is one at a time.
  var isWriting = false
  /// The memos that are in it: the store may have them already, or not yet.
  var written: Set<MemoID> = []
  /// Counts transactions, for those who read what is stored elsewhere.
  let count = WriteCount()
  /// Those who wait for it to end.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// How many times it was begun to save something, and why the store took nothing the last time, if it did not.
  var attempts = 0
  var lastFailure: StoreError?
  /// Set while saves fail: then all unsaved memos wait for this, but those that fail by themselves for their own.
  var retry: RetryDelay?
  /// The first of the journal's changes that are saved, but not yet safe from whoever takes files of the store away;
  /// nil if all are.
  var firstUnsettledSequence: Int?
  /// When the first and the last save were made that are not safe yet.
  var unsettled: Debounce?
}

/// How many transactions an engine has begun. May be asked anywhere.
final class WriteCount: Sendable {
  private let count = Atomic(0)

  /// The number by now.
  var value: Int { count.load(ordering: .acquiring) }

  /// Counts one more, before it begins.
  func add() { count.add(1, ordering: .acquiringAndReleasing) }
}

extension MemoEngine {
  /// Notes that a memo has a change to save, and makes sure that somebody will wake for it.
  func scheduleSave(of memo: OpenMemo) {
    let now = time.elapsed()
    memo.lastChange = now
    unsavedRows.change(memo.metadata.id)
    if memo.unsaved == nil {
      memo.unsaved = Debounce(first: now, last: now)
      unsavedMemos.insert(memo.metadata.id)
    } else {
      memo.unsaved?.last = now
    }
    // A change only ever puts its own memo's deadline off, and an alarm that rings too early just looks again.
    let deadline = saving.retry?.deadline ?? deadline(memo) ?? now
    if let alarm = saving.alarm, alarm.deadline <= deadline { return }
    setAlarm()
  }

  /// Makes sure that somebody wakes for whatever falls due next.
  func setAlarm() {
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
    [nextSaveDeadline, nextQuietDeadline].compactMap(\.self).min()
  }

  private var nextSaveDeadline: Duration? {
    if unsavedMemos.isEmpty { return nil }
    if let retry = saving.retry { return retry.deadline }
    return unsavedMemos.lazy.compactMap { self.openMemos[$0].flatMap(self.deadline) }.min()
  }

  /// When a memo falls due that is not being saved.
  private func deadline(_ memo: OpenMemo) -> Duration? {
    memo.unsaved.map { memo.retry?.deadline ?? $0.deadline(configuration.autosave) }
  }

  private func alarmRang(_ deadline: Duration) async {
    // A flush may have taken this alarm's work, and a later one its place.
    guard saving.alarm?.deadline == deadline else { return }
    saving.alarm = nil
    guard !saving.isWriting else { return }
    note(.saving)
    let now = time.elapsed()
    let isDue = { (id: MemoID) -> Bool in
      guard let memo = self.openMemos[id], let deadline = self.deadline(memo) else { return false }
      return deadline <= now || self.saving.retry != nil && memo.retry == nil
    }
    let due = unsavedMemos.filter(isDue)
    doQuietWork(now: now)
    // A failure was told to whoever observes; the next alarm tries again.
    if saving.retry.map({ $0.deadline <= now }) ?? true { _ = try? await write(due) }
    setAlarm()
  }

  /// Checks that there is a memo, in the trash or not.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func requireMemo(_ id: MemoID) throws(EngineError) {
    if openMemos[id] == nil, try open(id) == nil { throw .memoNotFound(id) }
  }

  /// Saves now what is unsaved, of one memo, or of all, and returns once it is durable. Of a memo that is gone that is
  /// nothing, or its end.
  ///
  /// - Returns: how many memos this call wrote; none if there was nothing to save.
  /// - Throws: `storeUnavailable` if it failed; then it is tried again in a while.
  public func flush(_ id: MemoID?) async throws(EngineError) -> Int {
    try await flush { id.map { [$0] } ?? $0 }
  }

  /// Saves now those of the unsaved memos that are wanted, and returns once they are durable.
  func flush(_ wanted: (Set<MemoID>) -> Set<MemoID>) async throws(EngineError) -> Int {
    // Nobody waits for others' saves who has nothing to save.
    if wanted(unsavedMemos).isDisjoint(with: unsavedMemos) { return 0 }
    let attempts = saving.attempts
    await saveUnderWay()
    // A transaction that began after this was asked for spoke for this, too: one locked store is not waited for many
    // times.
    if saving.attempts > attempts, let error = saving.lastFailure { throw .storeUnavailable(error) }
    do throws(StoreError) { return try await write(wanted(unsavedMemos)) } catch { throw .storeUnavailable(error) }
  }

  /// Returns once no transaction is under way.
  func saveUnderWay() async {
    while saving.isWriting { await withCheckedContinuation { saving.waiters.append($0) } }
  }

  /// Tries again to make safe what is saved, if some of it is not, so that the journal may forget it.
  func settleSaves() async {
    guard let unsettled = saving.unsettled, unsettled.deadline(Self.settling) <= time.elapsed() else { return }
    if await readInBackground({ store throws(StoreError) in try store.settle() }) == true {
      saving.firstUnsettledSequence = nil
      saving.unsettled = nil
      forgetJournal()
    }
  }

  /// When saves are made safe: whoever types goes on to write the same pages.
  private static let settling = AutosaveDelays(idle: .seconds(2), maximum: .seconds(10))

  /// Notes that from now on the store may have these memos, or not yet.
  func noteWrite(of ids: Set<MemoID>) {
    saving.written = ids
    saving.count.add()
  }

  /// Notes that the store is free for others of this engine.
  func endStoreWork() {
    saving.isWriting = false
    saving.written = []
    for waiter in saving.waiters { waiter.resume() }
    saving.waiters = []
    setAlarm()
  }

  /// Notes that these are stored.
  func finish(_ saves: [PendingSave], isSettled: Bool) async {
    guard !saves.isEmpty else { return }
    let firsts =
      saves.compactMap { openMemos[$0.id]?.firstUnsavedSequence } + [saving.firstUnsettledSequence].compactMap(\.self)
    let now = time.elapsed()
    saving.firstUnsettledSequence = isSettled ? nil : firsts.min()
    saving.unsettled = isSettled ? nil : Debounce(first: saving.unsettled?.first ?? now, last: now)
    saving.retry = nil
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
      filling.isWanted = true
    }
    trimCache(afterSave: true)
  }

  /// Tells the journal which of its changes nobody needs any more.
  private func forgetJournal() {
    let first = unsavedMemos.lazy.compactMap { self.openMemos[$0]?.firstUnsavedSequence }.min() ?? .max
    journal?.forget(before: min(first, saving.firstUnsettledSequence ?? .max))
  }

  private func note(_ save: PendingSave, savedOf memo: OpenMemo) {
    memo.stored = save.isRemoval ? nil : save.contents
    unsavedRows.change(save.id)
    memo.copies = []
    memo.failedSaves = [:]
    memo.retry = nil
    // What was done meanwhile stands on what is stored now; but a new memo of the same identifier is a new one still.
    if memo.generation == save.generation {
      memo.step = .edit(of: nil)
      memo.noteSaveDone()
    }
    memo.firstUnsavedSequence = max(memo.firstUnsavedSequence, save.mark.sequence + 1)
    versionAliases[save.id] = nil
    // An identifier that was destroyed and taken anew while this was under way belongs to another memo.
    guard memo.generation == save.generation else { return }
    if save.isRemoval {
      forget(memo)
    } else {
      memo.savedVersion = save.version
      if memo.isSaved {
        memo.unsaved = nil
        memo.forgetReferences()
        unsavedMemos.remove(save.id)
      }
      count(memo)
    }
  }

  /// Takes a memo that is gone out of memory.
  func forget(_ memo: OpenMemo) {
    openMemos[memo.metadata.id] = nil
    versionAliases[memo.metadata.id] = nil
    unsavedMemos.remove(memo.metadata.id)
    unsavedRows.change(memo.metadata.id)
  }
}
