import MemoModel

extension MemoEngine {
  /// Makes every later change of other processes news. Without this call, changes are news from the first read on.
  public func expectExternalChanges() {
    guard recovery?.isStoreOpen ?? true else { return }
    // A store that can't be read now is asked again with the first read.
    _ = try? shared.noteChangeSequence()
  }

  /// The same, off the executor.
  ///
  /// - Throws: `storeUnavailable`.
  public func prepareToRead() async throws(EngineError) {
    guard !isPrepared else { return }
    do throws(EngineError) {
      try await reading { _ in }
    } catch {
      readFailure = error
      throw error
    }
  }

  /// Records the file of a memo in memory, and reports that its title may have changed by that.
  func noteFile(_ file: MemoFile?, of memo: OpenMemo) {
    guard memo.file != file else { return }
    memo.file = file
    tellFile(of: memo)
  }

  private func tellFile(of memo: OpenMemo) {
    let (id, version) = (memo.metadata.id, memo.metadata.version)
    noteUnsaved(id)
    tell(id, from: memo.presence, to: memo.presence, by: .outside) {
      ExternalEdit(id: id, baseVersion: version, version: version, texts: nil, properties: nil)
    }
  }

  /// Reports that the title of a memo outside memory may have changed.
  func tellFiling(of change: ExternalChanges.Change) {
    let alias = versionAliases[change.id].flatMap { $0.stored == change.version ? $0.version : nil }
    let version = alias ?? change.version
    tell(change.id, from: change.after, to: change.after, by: .outside) {
      ExternalEdit(id: change.id, baseVersion: version, version: version, texts: nil, properties: nil)
    }
  }

  /// Lets others on the executor run during work on many memos.
  func letOthersRun(after count: Int, _ work: EngineWork) async {
    guard count > 0, count.isMultiple(of: 32) else { return }
    await Task.yield()
    note(work)
  }

  func forgetSaved(_ id: MemoID) {
    if !unsavedMemos.contains(id), let memo = openMemos[id] { drop(memo) }
  }

  /// The former and the present version here of a changed memo; nil if its readers know them already.
  func versions(of change: ExternalChanges.Change) -> (base: Int, now: Int)? {
    let id = change.id
    if let memo = openMemos[id] {
      // It was read into memory since, with this change.
      let (base, now) = (memo.outrunVersion ?? change.baseVersion, memo.metadata.version)
      memo.outrunVersion = nil
      return memo.wasRead || base >= now ? nil : (base, now)
    }
    // A memo created again may have started at a version that it had before.
    let isRestarted = change.version <= change.baseVersion
    let known =
      versionAliases[id]
      ?? (isRestarted
        ? VersionAlias(revision: 0, stored: change.baseVersion, version: change.baseVersion) : nil)
    guard let known else { return (change.baseVersion, change.version) }
    // It was read into memory since, and dropped again.
    if known.revision == change.revision { return nil }
    let following = known.following(change.version, revision: change.revision)
    versionAliases[id] = following
    outrun(id, known.version)
    return (known.version, following.version)
  }

  /// Takes in another process's save of a memo in memory.
  ///
  /// - Parameter isPulled: whether this engine may be storing the memo meanwhile: then it is left to the next pull.
  /// - Throws: ``StoreError`` if that is damaged, or if the journal has no room for the result; then the memo stays as
  ///   it is.
  func takeIn(_ stale: ExternalMemo, isPulled: Bool = false) async throws(StoreError) {
    guard openMemos[stale.id] != nil else { return }
    let theirs = try stale.contents.get()
    let worked = await workedOutMerge(theirs, of: stale.id)
    guard let memo = openMemos[stale.id], !isPulled || !isLate(stale.id) else { return }
    defer { noteUnsaved(stale.id) }
    if let theirs, let own = memo.failedSaves[theirs.revision] {
      // Our own save, which only seemed to fail. What was typed since is based on it.
      memo.stored = own
      memo.file = theirs.file
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

  /// Brings a memo without changes of its own to the stored state and version. Edits on their way may reach the same
  /// version: they are known by their bases.
  private func adopt(_ theirs: MemoContents, as memo: OpenMemo, _ difference: TextDifference?) {
    let (before, presence, file) = (memo.contents, memo.presence, memo.file)
    memo.metadata = theirs.metadata
    memo.text = theirs.text
    memo.file = theirs.file
    memo.stored = theirs
    let version = before.metadata.version
    let known = VersionAlias(revision: 0, stored: version, version: version)
    number(memo, known.following(theirs.metadata.version, revision: theirs.revision))
    count(memo)
    tell(before, from: presence, memo, by: .outside, difference)
    if memo.file != file { tellFile(of: memo) }
  }

  /// Merges the stored state into a memo that has changes of its own.
  ///
  /// - Parameter worked: the result, if it was worked out.
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
      let (before, presence, file) = (memo.contents, memo.presence, memo.file)
      do throws(EngineError) {
        if let copy { memo.copies.insert(try keepCopy(copy, worked?.stagedCopy)) }
        try acknowledge(
          memo, worked?.change ?? Self.change(to: contents, from: theirs), version: contents.metadata.version,
          base: theirs?.revision ?? 0, step: .edit(of: nil), staged: worked?.staged
        ) { memo in
          memo.isDestroyed = false
          memo.stored = theirs
          memo.file = theirs?.file
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
      if memo.file != file { tellFile(of: memo) }
      if let copy { tell(copy.metadata.id, from: .absent, to: .live, by: .outside) { nil } }
    }
  }

  /// Creates a memo from another process's text that could not be merged.
  private func keepCopy(_ copy: MemoContents, _ staged: (any StagedRecord)?) throws(EngineError) -> MemoID {
    let memo = OpenMemo(generation: nextGeneration(), contents: copy, savedVersion: nil, stored: nil)
    memo.metadata.version = 0
    try acknowledge(memo, Self.change(to: copy, from: nil), staged: staged) { self.keep($0) }
    return copy.metadata.id
  }
}
