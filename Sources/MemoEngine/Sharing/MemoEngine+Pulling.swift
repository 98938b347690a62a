import MemoModel

/// The state of taking in what other processes have stored.
struct PullingState {
  /// Whether that goes on; it is done once at a time.
  var isUnderWay = false
  /// The tasks that wait for its end.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// The memos that this engine has stored since the one under way began: what it has read of them is old.
  var storedMeanwhile: Set<MemoID> = []
  /// Changes of memos that this engine was just storing, which the next pull is left with, and whether there were more
  /// than the store remembers.
  var late: [ExternalChanges.Change] = []
  var isLateGap = false
}

extension MemoEngine {
  /// Takes in and reports what other processes have changed in the store since the last call; inspects the journal,
  /// too. It waits for no save, however long that takes: what is being saved just then is left to that save, or to the
  /// next call.
  ///
  /// If nothing was changed this reads no disk. A store that can't be read now is asked again the next time.
  public func pullExternalChanges() async {
    while pulling.isUnderWay { await withCheckedContinuation { pulling.waiters.append($0) } }
    pulling.isUnderWay = true
    pulling.storedMeanwhile = []
    await inspectJournal()
    await settleSaves()
    await readExternalChanges()
    pulling.isUnderWay = false
    for waiter in pulling.waiters { waiter.resume() }
    pulling.waiters = []
    if let notice = store.takeNotice() { tell(.storeHarmed(notice)) }
    beginFilling(readsNames: true)
  }

  /// Whether what was read of a memo may be older than what this engine has stored, or is about to store.
  func isLate(_ id: MemoID) -> Bool { saving.written.contains(id) || pulling.storedMeanwhile.contains(id) }

  private func readExternalChanges() async {
    let found = await readInBackground { [shared] store throws(StoreError) in
      try store.externalChanges(since: shared.noteChangeSequence())
    }
    guard let found else { return }
    let changes = pulling.late.filter { late in !found.changes.contains { $0.id == late.id } } + found.changes
    let hasGap = found.hasGap || pulling.isLateGap
    var changed = changes.filter { openMemos[$0.id]?.storedRevision != $0.revision }.map(\.id)
    if hasGap { changed = Array(openMemos.keys) }
    let open = changed.compactMap { id in openMemos[id].map { (id: id, text: $0.text) } }
    let filed = hasGap ? changed : changes.map(\.id).filter { openMemos[$0] != nil }
    let isHeard = isHeard(by: .outside)
    let read = await readInBackground { store throws(StoreError) in
      let files = try filed.isEmpty ? [:] : store.files(of: filed)
      return (
        files,
        try open.map { memo throws(StoreError) in
          try Self.memo(memo.id, in: store, insteadOf: isHeard ? memo.text : nil)
        }
      )
    }
    guard let (files, read) = read else { return }
    note(.pulling)
    shared.know(found.changeSequence)
    (pulling.late, pulling.isLateGap) = ([], false)
    if !found.changes.isEmpty || found.hasGap { tell(.storeChanged) }
    outdateReads(of: found.hasGap ? fetches.flatMap(\.ids) : found.changes.map(\.id))
    var taken: Set<MemoID> = []
    var late: Set<MemoID> = []
    for (index, theirs) in read.enumerated() {
      await letOthersRun(after: index, .pulling)
      // It may have left memory meanwhile: then it is reported like any other.
      guard let memo = openMemos[theirs.id] else { continue }
      taken.insert(theirs.id)
      // The result of a merge at a save is known, though others' changes led there.
      if case .success(let contents) = theirs.contents, memo.storedRevision == contents?.revision ?? 0 {
        noteFile(files[theirs.id], of: memo)
        continue
      }
      // What can't be taken in now is noticed again when the memo is saved, or reread.
      if !isLate(theirs.id) {
        do throws(StoreError) { try await takeIn(theirs, isPulled: true) } catch { forgetSaved(theirs.id) }
      }
      if isLate(theirs.id) { late.insert(theirs.id) }
    }
    pulling.late = changes.filter { late.contains($0.id) }
    pulling.isLateGap = hasGap && !late.isEmpty
    for id in filed where !taken.contains(id) { openMemos[id].map { noteFile(files[id], of: $0) } }
    for (index, change) in changes.enumerated() where !taken.contains(change.id) {
      await letOthersRun(after: index, .pulling)
      if change.isFiling {
        if openMemos[change.id] == nil { tellFiling(of: change) }
        continue
      }
      // The identifier of a memo that is gone may be in use here again.
      if change.after == .absent, openMemos[change.id] != nil { continue }
      tell(change.id, from: change.before, to: change.after, by: .outside) {
        versions(of: change).map { versions in
          ExternalEdit(id: change.id, baseVersion: versions.base, version: versions.now, texts: nil, properties: nil)
        }
      }
    }
  }

  /// What a read of the store that may take long finds; nil if it can't be read.
  func readInBackground<Value: Sendable>(
    _ body: @escaping @Sendable (any MemoStore) throws(StoreError) -> Value
  ) async -> Value? {
    let result = await pullingQueue.run { [store] in Result { () throws(StoreError) in try body(store) } }
    return try? result.get()
  }

  /// A stored memo. One that is damaged must not keep others from being taken in.
  private static func memo(
    _ id: MemoID, in store: any MemoStore, insteadOf text: Rope?
  ) throws(StoreError) -> ExternalMemo {
    do throws(StoreError) {
      return ExternalMemo(StaleMemo(id: id, stored: try store.memos([id]).first), insteadOf: text)
    } catch  where error.reason == .corrupt {
      return ExternalMemo(id: id, contents: .failure(error))
    }
  }
}
