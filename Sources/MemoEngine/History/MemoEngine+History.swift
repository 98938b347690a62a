public import MemoModel
import MemoText

extension MemoEngine {
  /// Brings back what a live memo was before the last save that changed it, or before what is not saved yet; or,
  /// redoing, what was undone last. What is not saved is saved first, so that nothing is undone that can't be redone.
  ///
  /// Others may change the memo while the store is read: whoever shares the executor keeps changes of its own back.
  ///
  /// - Throws: `memoNotFound`, `versionConflict`, `nothingToUndo`, `nothingToRedo`, `memoTooLarge` or
  ///   `storeUnavailable`.
  public func move(
    _ id: MemoID, _ direction: HistoryDirection, baseVersion: Int?, by origin: ChangeOrigin? = nil
  ) async throws(EngineError) -> MemoSnapshot {
    try await bringBack(id, by: origin) { [self] memo throws(EngineError) in
      try live(memo, id, baseVersion: baseVersion, by: origin)
    } read: { store throws(StoreError) in
      try Found(try store.move(id, direction), orElse: direction == .undo ? .nothingToUndo(id) : .nothingToRedo(id))
    }
  }

  /// Takes back the last step of a live memo, as ``move(_:_:baseVersion:by:)`` does, if an agent made it, whichever and
  /// wherever.
  ///
  /// - Parameter admits: whether the memo may become what it was before. It is asked where nobody waits for it.
  /// - Throws: `memoNotFound`, `undoRefused`, `memoTooLarge` or `storeUnavailable`.
  public func undoAgentsStep(
    _ id: MemoID, by origin: ChangeOrigin? = nil, admits: @escaping @Sendable (MemoSnapshot) -> Bool
  ) async throws(EngineError) -> MemoSnapshot {
    try await bringBack(id, by: origin) { [self] memo throws(EngineError) in
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

  /// Makes a memo what it was at a revision, live if it was in the trash; one that is like that already stays as it is.
  /// What is not saved is saved first, so that this can be undone.
  ///
  /// - Throws: `memoNotFound`, `revisionNotFound`, `memoTooLarge` or `storeUnavailable`.
  public func restoreMemo(
    _ id: MemoID, revision: Int, by origin: ChangeOrigin? = nil
  ) async throws(EngineError) -> MemoSnapshot {
    guard let memo = try await opened(id) else { throw .memoNotFound(id) }
    let history = history(of: memo)
    // Looked up before anything is saved: a save may put a state that says the same in its place.
    let lookup = await longReadingQueue.run {
      Result { () throws(EngineError) in try history.memo(at: revision).contents }
    }
    let past = try lookup.get()
    return try await bringBack(id, by: origin) { memo throws(EngineError) in
      guard let memo else { throw .memoNotFound(id) }
      return memo
    } read: { store throws(StoreError) in
      guard let now = try store.history(id, before: nil, limit: 1).entries.first?.revision else { return .gone }
      return .found(past, base: now, nil)
    }
  }

  /// What the store has to bring back.
  private enum Found: Sendable {
    /// Not even the memo.
    case gone
    /// Nothing that may be brought back; it was asked when this revision was stored.
    case refused(EngineError, base: Int)
    /// Contents, when this revision was stored, and the step that leads to them; nil for an edit.
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

  /// How many times another process may change the memo meanwhile before this is given up.
  private static let mostAttempts = 16

  private func bringBack(
    _ id: MemoID, by origin: ChangeOrigin?, check: (OpenMemo?) throws(EngineError) -> OpenMemo,
    read: @escaping @Sendable (any MemoStore) throws(StoreError) -> Found
  ) async throws(EngineError) -> MemoSnapshot {
    for _ in 0..<Self.mostAttempts {
      _ = try check(try await opened(id))
      _ = try await flush(id)
      let memo = try check(try await opened(id))
      let now = memo.contents
      let (found, past) = try await reading(on: longReadingQueue) { store throws(StoreError) in
        let found = try read(store)
        guard case .found(let contents, _, _) = found else { return (found, PastContents?.none) }
        return (found, PastContents(contents, after: now))
      }
      note(.bringingBack)
      switch (found, past) {
      case (.refused(let error, let base), _) where stands(memo, at: base): throw error
      case (.found(_, let base, let step), let past?) where stands(memo, at: base):
        if past.isSame, !memo.metadata.isTrashed { return memo.snapshot }
        try checkSize(past.contents.text.summary.utf8)
        let metadata = past.metadata(after: memo.metadata, now: time.date())
        let change = Self.change(metadata, past.edits, step)
        let record = Self.record(
          of: memo, change, by: Self.author(step, origin), version: memo.metadata.version + 1)
        let staged = try await stage(record, bytes: past.bytes)
        guard stands(memo, at: base) else { break }
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

  /// Whether a memo is what is stored, and that is this revision.
  private func stands(_ memo: OpenMemo, at revision: Int) -> Bool {
    openMemos[memo.metadata.id] === memo && memo.isSaved && memo.storedRevision == revision
  }

  private static func change(
    _ metadata: MemoMetadata, _ edits: [JournalRecord.TextEdit], _ step: HistoryStep?
  ) -> JournalRecord.Change {
    let state = JournalRecord.State(metadata)
    guard case .move(let revision, let links)? = step else { return .stated(state, edits) }
    return .moved(state, edits, to: revision, links)
  }
}

/// What a memo is to become once more, worked out beside the executor.
private struct PastContents: Sendable {
  let contents: MemoContents
  let edits: [JournalRecord.TextEdit]
  /// The text, of the same pieces as the text before where it is the same.
  let text: Rope
  /// Whether text and properties are what they were.
  let isSame: Bool

  init(_ contents: MemoContents, after now: MemoContents) {
    self.contents = contents
    edits = now.text.edits(to: contents.text)
    var text = now.text
    for edit in edits { text.replaceSubrange(edit.range, with: edit.text) }
    self.text = text
    isSame = edits.isEmpty && contents.metadata.properties.json == now.metadata.properties.json
  }

  /// About how many bytes it takes to record it.
  var bytes: Int { edits.reduce(0) { $0 + 24 + $1.text.utf8.count } }

  func metadata(after metadata: MemoMetadata, now: Timestamp) -> MemoMetadata {
    var metadata = metadata
    metadata.trashedAt = nil
    metadata.properties = contents.metadata.properties
    if !isSame { metadata.modifiedAt = now }
    return metadata
  }
}
