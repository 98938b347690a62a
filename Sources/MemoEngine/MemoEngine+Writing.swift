import MemoModel

/// Memos that must be stored together: one with the copies that keep the texts it was merged with.
private typealias Unit = [PendingSave]

/// How the store is written to.
struct WritingManner {
  /// Where it is.
  let queue: BlockingQueue
  /// Until when other programs that keep it locked are waited for; nil if each transaction has a time of its own.
  var deadline: ContinuousClock.Instant?

  /// Writes to a store.
  func write<Value: Sendable>(
    to store: any MemoStore, _ body: @escaping @Sendable (any MemoStore) throws(StoreError) -> Value
  ) async -> Result<Value, StoreError> {
    await queue.run { [deadline] in
      Result { () throws(StoreError) in
        guard let deadline else { return try body(store) }
        return try store.writing(until: deadline) { () throws(StoreError) in try body(store) }
      }
    }
  }
}

/// The result of writing some memos.
private struct Writing {
  let manner: WritingManner
  /// The number of memos written.
  var written = 0
  /// Memos that failed by themselves, and those that failed with the store as a whole.
  var alone: [(unit: Unit, error: StoreError)] = []
  var left: [Unit] = []
  var storeFailure: StoreError?

  mutating func leave(_ units: [Unit], _ error: StoreError) {
    left += units
    storeFailure = error
  }
}

extension MemoEngine {
  /// The most memos of a transaction, and the bytes of their texts from which on it takes no more: whoever waits for
  /// the store has to wait for one transaction only.
  private static let (mostTogether, manyBytes) = (256, 8 << 20)

  /// Writes the unsaved ones of these memos, in transactions of some each, between which others use the store; those
  /// that another process has changed meanwhile are merged and written in the next. A memo that fails by itself does
  /// not keep others from being saved, and is retried alone from then on.
  ///
  /// - Parameters:
  ///   - count: how many they are.
  ///   - manner: how to write.
  /// - Returns: how many were written.
  /// - Throws: why not all were.
  func write(
    _ ids: some Sequence<MemoID>, count: Int, _ manner: WritingManner
  ) async throws(StoreError) -> Int {
    var ids = ids.makeIterator()
    var (taken, written, failure) = (0, 0, StoreError?.none)
    while let (portion, bytes) = nextPortion(&ids) {
      // Those that wait for the end of the transaction before come first.
      if taken > 0 { await Task.yield() }
      taken += portion.count
      await saveUnderWay()
      note(.saving)
      do throws(StoreError) {
        // Typing goes first while much is written, also if somebody waits for that.
        let queue = bytes < Self.manyBytes ? manner.queue : writingQueue
        written += try await write(
          portion.intersection(unsavedMemos), beforeOthers: count - taken,
          WritingManner(queue: queue, deadline: manner.deadline))
      } catch {
        failure = failure ?? error
        guard saving.lastFailure == nil else {
          await putBack(&ids, error)
          break
        }
      }
    }
    if let failure { throw failure }
    return written
  }

  /// The next memos to write together, and the bytes of their texts; nil if none are left.
  private func nextPortion(_ ids: inout some IteratorProtocol<MemoID>) -> (Set<MemoID>, bytes: Int)? {
    var (portion, bytes) = (Set<MemoID>(), 0)
    while portion.count < Self.mostTogether, bytes < Self.manyBytes, let id = ids.next() {
      portion.insert(id)
      bytes += openMemos[id]?.text.summary.utf8 ?? 0
    }
    return portion.isEmpty ? nil : (portion, bytes)
  }

  /// - Parameter others: how many are to be written after these.
  private func write(
    _ ids: Set<MemoID>, beforeOthers others: Int, _ manner: WritingManner
  ) async throws(StoreError) -> Int {
    if ids.isEmpty { return 0 }
    saving.isWriting = true
    saving.written = ids
    saving.attempts += 1
    saving.lastFailure = nil
    let units = await pack(ids)
    guard !units.isEmpty else {
      saving.written = []
      endStoreWork()
      return 0
    }
    var writing = Writing(manner: manner)
    let failedBefore = { (unit: Unit) in unit.contains { self.openMemos[$0.id]?.retry != nil } }
    await write(units.filter { !failedBefore($0) }, &writing)
    for unit in units where failedBefore(unit) {
      if let error = writing.storeFailure { writing.leave([unit], error) } else { await write([unit], &writing) }
    }
    if let error = writing.storeFailure { await putBack(writing.left.flatMap(\.self), others, error) }
    for (unit, error) in writing.alone { await putBackAlone(unit, error) }
    if writing.storeFailure != nil || !writing.alone.isEmpty { await shortenJournal() }
    endStoreWork()
    if let error = writing.storeFailure ?? writing.alone.first?.error { throw error }
    return writing.written
  }

  /// The number of times that a save merges other processes' saves before it leaves that to a later one.
  private static let mostRounds = 64
  /// The number of memos that may fail by themselves before the store counts as failing.
  private static let mostFailures = 16

  private func write(_ units: [Unit], _ writing: inout Writing) async {
    var units = units
    var rounds = 0
    while !units.isEmpty {
      rounds += 1
      let saves = units.flatMap(\.self)
      noteWrite(of: Set(saves.map(\.id)))
      let outcome = await writeOnce(saves, writing.manner)
      note(.saving)
      switch outcome {
      case .success((let stale, let isSettled)):
        let staleIDs = Set(stale.map(\.id))
        let done = saves.filter { !staleIDs.contains($0.id) }
        await finish(done, isSettled: isSettled)
        writing.written += done.count
        let left = saves.filter { staleIDs.contains($0.id) }
        guard rounds < Self.mostRounds else {
          let error = StoreError(.locked, "other programs keep changing the same memos; they are merged when that ends")
          return writing.leave([left], error)
        }
        units = await pack(staleIDs.subtracting(await takeIn(stale, left, &writing)))
      case .failure(let error):
        guard error.reason.mayBeOneMemos else { return writing.leave(units, error) }
        if units.count == 1 { return writing.alone.append((units[0], error)) }
        // Each half by itself, down to the memos that fail.
        for half in [units[..<(units.count / 2)], units[(units.count / 2)...]] {
          if let error = writing.storeFailure {
            writing.leave(Array(half), error)
          } else if writing.alone.count < Self.mostFailures {
            await write(Array(half), &writing)
          } else {
            writing.leave(Array(half), error)
          }
        }
        return
      }
    }
  }

  /// Merges what another process has saved.
  ///
  /// - Returns: the memos that can't be merged now.
  private func takeIn(_ stale: [ExternalMemo], _ saves: [PendingSave], _ writing: inout Writing) async -> Set<MemoID> {
    var left: Set<MemoID> = []
    for (index, memo) in stale.enumerated() {
      await letOthersRun(after: index, .pulling)
      do throws(StoreError) { try await takeIn(memo) } catch {
        left.insert(memo.id)
        let unit = saves.filter { $0.id == memo.id }
        if error.reason.mayBeOneMemos { writing.alone.append((unit, error)) } else { writing.leave([unit], error) }
      }
    }
    return left
  }

  private func writeOnce(
    _ saves: [PendingSave], _ manner: WritingManner
  ) async -> Result<([ExternalMemo], isSettled: Bool), StoreError> {
    await manner.write(to: store) { [journal] store throws(StoreError) in
      let stale = try store.write(saves.map(\.change), journal: journal?.id)
      return (stale.map { ExternalMemo($0) }, store.isSettled)
    }
  }

  /// The saves to write for these memos now, while no transaction is running, each with those that must be stored with
  /// it.
  private func pack(_ ids: Set<MemoID>) async -> [Unit] {
    let copies = ids.compactMap { openMemos[$0]?.copies }.reduce(into: Set()) { $0.formUnion($1) }
    var left = ids.union(copies).intersection(unsavedMemos)
    // Copies go behind the memos that they were made for.
    var units: [Unit] = []
    for (index, id) in (Array(left.subtracting(copies)) + Array(copies)).enumerated() {
      await letOthersRun(after: index, .saving)
      guard left.remove(id) != nil else { continue }
      let together = (openMemos[id]?.copies ?? []).intersection(left)
      left.subtract(together)
      let unit = ([id] + together).compactMap(pendingSave)
      if !unit.isEmpty { units.append(unit) }
    }
    return units
  }

  private func pendingSave(_ id: MemoID) -> PendingSave? {
    guard let memo = openMemos[id] else { return nil }
    if memo.isDestroyed, memo.stored == nil {
      forget(memo)
      return nil
    }
    memo.unsaved = nil
    lineUp(memo)
    memo.noteSaveBegun()
    return PendingSave(memo)
  }

  /// Keeps what the store did not accept, and delays all unsaved memos.
  ///
  /// - Parameter others: how many were not even tried.
  private func putBack(_ saves: [PendingSave], _ others: Int, _ error: StoreError) async {
    saving.lastFailure = error
    let now = time.elapsed()
    if saving.retry == nil { saving.retry = RetryDelay(failedAt: now) } else { saving.retry?.failAgain(at: now) }
    await keep(saves, others, error, now: now, retryIn: saving.retry?.delay ?? .zero)
  }

  /// Puts memos back in line that were not tried, because the store as a whole has failed.
  private func putBack(_ ids: inout some IteratorProtocol<MemoID>, _ error: StoreError) async {
    var count = 0
    while let id = ids.next() {
      await letOthersRun(after: count, .saving)
      count += 1
      guard let memo = openMemos[id], unsavedMemos.contains(id) else { continue }
      lineUp(memo)
      tell(.saveFailed(id, version: memo.metadata.version, error, retryIn: saving.retry?.delay ?? .zero))
    }
  }

  /// Keeps a memo that failed by itself, and delays it alone.
  private func putBackAlone(_ unit: Unit, _ error: StoreError) async {
    let now = time.elapsed()
    var retry = unit.lazy.compactMap { self.openMemos[$0.id]?.retry }.first
    if retry == nil { retry = RetryDelay(failedAt: now) } else { retry?.failAgain(at: now) }
    for save in unit { openMemos[save.id]?.retry = retry }
    await keep(unit, 0, error, now: now, retryIn: retry?.delay ?? .zero)
  }

  private func keep(
    _ saves: [PendingSave], _ others: Int, _ error: StoreError, now: Duration, retryIn delay: Duration
  ) async {
    tell(.saveAttemptFailed(memos: saves.count + others, error, retryIn: delay))
    for (index, save) in saves.enumerated() {
      await letOthersRun(after: index, .saving)
      if let memo = openMemos[save.id] {
        if memo.unsaved == nil { memo.unsaved = Debounce(first: now, last: now) }
        lineUp(memo)
        if !save.isRemoval { memo.failedSaves[save.mark.revision] = save.contents }
      }
      tell(.saveFailed(save.id, version: save.version, error, retryIn: delay))
    }
  }
}
