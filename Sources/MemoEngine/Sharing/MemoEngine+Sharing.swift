import MemoModel

extension MemoEngine {
  /// Notes that whatever others do to the store from now on is news. Without this, it is from the first read on.
  public func expectExternalChanges() {
    guard recovery?.isStoreOpen ?? true else { return }
    // A store that can't be read now is asked again with the first read.
    try? noteChangeSequence()
  }

  /// The same, away from the executor.
  ///
  /// - Throws: `storeUnavailable`.
  public func prepareToRead() async throws(EngineError) {
    guard knownChangeSequence == nil else { return }
    do throws(EngineError) {
      let changeSequence = try await reading { store throws(StoreError) in
        try store.externalChanges(since: nil).changeSequence
      }
      if knownChangeSequence == nil { knownChangeSequence = changeSequence }
    } catch {
      readFailure = error
      throw error
    }
  }

  /// Looks for what others did to the store since the last time, takes it in, and tells it; looks after the journal,
  /// too.
  ///
  /// Where nothing was done this reads no disk. A store that can't be read now is asked again the next time.
  public func pullExternalChanges() async {
    await saveUnderWay()
    // Held like a save, so that what is read here is not overtaken by what this process writes.
    saving.isWriting = true
    await inspectJournal()
    await settleSaves()
    await readExternalChanges()
    if let notice = store.takeNotice() { tell(.storeHarmed(notice)) }
    endStoreWork()
    beginFilling(readsNames: true)
  }

  private func readExternalChanges() async {
    let found = await readInBackground { [knownChangeSequence] store throws(StoreError) in
      try store.externalChanges(since: knownChangeSequence)
    }
    guard let found else { return }
    var changed = found.changes.filter { openMemos[$0.id]?.storedRevision != $0.revision }.map(\.id)
    if found.hasGap { changed = Array(openMemos.keys) }
    let open = changed.compactMap { id in openMemos[id].map { (id: id, text: $0.text) } }
    let isHeard = isHeard(by: .outside)
    let read = await readInBackground { store throws(StoreError) in
      try open.map { memo throws(StoreError) in
        try Self.memo(memo.id, in: store, insteadOf: isHeard ? memo.text : nil)
      }
    }
    guard let read else { return }
    note(.pulling)
    knownChangeSequence = found.changeSequence
    let changedIDs = Set(found.changes.map(\.id))
    for fetch in fetches where found.hasGap || changedIDs.contains(fetch.id) { fetch.isOutdated = true }
    var taken: Set<MemoID> = []
    for (index, theirs) in read.enumerated() {
      await letOthersRun(after: index, .pulling)
      // It may have left memory meanwhile: then it is told of like any other.
      guard let memo = openMemos[theirs.id] else { continue }
      taken.insert(theirs.id)
      // What was merged at a save is known, though others' changes led there.
      if case .success(let contents) = theirs.contents, memo.storedRevision == contents?.revision ?? 0 { continue }
      // What can't be taken in is found again when the memo is saved, or read anew.
      do throws(StoreError) { try await takeIn(theirs) } catch { forgetSaved(theirs.id) }
    }
    for change in found.changes where !taken.contains(change.id) {
      // The identifier of one that is gone may have been taken anew here.
      if change.after == .absent, openMemos[change.id] != nil { continue }
      tell(change.id, from: change.before, to: change.after, by: .outside) {
        versions(of: change).map { versions in
          ExternalEdit(id: change.id, baseVersion: versions.base, version: versions.now, texts: nil, properties: nil)
        }
      }
    }
  }

  func readInBackground<Value: Sendable>(
    _ body: @escaping @Sendable (any MemoStore) throws(StoreError) -> Value
  ) async -> Value? {
    let result = await writingQueue.run { [store] in Result { () throws(StoreError) in try body(store) } }
    return try? result.get()
  }

  /// Lets whoever shares the executor go on where something is done to many memos one after the other.
  func letOthersRun(after count: Int, _ work: EngineWork) async {
    guard count > 0, count.isMultiple(of: 32) else { return }
    await Task.yield()
    note(work)
  }

  /// A memo as it is stored. One that is damaged there keeps no other from being taken in.
  private static func memo(
    _ id: MemoID, in store: any MemoStore, insteadOf text: Rope?
  ) throws(StoreError) -> TheirMemo {
    do throws(StoreError) {
      return TheirMemo(StaleMemo(id: id, stored: try store.memos([id]).first), insteadOf: text)
    } catch  where error.reason == .corrupt {
      return TheirMemo(id: id, contents: .failure(error))
    }
  }

  private func forgetSaved(_ id: MemoID) {
    if !unsavedMemos.contains(id) { openMemos[id] = nil }
  }

  /// What a changed memo was called here and what it is called now; nil if whoever asks for it knows that already.
  private func versions(of change: ExternalChanges.Change) -> (base: Int, now: Int)? {
    let id = change.id
    if let memo = openMemos[id] {
      // It came into memory since, with this change in it.
      let (base, now) = (memo.outrunVersion ?? change.baseVersion, memo.metadata.version)
      memo.outrunVersion = nil
      return memo.wasRead || base >= now ? nil : (base, now)
    }
    // One that was made anew may have begun again at a version that it had before.
    let isRestarted = change.version <= change.baseVersion
    let known =
      versionAliases[id]
      ?? (isRestarted
        ? VersionAlias(revision: 0, stored: change.baseVersion, version: change.baseVersion) : nil)
    guard let known else { return (change.baseVersion, change.version) }
    // It came into memory since, and was forgotten again.
    if known.revision == change.revision { return nil }
    let following = known.following(change.version, revision: change.revision)
    versionAliases[id] = following
    outrun(id, known.version)
    return (known.version, following.version)
  }

  /// Takes in what another process stored of a memo in memory.
  ///
  /// - Throws: ``StoreError`` if that is damaged, or if the journal has no room for what becomes of it; the memo then
  ///   stays.
  func takeIn(_ stale: TheirMemo) async throws(StoreError) {
    guard openMemos[stale.id] != nil else { return }
    let theirs = try stale.contents.get()
    let worked = await workedOutMerge(theirs, of: stale.id)
    guard let memo = openMemos[stale.id] else { return }
    defer { unsavedRows.change(stale.id) }
    if let theirs, let own = memo.failedSaves[theirs.revision] {
      // Not another's: a save that was told as failed is there all the same. What was typed since stands on it.
      memo.stored = own
      memo.failedSaves = [:]
      memo.step = .edit(of: nil)
      return
    }
    if unsavedMemos.contains(stale.id) {
      try merge(theirs, into: memo, worked)
    } else if let theirs {
      adopt(theirs, as: memo, stale.difference)
    } else {
      outrun(stale.id, memo.metadata.version)
      forget(memo)
      tell(stale.id, from: memo.presence, to: .absent, by: .outside) { nil }
    }
  }

  /// Makes a memo that has no changes of its own what is stored, by the version that is stored with it. Edits on their
  /// way may count up to that: they are known by where they start.
  private func adopt(_ theirs: MemoContents, as memo: OpenMemo, _ difference: TextDifference?) {
    let (before, presence) = (memo.contents, memo.presence)
    memo.metadata = theirs.metadata
    memo.text = theirs.text
    memo.stored = theirs
    let version = before.metadata.version
    let known = VersionAlias(revision: 0, stored: version, version: version)
    number(memo, known.following(theirs.metadata.version, revision: theirs.revision))
    tell(before, from: presence, memo, by: .outside, difference)
  }

  /// Merges what is stored into a memo that has changes of its own.
  ///
  /// - Parameter worked: what becomes of it, if that was worked out.
  func merge(_ theirs: MemoContents?, into memo: OpenMemo, _ worked: WorkedOutMerge?) throws(StoreError) {
    let merge =
      worked?.merge
      ?? MemoMerge(
        base: memo.stored, ours: memo.contents, isDestroyed: memo.isDestroyed, theirs: theirs, now: time.date())
    switch merge {
    case .gone:
      tell(memo.metadata.id, from: memo.presence, to: .absent, by: .outside) { nil }
      outrun(memo.metadata.id, memo.metadata.version)
      forget(memo)
    case .destroyed: memo.stored = theirs
    case .merged(let contents, let copy):
      let (before, presence) = (memo.contents, memo.presence)
      do throws(EngineError) {
        if let copy { memo.copies.insert(try keepCopy(copy, worked?.stagedCopy)) }
        try acknowledge(
          memo, worked?.change ?? Self.change(to: contents, from: theirs), version: contents.metadata.version,
          base: theirs?.revision ?? 0, step: .edit(of: nil), staged: worked?.staged
        ) { memo in
          memo.isDestroyed = false
          memo.stored = theirs
          memo.savedVersion = nil
          memo.metadata = contents.metadata
          memo.text = contents.text
        }
      } catch {
        if case .storeUnavailable(let error) = error { throw error }
        throw StoreError(.other, "memo \(memo.metadata.id) could not be merged; it is tried again")
      }
      memo.textVersion = memo.metadata.version
      tell(before, from: presence, memo, by: .outside, worked?.difference)
      if let copy { tell(copy.metadata.id, from: .absent, to: .live, by: .outside) { nil } }
    }
  }

  /// Makes a memo of another process's text that could not be merged.
  private func keepCopy(_ copy: MemoContents, _ staged: (any StagedRecord)?) throws(EngineError) -> MemoID {
    let memo = OpenMemo(generation: nextGeneration(), contents: copy, savedVersion: nil, stored: nil)
    memo.metadata.version = 0
    try acknowledge(memo, Self.change(to: copy, from: nil), staged: staged) { self.keep($0) }
    return copy.metadata.id
  }
}
