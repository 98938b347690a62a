public import JSON
public import MemoModel
public import MemoText

extension MemoEngine {
  /// Creates a memo from a string.
  ///
  /// - Throws: as creating it from a rope does.
  public func createMemo(
    id: MemoID?, text: String, properties: JSONObject, by origin: ChangeOrigin? = nil
  ) throws(EngineError) -> MemoSnapshot {
    try createMemo(id: id, text: Rope(text), properties: properties, by: origin)
  }

  /// Creates a memo.
  ///
  /// - Parameters:
  ///   - id: the client's own identifier; nil makes a new one.
  ///   - properties: members with null are left out, as a merge into nothing would.
  ///   - origin: who makes the change; the others are told. The same holds for all calls that change something.
  /// - Throws: `invalidProperty`, `memoTooLarge`, `memoExists`, or `storeUnavailable` if the store can't even be read:
  ///   nothing is accepted that could never be saved.
  public func createMemo(
    id: MemoID?, text: Rope, properties: JSONObject, by origin: ChangeOrigin? = nil
  ) throws(EngineError) -> MemoSnapshot {
    let now = time.date()
    let draft = MemoDraft(id: id ?? .unique(at: now), text: text, properties: properties, createdAt: now)
    let memo = try make(draft, isUnique: id == nil, by: origin)
    if !properties.isEmpty { tell(.propertiesSet(memo.metadata.id, patch: properties, all: memo.metadata.properties)) }
    return memo.snapshot
  }

  /// Creates a memo from a draft.
  ///
  /// - Parameter isUnique: whether its identifier is random, so that no other memo can have it.
  func make(_ draft: MemoDraft, isUnique: Bool = false, by origin: ChangeOrigin?) throws(EngineError) -> OpenMemo {
    let metadata = try draft.metadata(limit: configuration.maximumMemoBytes)
    let change = JournalRecord.Change.created(JournalRecord.State(metadata), text: draft.text.whole)
    return try make(draft, metadata, change, isUnique: isUnique, by: origin)
  }

  /// Creates a memo from a checked draft.
  ///
  /// - Parameters:
  ///   - change: the change as a record.
  ///   - staged: the same, if it is staged in the journal.
  func make(
    _ draft: MemoDraft, _ metadata: MemoMetadata, _ change: JournalRecord.Change, isUnique: Bool,
    staged: (any StagedRecord)? = nil, by origin: ChangeOrigin?
  ) throws(EngineError) -> OpenMemo {
    let id = draft.id
    let stored = isUnique ? try checkReadable() : try checkFree(id)
    let memo = OpenMemo(
      generation: nextGeneration(), contents: MemoContents(metadata: metadata, text: draft.text), savedVersion: nil,
      stored: stored, step: .first)
    // An earlier memo with this identifier may have been destroyed without being saved: the journal must keep that
    // change, too.
    let previous = openMemos[id]
    memo.firstUnsavedSequence = previous?.firstUnsavedSequence ?? 0
    keep(memo)
    do throws(EngineError) {
      try self.change(memo, by: origin, change, staged: staged) { _ in }
    } catch {
      drop(memo)
      openMemos[id] = previous
      throw error
    }
    noteCaughtUp(id, origin)
    return memo
  }

  /// Checks that an identifier is free; returns the stored state of a destroyed memo that had it.
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

  /// Checks that the store was ever read; returns nil, as for a free identifier.
  private func checkReadable() throws(EngineError) -> MemoContents? {
    if !isPrepared, let readFailure { throw readFailure }
    return try read { _ in nil }
  }

  /// Changes a live memo's text, its properties, or both: all of it, or nothing if it throws.
  ///
  /// - Parameters:
  ///   - baseVersion: the version that the changes start from; nil skips that check.
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
    let limit = configuration.maximumMemoBytes
    let plan = try EditPlan(changes, on: memo.text, encoding, limit: limit)
    let update = try MemoUpdate(plan, patch, of: memo.metadata, limit: limit, now: time.date())
    return try carryOut(update, on: memo, baseVersion: baseVersion, by: origin)
  }

  /// Makes a change that was worked out.
  ///
  /// - Parameter staged: the same change, if it is staged in the journal.
  @inline(__always)
  func carryOut(
    _ update: MemoUpdate, on memo: OpenMemo, baseVersion: Int?, staged: (any StagedRecord)? = nil,
    by origin: ChangeOrigin?
  ) throws(EngineError) -> MemoSnapshot {
    let id = memo.metadata.id
    try change(memo, by: origin, update.record, step: update.isChange ? nil : memo.step, staged: staged) { memo in
      update.plan.carryOut(on: &memo.text)
      if update.plan.isChange { memo.textVersion = memo.metadata.version + 1 }
      memo.metadata = update.metadata
    }
    if baseVersion == nil { passOutrun(id, by: origin) }
    counters.editsReceived += 1
    if let patch = update.patch { tell(.propertiesSet(id, patch: patch, all: memo.metadata.properties)) }
    return memo.snapshot
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

  /// Takes a memo out of the trash; a live one stays as it is.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func restoreMemo(_ id: MemoID, by origin: ChangeOrigin? = nil) throws(EngineError) -> MemoSnapshot {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    if memo.metadata.isTrashed { try setTrashed(memo, nil, by: origin) }
    return memo.snapshot
  }

  /// A live memo, at the version that a change starts from.
  func live(_ id: MemoID, baseVersion: Int?, by origin: ChangeOrigin?) throws(EngineError) -> OpenMemo {
    try live(try open(id), id, baseVersion: baseVersion, by: origin)
  }

  /// The same for a memo that was looked up; nil if there is none.
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
    try Self.checkSize(bytes, limit: configuration.maximumMemoBytes)
  }

  static func checkSize(_ bytes: Int, limit: Int) throws(EngineError) {
    guard bytes <= limit else { throw .memoTooLarge(limit: limit, bytes: bytes) }
  }
}

extension JSONObject {
  /// The properties with a JSON Merge Patch applied.
  func changed(by patch: JSONObject) throws(EngineError) -> JSONObject {
    let merged = merging(patch)
    do throws(JSONTypeError) {
      try KnownProperties.check(merged, changedBy: patch)
    } catch {
      throw .invalidProperty(error)
    }
    return merged
  }
}

extension MemoDraft {
  /// The memo's metadata before its first change.
  ///
  /// - Throws: `invalidProperty` or `memoTooLarge`.
  func metadata(limit: Int) throws(EngineError) -> MemoMetadata {
    let properties = try JSONObject().changed(by: properties)
    try MemoEngine.checkSize(text.summary.utf8, limit: limit)
    try MemoEngine.checkSize(properties.json.count, limit: limit)
    return MemoMetadata(
      id: id, version: 0, createdAt: createdAt, modifiedAt: modifiedAt, trashedAt: trashedAt, properties: properties)
  }
}
