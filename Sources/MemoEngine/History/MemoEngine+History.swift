public import MemoModel
import MemoText

extension MemoEngine {
  /// Undoes the last save that changed a live memo, or what is unsaved; or redoes what was undone last. Unsaved changes
  /// are saved first, so that whatever is undone can be redone.
  ///
  /// Others may change the memo while the store is read: a caller on the same executor holds its own changes back.
  ///
  /// - Parameter commit: called right before the memo is changed.
  /// - Throws: `memoNotFound`, `versionConflict`, `nothingToUndo`, `nothingToRedo`, `memoTooLarge` or
  ///   `storeUnavailable`; `cancelled` if the task was cancelled before, or `commit` throws.
  public func move(
    _ id: MemoID, _ direction: HistoryDirection, baseVersion: Int?, by origin: ChangeOrigin? = nil,
    commit: Commit = MemoEngine.unlessCancelled
  ) async throws(EngineError) -> MemoSnapshot {
    try await bringBack(id, by: origin, commit) { [self] memo throws(EngineError) in
      try live(memo, id, baseVersion: baseVersion, by: origin)
    } read: { store throws(StoreError) in
      try Found(try store.move(id, direction), orElse: direction == .undo ? .nothingToUndo(id) : .nothingToRedo(id))
    }
  }

  /// Undoes the last step of a live memo, as ``move(_:_:baseVersion:by:)`` does, if an agent made it, whichever agent
  /// and in whichever process.
  ///
  /// - Parameter admits: whether the memo may return to its earlier state. It is called off the executor.
  /// - Throws: `memoNotFound`, `undoRefused`, `memoTooLarge` or `storeUnavailable`.
  public func undoAgentsStep(
    _ id: MemoID, by origin: ChangeOrigin? = nil, admits: @escaping @Sendable (MemoSnapshot) -> Bool
  ) async throws(EngineError) -> MemoSnapshot {
    try await bringBack(id, by: origin, Self.unlessCancelled) { [self] memo throws(EngineError) in
      try live(memo, id, baseVersion: nil, by: origin)
    } read: { store throws(StoreError) in
      let move = try store.move(id, .undo)
      let found = try Found(move, orElse: .undoRefused(id, .nothingBefore))
      guard case .found(let contents, let base, _) = found else { return found }
      guard admits(MemoSnapshot(metadata: contents.metadata, text: contents.text, isSaved: true)) else {
        return .refused(.undoRefused(id, .notAdmitted), base: base)
      }
      return move?.undoneBy == nil ? .refused(.undoRefused(id, .ofPerson), base: base) : found
    }
  }

  /// Restores a memo's contents from a revision, and takes it out of the trash; a memo that has these contents
  /// and is in no trash stays as it is. Unsaved changes are saved first, so that this can be undone.
  ///
  /// - Parameter commit: called right before the memo is changed.
  /// - Throws: `memoNotFound`, `revisionNotFound`, `memoTooLarge` or `storeUnavailable`; `cancelled` if the task was
  ///   cancelled before, or `commit` throws.
  public func restoreMemo(
    _ id: MemoID, revision: Int, by origin: ChangeOrigin? = nil,
    commit: Commit = MemoEngine.unlessCancelled
  ) async throws(EngineError) -> MemoSnapshot {
    guard let memo = try await opened(id) else { throw .memoNotFound(id) }
    let history = history(of: memo)
    // Looked up before anything is saved: a save may replace the revision by an equal one.
    let lookup = await longReadingQueue.run {
      Result { () throws(EngineError) in try history.memo(at: revision).contents }
    }
    let past = try lookup.get()
    return try await bringBack(id, by: origin, commit) { memo throws(EngineError) in
      guard let memo else { throw .memoNotFound(id) }
      return memo
    } read: { store throws(StoreError) in
      guard let now = try store.history(id, before: nil, limit: 1).entries.first?.revision else { return .gone }
      return .found(past, base: now, nil)
    }
  }

  /// The result of asking the store.
  private enum Found: Sendable {
    /// The memo is gone.
    case gone
    /// Nothing that may be brought back, given this stored revision.
    case refused(EngineError, base: Int)
    /// The contents, given this stored revision, and the step that leads to them; nil for an edit.
    case found(MemoContents, base: Int, HistoryStep?)

    init(_ move: StoredMove?, orElse nothing: EngineError) throws(StoreError) {
      guard let move else {
        self = .gone
        return
      }
      guard let target = move.target else {
        self = .refused(nothing, base: move.base)
        return
      }
      self = .found(try MemoContents(target), base: move.base, .move(to: target.revision, move.links))
    }
  }

  /// The number of times that another process may change the memo meanwhile before this is given up.
  private static let mostAttempts = 16

  private func bringBack(
    _ id: MemoID, by origin: ChangeOrigin?, _ commit: Commit,
    check: (OpenMemo?) throws(EngineError) -> OpenMemo,
    read: @escaping @Sendable (any MemoStore) throws(StoreError) -> Found
  ) async throws(EngineError) -> MemoSnapshot {
    let deadline = Self.endOfPatience
    for _ in 0..<Self.mostAttempts {
      _ = try check(try await opened(id))
      _ = try await flush(only: [id], until: deadline)
      if Task.isCancelled { throw .cancelled }
      let memo = try check(try await opened(id))
      let now = memo.contents
      let (found, past) = try await reading(on: longReadingQueue) { store throws(StoreError) in
        let found = try read(store)
        guard case .found(let contents, _, _) = found else { return (found, PastContents?.none) }
        return (found, PastContents(contents, after: now))
      }
      note(.bringingBack)
      switch (found, past) {
      case (.refused(let error, let base), _) where stands(memo, as: now, at: base): throw error
      case (.found(_, let base, let step), let past?) where stands(memo, as: now, at: base):
        if past.isSame, !memo.metadata.isTrashed { return memo.snapshot }
        try checkSize(past.contents.text.summary.utf8)
        let metadata = past.metadata(after: memo.metadata, now: time.date())
        let change = Self.change(metadata, past.edits, step)
        let record = Self.record(
          of: memo, change, by: Self.author(step, origin), version: memo.metadata.version + 1)
        try Self.commit(commit)
        let staged = try await stage(record, bytes: past.bytes)
        guard stands(memo, as: now, at: base) else { break }
        try self.change(memo, by: origin, change, step: step, staged: staged) {
          $0.become(metadata, past.edits, text: past.text)
        }
        return memo.snapshot
      case (.gone, _), (.refused, _), (.found, _): break
      }
      await pullExternalChanges()
    }
    throw .storeUnavailable(StoreError(.locked, "other programs keep changing memo \(id); try again"))
  }

  /// Whether a memo is what it was, and saved as this revision. Another process's save may have been taken in
  /// meanwhile, which makes a version of its own.
  private func stands(_ memo: OpenMemo, as before: MemoContents, at revision: Int) -> Bool {
    openMemos[memo.metadata.id] === memo && memo.metadata.version == before.metadata.version && memo.isSaved
      && memo.storedRevision == revision
  }

  private static func change(
    _ metadata: MemoMetadata, _ edits: [JournalRecord.TextEdit], _ step: HistoryStep?
  ) -> JournalRecord.Change {
    let state = JournalRecord.State(metadata)
    guard case .move(let revision, let links)? = step else { return .stated(state, edits) }
    return .moved(state, edits, to: revision, links)
  }
}

/// The contents that a memo is to return to, worked out off the executor.
private struct PastContents: Sendable {
  let contents: MemoContents
  let edits: [JournalRecord.TextEdit]
  /// The text, which shares storage with the present one where it is the same.
  let text: Rope
  /// Whether text and properties do not change.
  let isSame: Bool

  init(_ contents: MemoContents, after now: MemoContents) {
    self.contents = contents
    edits = now.text.edits(to: contents.text)
    var text = now.text
    for edit in edits { text.replaceSubrange(edit.range, with: edit.text) }
    self.text = text
    isSame = edits.isEmpty && contents.metadata.properties.json == now.metadata.properties.json
  }

  /// The size of its record in bytes, roughly.
  var bytes: Int { edits.reduce(0) { $0 + 24 + $1.text.utf8.count } }

  func metadata(after metadata: MemoMetadata, now: Timestamp) -> MemoMetadata {
    var metadata = metadata
    metadata.trashedAt = nil
    metadata.properties = contents.metadata.properties
    if !isSame { metadata.modifiedAt = now }
    return metadata
  }
}
