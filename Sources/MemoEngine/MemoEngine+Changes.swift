public import JSON
public import MemoModel
public import MemoText

extension MemoEngine {
  /// Makes a memo of a string.
  ///
  /// - Throws: as making it of a rope does.
  public func createMemo(
    id: MemoID?, text: String, properties: JSONObject, by origin: ChangeOrigin? = nil
  ) throws(EngineError) -> MemoSnapshot {
    try createMemo(id: id, text: Rope(text), properties: properties, by: origin)
  }

  /// Makes a memo.
  ///
  /// - Parameters:
  ///   - id: the client's own identifier; nil makes a new one.
  ///   - properties: members with null are left out, as merging them into nothing would.
  ///   - origin: who makes it, here and in all calls that change something: the others are told.
  /// - Throws: `invalidProperty`, `memoTooLarge`, `memoExists`, or `storeUnavailable` if the store can't even be read:
  ///   nothing is taken in that could never be saved.
  public func createMemo(
    id: MemoID?, text: Rope, properties: JSONObject, by origin: ChangeOrigin? = nil
  ) throws(EngineError) -> MemoSnapshot {
    let now = time.date()
    let draft = MemoDraft(id: id ?? .unique(at: now), text: text, properties: properties, createdAt: now)
    let memo = try make(draft, isUnique: id == nil, by: origin)
    if !properties.isEmpty { tell(.propertiesSet(memo.metadata.id, patch: properties, all: memo.metadata.properties)) }
    return memo.snapshot
  }

  /// Makes a memo.
  ///
  /// - Parameter isUnique: whether its identifier was made by chance, so that none can have it.
  func make(_ draft: MemoDraft, isUnique: Bool = false, by origin: ChangeOrigin?) throws(EngineError) -> OpenMemo {
    let id = draft.id
    let properties = try JSONObject().changed(by: draft.properties)
    try checkSize(draft.text.summary.utf8)
    try checkSize(properties.json.count)
    let stored = isUnique ? try checkReadable() : try checkFree(id)
    let metadata = MemoMetadata(
      id: id, version: 0, createdAt: draft.createdAt, modifiedAt: draft.modifiedAt, trashedAt: draft.trashedAt,
      properties: properties)
    let memo = OpenMemo(
      generation: nextGeneration(), contents: MemoContents(metadata: metadata, text: draft.text), savedVersion: nil,
      stored: stored, step: .first)
    // The end of an earlier memo of this identifier may not be saved: the journal must keep that change, too.
    let previous = openMemos[id]
    memo.firstUnsavedSequence = previous?.firstUnsavedSequence ?? 0
    keep(memo)
    do throws(EngineError) {
      try change(memo, by: origin, .created(JournalRecord.State(metadata), text: draft.text.whole)) { _ in }
    } catch {
      openMemos[id] = previous
      throw error
    }
    noteCaughtUp(id, origin)
    return memo
  }

  /// Checks that no memo has an identifier; gives what the store still has of one that was destroyed.
  private func checkFree(_ id: MemoID) throws(EngineError) -> MemoContents? {
    if let memo = openMemos[id] {
      guard memo.isDestroyed else { throw .memoExists(id) }
      return memo.stored
    }
    switch fetched[id] {
    case .absent?: return nil
    case .failed(let error)?: throw error
    case nil: break
    }
    if try read({ store throws(StoreError) in try store.contains(id) }) { throw .memoExists(id) }
    return nil
  }

  /// Checks that the store was ever read; gives nothing, as of an identifier that is free.
  private func checkReadable() throws(EngineError) -> MemoContents? {
    if knownChangeSequence == nil, let readFailure { throw readFailure }
    return try read { _ in nil }
  }

  /// Changes a live memo's text, its properties, or both: all of it, or nothing if it throws.
  ///
  /// - Parameters:
  ///   - baseVersion: the version that the changes start from; nil leaves that unchecked.
  ///   - changes: each applies to the text that the one before it left.
  ///   - patch: a JSON Merge Patch (RFC 7396) for the properties.
  ///   - encoding: the unit of the changes' positions.
  /// - Throws: `memoNotFound`, `versionConflict`, `invalidRange`, `memoTooLarge`, `invalidProperty` or
  ///   `storeUnavailable`, checked in this order.
  public func updateMemo(
    _ id: MemoID, baseVersion: Int?, changes: [TextChange], properties patch: JSONObject?, encoding: PositionEncoding,
    by origin: ChangeOrigin? = nil
  ) throws(EngineError) -> MemoSnapshot {
    let memo = try live(id, baseVersion: baseVersion, by: origin)
    let plan = try plan(changes, memo.text, encoding)
    var metadata = memo.metadata
    var propertiesChanged = false
    if let patch {
      metadata.properties = try metadata.properties.changed(by: patch)
      let json = metadata.properties.json
      try checkSize(json.count)
      propertiesChanged = json != memo.metadata.properties.json
    }
    let isChange = plan.isChange || propertiesChanged
    if isChange { metadata.modifiedAt = time.date() }
    let record: JournalRecord.Change =
      patch == nil
      ? .edited(modifiedAt: metadata.modifiedAt, plan.edits)
      : .stated(JournalRecord.State(metadata), plan.edits)
    try change(memo, by: origin, record, step: isChange ? nil : memo.step) { memo in
      plan.carryOut(on: &memo.text)
      if plan.isChange { memo.textVersion = memo.metadata.version + 1 }
      memo.metadata = metadata
    }
    if baseVersion == nil { passOutrun(id, by: origin) }
    counters.editsReceived += 1
    if let patch { tell(.propertiesSet(id, patch: patch, all: memo.metadata.properties)) }
    return memo.snapshot
  }

  /// Works out what changes do to a text, without touching it.
  private func plan(
    _ changes: [TextChange], _ text: Rope, _ encoding: PositionEncoding
  ) throws(EngineError) -> EditPlan {
    let plan: EditPlan
    do throws(EditPlan.ChangeError) {
      plan = try EditPlan(changes, on: text, encoding)
    } catch {
      throw .invalidRange(change: error.index, error.error)
    }
    try checkSize(plan.newSize)
    return plan
  }

  /// Moves a live memo to the trash.
  ///
  /// - Throws: `memoNotFound`, `versionConflict` or `storeUnavailable`.
  public func trashMemo(
    _ id: MemoID, baseVersion: Int?, by origin: ChangeOrigin? = nil
  ) throws(EngineError) -> MemoSnapshot {
    let memo = try live(id, baseVersion: baseVersion, by: origin)
    try setTrashed(memo, time.date(), by: origin)
    return memo.snapshot
  }

  private func setTrashed(_ memo: OpenMemo, _ date: Timestamp?, by origin: ChangeOrigin?) throws(EngineError) {
    var metadata = memo.metadata
    metadata.trashedAt = date
    try change(memo, by: origin, .stated(JournalRecord.State(metadata), []), step: memo.step) {
      $0.metadata = metadata
    }
  }

  /// Destroys a memo, in the trash or not.
  ///
  /// - Throws: `memoNotFound`, `versionConflict` or `storeUnavailable`.
  public func destroyMemo(
    _ id: MemoID, baseVersion: Int?, by origin: ChangeOrigin? = nil
  ) throws(EngineError) -> MemoSnapshot {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    try checkVersion(memo, baseVersion, by: origin)
    try change(memo, by: origin, .removed) { $0.isDestroyed = true }
    return memo.snapshot
  }

  /// Brings a memo back from the trash; a live one stays as it is.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func restoreMemo(_ id: MemoID, by origin: ChangeOrigin? = nil) throws(EngineError) -> MemoSnapshot {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    if memo.metadata.isTrashed { try setTrashed(memo, nil, by: origin) }
    return memo.snapshot
  }

  /// A memo that is not in the trash, at the version that a change starts from.
  func live(_ id: MemoID, baseVersion: Int?, by origin: ChangeOrigin?) throws(EngineError) -> OpenMemo {
    try live(try open(id), id, baseVersion: baseVersion, by: origin)
  }

  /// The same of a memo that was opened; nil if there is none.
  func live(
    _ memo: OpenMemo?, _ id: MemoID, baseVersion: Int?, by origin: ChangeOrigin?
  ) throws(EngineError) -> OpenMemo {
    guard let memo, !memo.metadata.isTrashed else {
      _ = isOutrun(id, baseVersion, by: origin)
      throw .memoNotFound(id)
    }
    try checkVersion(memo, baseVersion, by: origin)
    return memo
  }

  private func checkVersion(_ memo: OpenMemo, _ baseVersion: Int?, by origin: ChangeOrigin?) throws(EngineError) {
    guard let baseVersion else { return }
    let (id, version) = (memo.metadata.id, memo.metadata.version)
    guard !isOutrun(id, baseVersion, by: origin), baseVersion == version else {
      throw .versionConflict(id, baseVersion: baseVersion, version: version)
    }
    noteCaughtUp(id, origin)
  }

  /// Checks that a text, or properties as JSON, are not too long.
  func checkSize(_ bytes: Int) throws(EngineError) {
    guard bytes <= configuration.maximumMemoBytes else {
      throw .memoTooLarge(limit: configuration.maximumMemoBytes, bytes: bytes)
    }
  }
}

extension JSONObject {
  /// The properties with a JSON Merge Patch applied.
  fileprivate func changed(by patch: JSONObject) throws(EngineError) -> JSONObject {
    let merged = merging(patch)
    do throws(JSONTypeError) {
      try KnownProperties.check(merged, changedBy: patch)
    } catch {
      throw .invalidProperty(error)
    }
    return merged
  }
}
