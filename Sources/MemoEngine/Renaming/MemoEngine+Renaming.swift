import MemoModel

extension MemoEngine {
  /// How often others may change the same memos meanwhile before this is given up.
  private static let mostAttempts = 16

  /// How often it waits for what is typed into these memos here; then that is merged.
  private static let mostPatient = 4

  /// Calls a memo, a heading or a tag otherwise, with whatever names it in all memos that live: all of it in one
  /// transaction of the store, one step of history in each memo, or nothing. What is not saved is saved first; a memo
  /// that can't be saved is in the way only if it names it. Memos in memory take it in as they do what another process
  /// saved, and everybody is told what it did to them.
  ///
  /// - Parameters:
  ///   - isTrial: whether it is only to be told what would be changed.
  ///   - commit: what is called right before the transaction, from which on it can't be given up.
  /// - Throws: `memoNotFound`, `versionConflict`, `titleTaken`, `renamingRefused`, `memoTooLarge`, `storeUnavailable`;
  ///   `cancelled` if the task is cancelled before the transaction, or `commit` throws: then nothing is renamed.
  public func rename(
    _ renaming: Renaming, isTrial: Bool = false, by origin: ChangeOrigin? = nil,
    commit: @Sendable () throws -> Void = { try Task.checkCancellation() }
  ) async throws(EngineError) -> RenamingResult {
    // What ended processes left may name it, too.
    try await recovered()
    for attempt in 0..<Self.mostAttempts {
      if Task.isCancelled { throw .cancelled }
      try await check(renaming, by: origin)
      let unsavable = try await saveAll()
      if Task.isCancelled { throw .cancelled }
      // What nobody has looked through yet may name it: also a long text that was saved just now.
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
      let isDone = isTrial ? true : try await carryOut(plan, by: origin, mayMerge: attempt >= Self.mostPatient, commit)
      if isDone {
        return RenamingResult(memos: plan.changes.count, edits: plan.edits)
      }
      await pullExternalChanges()
    }
    throw .storeUnavailable(StoreError(.locked, "others keep changing the same memos; try again"))
  }

  private func check(_ renaming: Renaming, by origin: ChangeOrigin?) async throws(EngineError) {
    guard let (id, baseVersion) = renaming.memo else { return }
    _ = try live(try await opened(id), id, baseVersion: baseVersion, by: origin)
  }

  /// Saves what is unsaved, but for memos that the store does not take though it takes others; these.
  private func saveAll() async throws(EngineError) -> UnsavableMemos {
    do throws(EngineError) {
      _ = try await flush(nil)
      return UnsavableMemos()
    } catch {
      let memos = unsavedMemos.compactMap { openMemos[$0] }.filter { $0.retry != nil }
      guard case .storeUnavailable(let error) = error, saving.lastFailure == nil, !memos.isEmpty else { throw error }
      let living = memos.filter { !$0.metadata.isTrashed && !$0.isDestroyed }.map(\.contents)
      let gone = Set(memos.map(\.metadata.id)).subtracting(living.map(\.metadata.id))
      return UnsavableMemos(memos: living, gone: gone, error: error)
    }
  }

  /// Stores what was planned and takes it in.
  ///
  /// - Parameter mayMerge: whether what was typed meanwhile need not be saved first.
  /// - Returns: false if a memo is no longer what it was; then nothing was done.
  private func carryOut(
    _ plan: RenamingPlan, by origin: ChangeOrigin?, mayMerge: Bool, _ commit: @Sendable () throws -> Void
  ) async throws(EngineError) -> Bool {
    if plan.changes.isEmpty { return true }
    await saveUnderWay()
    guard mayMerge || unsavedMemos.isDisjoint(with: plan.changes.map(\.stored.metadata.id)) else { return false }
    do { try commit() } catch { throw .cancelled }
    let changes = plan.changes.map { RenamedContents($0, version: version(of: $0.stored) + 1, by: origin?.agent) }
    saving.isWriting = true
    noteWrite(of: Set(changes.map(\.id)))
    let result = await writingQueue.run { [store] in
      Result { () throws(StoreError) in
        try store.write(changes.map(\.change), journal: nil, together: true).isEmpty
      }
    }
    defer { endStoreWork() }
    do throws(StoreError) {
      guard try result.get() else { return false }
    } catch {
      // It may be stored all the same.
      let ids = [changes[0].id]
      let stored = await readInBackground { store throws(StoreError) in try store.memos(ids).first?.revision }
      guard stored == changes[0].contents.revision else { throw .storeUnavailable(error) }
    }
    if changes.contains(where: \.leavesReferences) { filling.isWanted = true }
    counters.savesWritten += 1
    counters.memosWritten += changes.count
    for (index, change) in changes.enumerated() {
      // Keystrokes come in between.
      if index.isMultiple(of: 32) { await Task.yield() }
      await takeIn(change)
    }
    return true
  }

  /// What a stored memo is called here, or more: what another process has saved of it may not be taken in yet.
  private func version(of stored: MemoContents) -> Int {
    let id = stored.metadata.id
    if let memo = openMemos[id] { return max(memo.metadata.version, stored.metadata.version) }
    return versionAliases[id]?.following(stored.metadata.version, revision: stored.revision).version
      ?? stored.metadata.version
  }

  /// Makes a memo in memory what was stored of it; merges where somebody has typed meanwhile.
  private func takeIn(_ change: RenamedContents) async {
    let (id, contents) = (change.id, change.contents)
    let worked = await workedOutMerge(contents, of: id)
    for fetch in fetches where fetch.id == id { fetch.isOutdated = true }
    unsavedRows.change(id)
    guard let memo = openMemos[id] else {
      // Those who know it by another version are behind it.
      if let known = versionAliases[id] {
        outrun(id, known.version)
        let version = contents.metadata.version
        versionAliases[id] = VersionAlias(revision: contents.revision, stored: version, version: version)
      }
      return tell(id, from: .live, to: .live, by: .outside) { change.edit(to: contents.metadata.version) }
    }
    if memo.storedRevision == contents.revision {
      // It came into memory since, with this in it.
      return tell(id, from: .live, to: .live, by: .outside) {
        memo.wasRead ? nil : change.edit(to: memo.metadata.version)
      }
    }
    guard !unsavedMemos.contains(id) else {
      // Where the journal has no room it is merged when it is saved.
      try? merge(contents, into: memo, worked)
      return
    }
    let (before, presence) = (memo.contents, memo.presence)
    memo.metadata = contents.metadata
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
