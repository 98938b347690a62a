import MemoModel
import Platform

extension MemoEngine {
  /// The number of times that others may change the same memos meanwhile before this is given up.
  private static let mostAttempts = 16

  /// The number of times that it waits for typing into these memos in this process; then that is merged.
  private static let mostPatient = 4

  /// How often, before it makes others wait, it saves and indexes what was typed meanwhile.
  private static let mostPreparations = 4
  /// The unsaved text, in bytes, and the unsaved memos from which on saving and indexing take long.
  private static let (mostUnsaved, mostUnsavedMemos) = (1 << 20, 1000)

  /// Whether, as far as is known, little is left to be saved and indexed before a renaming.
  public var isNearlySaved: Bool {
    guard isSettled, saving.retry == nil else { return false }
    guard unsavedMemos.count <= Self.mostUnsavedMemos else { return false }
    let unsaved = unsavedMemos.lazy.compactMap { self.openMemos[$0] }.filter { $0.retry == nil }
    return unsaved.reduce(0) { $0 + $1.text.summary.utf8 } <= Self.mostUnsaved
  }

  /// Does the first, possibly long part of ``rename(_:isTrial:by:until:commit:)`` ahead: saves unsaved changes, indexes
  /// memos, and waits for another program that writes to the store. What is typed meanwhile is included as long as it
  /// is much.
  ///
  /// - Parameter deadline: until when others that keep the store locked are waited for.
  /// - Throws: `memoNotFound`, `versionConflict`, `storeUnavailable`; `cancelled` if the task is.
  public func prepare(
    _ renaming: Renaming, by origin: ChangeOrigin? = nil, until deadline: ContinuousClock.Instant = endOfPatience
  ) async throws(EngineError) {
    try await recovered(until: deadline)
    try await check(renaming, by: origin)
    for _ in 0..<Self.mostPreparations {
      _ = try await saveAll(until: deadline)
      if Task.isCancelled { throw .cancelled }
      await finishFilling()
      if Task.isCancelled { throw .cancelled }
      if isNearlySaved, !filling.isWanted { break }
    }
    try await awaitTurnToWrite(until: deadline)
  }

  /// Renames a memo, a heading, a block or a tag, together with all mentions of it in live memos: in one transaction of
  /// the store, one step of history in each memo, or not at all. Unsaved changes are saved first; a memo that can't be
  /// saved is in the way only if it mentions the name. Memos in memory take the change in as they do another process's
  /// save, and everybody is told of it.
  ///
  /// - Parameters:
  ///   - isTrial: whether to only report what would be changed.
  ///   - deadline: until when others that keep the store locked are waited for.
  ///   - commit: called right before the transaction; from then on it can't be cancelled.
  /// - Throws: `memoNotFound`, `versionConflict`, `titleTaken`, `renamingRefused`, `memoTooLarge`, `storeUnavailable`;
  ///   `cancelled` if the task is cancelled before the transaction, or `commit` throws: then nothing is renamed.
  public func rename(
    _ renaming: Renaming, isTrial: Bool = false, by origin: ChangeOrigin? = nil,
    until deadline: ContinuousClock.Instant = endOfPatience, commit: Commit = MemoEngine.unlessCancelled
  ) async throws(EngineError) -> RenamingResult {
    // Changes in orphaned journals may mention it, too.
    try await recovered(until: deadline)
    for attempt in 0..<Self.mostAttempts {
      if Task.isCancelled { throw .cancelled }
      try await check(renaming, by: origin)
      let unsavable = try await saveAll(until: deadline)
      if Task.isCancelled { throw .cancelled }
      // Memos that were not indexed yet may mention it, even a long text that was saved just now.
      await finishFilling()
      if Task.isCancelled { throw .cancelled }
      try await check(renaming, by: origin)
      let (now, limit) = (time.date(), configuration.maximumMemoBytes)
      let planned = await longReadingQueue.run { [store] in
        Result { () throws(EngineError) in
          try RenamingPlan(renaming, of: store, beside: unsavable, now: now, limit: limit)
        }
      }
      let plan = try planned.get()
      let isDone =
        isTrial
        ? true
        : try await carryOut(plan, by: origin, mayMerge: attempt >= Self.mostPatient, until: deadline, commit)
      if isDone {
        return RenamingResult(
          memos: plan.memos, edits: plan.edits, move: plan.move, changes: plan.changes.map(RenamingResult.Change.init))
      }
      await pullExternalChanges()
    }
    throw .storeUnavailable(StoreError(.locked, "others keep changing the same memos; try again"))
  }

  private func check(_ renaming: Renaming, by origin: ChangeOrigin?) async throws(EngineError) {
    guard let (id, baseVersion) = renaming.memo else { return }
    _ = try live(try await opened(id), id, baseVersion: baseVersion, by: origin)
  }

  /// Saves unsaved changes, except for memos that the store refuses though it accepts others; returns these.
  private func saveAll(until deadline: ContinuousClock.Instant) async throws(EngineError) -> UnsavableMemos {
    do throws(EngineError) {
      _ = try await flush(only: nil, until: deadline)
      return UnsavableMemos()
    } catch {
      guard case .storeUnavailable(let error) = error, saving.lastFailure == nil else { throw error }
      var memos: [OpenMemo] = []
      for (index, entry) in overlay().unsaved.enumerated() {
        await letOthersRun(after: index, .saving)
        if let memo = openMemos[entry.key], memo.retry != nil, unsavedMemos.contains(entry.key) { memos.append(memo) }
      }
      if memos.isEmpty { throw .storeUnavailable(error) }
      let living = memos.filter { !$0.metadata.isTrashed && !$0.isDestroyed }.map(\.contents)
      let gone = Set(memos.map(\.metadata.id)).subtracting(living.map(\.metadata.id))
      return UnsavableMemos(memos: living, gone: gone, error: error)
    }
  }

  /// Stores the plan and takes it in.
  ///
  /// - Parameter mayMerge: whether what was typed meanwhile need not be saved first.
  /// - Returns: false if a memo has changed since; then nothing was done.
  private func carryOut(
    _ plan: RenamingPlan, by origin: ChangeOrigin?, mayMerge: Bool, until deadline: ContinuousClock.Instant,
    _ commit: Commit
  ) async throws(EngineError) -> Bool {
    if plan.changes.isEmpty, plan.move == nil { return true }
    await saveUnderWay()
    guard mayMerge || unsavedMemos.isDisjoint(with: plan.changes.map(\.stored.metadata.id)) else { return false }
    try Self.commit(commit)
    let changes = plan.changes.map { RenamedContents($0, version: version(of: $0.stored) + 1, by: origin?.agent) }
    saving.isWriting = true
    // Whoever keeps the folder is to hear of a file's new name, too, where no text changes.
    noteWrite(of: Set(changes.map(\.id) + [plan.move?.id].compactMap(\.self)))
    let manner = WritingManner(queue: awaitedWritingQueue, deadline: deadline)
    let result = await manner.write(to: store) { store throws(StoreError) in
      let changes = changes.concurrentMap { $0.change }
      guard let move = plan.move else { return try store.write(changes, journal: nil, together: true).isEmpty }
      return try store.write(changes, moving: [move]).isEmpty
    }
    defer { endStoreWork() }
    do throws(StoreError) {
      guard try result.get() else { return false }
    } catch {
      // It may be stored in spite of the error.
      let (first, move) = (changes.first, plan.move)
      let isStored = await readInBackground { store throws(StoreError) in
        if let first { return try store.memos([first.id]).first?.revision == first.contents.revision }
        return try move.map { move throws(StoreError) in try store.files(of: [move.id])[move.id] == move.new } ?? false
      }
      guard isStored == true else { throw .storeUnavailable(error) }
    }
    if changes.contains(where: \.leavesReferences) { filling.isWanted = true }
    counters.savesWritten += 1
    counters.memosWritten += changes.count
    if let move = plan.move { await takeIn(move) }
    for (index, change) in changes.enumerated() {
      // Keystrokes come in between.
      if index.isMultiple(of: 32) { await Task.yield() }
      await takeIn(change)
    }
    return true
  }

  /// The version of a stored memo here, or a later one: another process's save of it may not be taken in yet.
  private func version(of stored: MemoContents) -> Int {
    let id = stored.metadata.id
    if let memo = openMemos[id] { return max(memo.metadata.version, stored.metadata.version) }
    return versionAliases[id]?.following(stored.metadata.version, revision: stored.revision).version
      ?? stored.metadata.version
  }

  /// Takes in the planned name of a memo's file.
  private func takeIn(_ move: FileMove) async {
    if let memo = openMemos[move.id] { return noteFile(move.new, of: memo) }
    let stored = await readInBackground { store throws(StoreError) in try store.memos([move.id]).first }
    guard let metadata = stored??.metadata, openMemos[move.id] == nil else { return }
    let version =
      versionAliases[move.id].flatMap { $0.stored == metadata.version ? $0.version : nil } ?? metadata.version
    tell(move.id, from: .live, to: .live, by: .outside) {
      ExternalEdit(id: move.id, baseVersion: version, version: version, texts: nil, properties: nil)
    }
  }

  /// Brings a memo in memory to its stored state; merges if somebody has typed meanwhile.
  private func takeIn(_ change: RenamedContents) async {
    let (id, contents) = (change.id, change.contents)
    let worked = await workedOutMerge(contents, of: id)
    outdateReads(of: [id])
    noteUnsaved(id)
    guard let memo = openMemos[id] else {
      // Clients that know it by another version are outrun.
      if let known = versionAliases[id] {
        outrun(id, known.version)
        let version = contents.metadata.version
        versionAliases[id] = VersionAlias(revision: contents.revision, stored: version, version: version)
      }
      return tell(id, from: .live, to: .live, by: .outside) { change.edit(to: contents.metadata.version) }
    }
    if memo.storedRevision == contents.revision {
      // It was read into memory since, with this change.
      return tell(id, from: .live, to: .live, by: .outside) {
        memo.wasRead ? nil : change.edit(to: memo.metadata.version)
      }
    }
    guard !unsavedMemos.contains(id) else {
      // If the journal has no room it is merged when it is saved.
      try? merge(contents, into: memo, worked)
      return
    }
    let (before, presence) = (memo.contents, memo.presence)
    memo.metadata = contents.metadata
    memo.file = contents.file
    memo.stored = contents
    memo.savedVersion = contents.metadata.version
    memo.step = .edit(of: nil)
    if !contents.text.isIdentical(to: memo.text) {
      memo.text = contents.text
      memo.textVersion = contents.metadata.version
    }
    versionAliases[id] = nil
    count(memo)
    tell(before, from: presence, memo, by: .outside)
  }
}
