public import JSON
public import MemoModel
public import MemoText

extension MemoEngine {
  /// Makes a memo.
  ///
  /// - Parameters:
  ///   - id: the client's own identifier; nil makes a new one.
  ///   - properties: members with null are left out, as merging them into nothing would.
  /// - Throws: `memoTooLarge`, `memoExists`, or `storeUnavailable` if the store can't even be read: nothing is taken in that
  ///   could never be saved.
  public func createMemo(id: MemoID?, text: String, properties: JSONObject) throws(EngineError) -> MemoSnapshot {
    let now = time.date()
    try checkSize(text.utf8.count)
    let id = id ?? .unique(at: now)
    let hasRow = try checkFree(id)
    let rope = Rope(text)
    let metadata = MemoMetadata(
      id: id, version: 0, createdAt: now, modifiedAt: now, trashedAt: nil,
      properties: JSONObject().merging(properties)
    )
    let memo = OpenMemo(
      generation: nextGeneration(), metadata: metadata, text: rope, savedVersion: nil, hasRow: hasRow)
    keep(memo)
    acknowledge(memo)
    return memo.snapshot
  }

  /// Checks that no memo has an identifier; true if the store still has the row of one that was destroyed.
  private func checkFree(_ id: MemoID) throws(EngineError) -> Bool {
    if let memo = openMemos[id] {
      guard memo.isDestroyed else { throw .memoExists(id) }
      return memo.hasRow
    }
    if try read({ store throws(StoreError) in try store.contains(id) }) { throw .memoExists(id) }
    return false
  }

  /// Changes a live memo's text, its properties, or both: all of it, or nothing if it throws.
  ///
  /// - Parameters:
  ///   - baseVersion: the version that the changes start from; nil leaves that unchecked.
  ///   - changes: each applies to the text that the one before it left.
  ///   - patch: a JSON Merge Patch (RFC 7396) for the properties.
  ///   - encoding: the unit of the changes' positions.
  /// - Throws: `memoNotFound`, `versionConflict`, `invalidRange`, `memoTooLarge` or `storeUnavailable`, checked in this order.
  public func updateMemo(
    _ id: MemoID, baseVersion: Int?, changes: [TextChange], properties patch: JSONObject?, encoding: PositionEncoding
  ) throws(EngineError) -> MemoSnapshot {
    let memo = try live(id, baseVersion: baseVersion)
    let textChanged = try apply(changes, to: memo, encoding)
    var propertiesChanged = false
    if let patch {
      let merged = memo.metadata.properties.merging(patch)
      propertiesChanged = merged.json != memo.metadata.properties.json
      memo.metadata.properties = merged
    }
    if textChanged { memo.textVersion = memo.metadata.version + 1 }
    if textChanged || propertiesChanged { memo.metadata.modifiedAt = time.date() }
    counters.editsReceived += 1
    acknowledge(memo)
    return memo.snapshot
  }

  /// Applies changes, and says whether the text is really another one now.
  private func apply(
    _ changes: [TextChange], to memo: OpenMemo, _ encoding: PositionEncoding
  ) throws(EngineError) -> Bool {
    // A keystroke is one small change that fails before it touches anything: it needs no copy to go back to, and without
    // one the rope is changed in place.
    let added = changes.reduce(0) { $0 + $1.text.utf8.count }
    let mayOutgrow = memo.text.summary.utf8 + added > configuration.maximumMemoBytes
    let before = changes.count > 1 || mayOutgrow ? memo.text : nil
    var changed = false
    do throws(EngineError) {
      for (index, change) in changes.enumerated() {
        do throws(PositionError) {
          if try memo.text.apply(change, in: encoding) { changed = true }
        } catch {
          throw .invalidRange(change: index, error)
        }
      }
      try checkSize(memo.text.summary.utf8)
    } catch {
      if let before { memo.text = before }
      throw error
    }
    if changed, let before { return !before.isIdentical(to: memo.text) }
    return changed
  }

  /// Moves a live memo to the trash.
  ///
  /// - Throws: `memoNotFound`, `versionConflict` or `storeUnavailable`.
  public func trashMemo(_ id: MemoID, baseVersion: Int?) throws(EngineError) -> MemoSnapshot {
    let memo = try live(id, baseVersion: baseVersion)
    memo.metadata.trashedAt = time.date()
    acknowledge(memo)
    return memo.snapshot
  }

  /// Destroys a memo, in the trash or not.
  ///
  /// - Throws: `memoNotFound`, `versionConflict` or `storeUnavailable`.
  public func destroyMemo(_ id: MemoID, baseVersion: Int?) throws(EngineError) -> MemoSnapshot {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    try checkVersion(memo, baseVersion)
    memo.isDestroyed = true
    acknowledge(memo)
    return memo.snapshot
  }

  /// Brings a memo back from the trash; a live one stays as it is.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func restoreMemo(_ id: MemoID) throws(EngineError) -> MemoSnapshot {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    if memo.metadata.isTrashed {
      memo.metadata.trashedAt = nil
      acknowledge(memo)
    }
    return memo.snapshot
  }

  private func live(_ id: MemoID, baseVersion: Int?) throws(EngineError) -> OpenMemo {
    guard let memo = try open(id), !memo.metadata.isTrashed else { throw .memoNotFound(id) }
    try checkVersion(memo, baseVersion)
    return memo
  }

  private func checkVersion(_ memo: OpenMemo, _ baseVersion: Int?) throws(EngineError) {
    guard let baseVersion, baseVersion != memo.metadata.version else { return }
    throw .versionConflict(memo.metadata.id, baseVersion: baseVersion, version: memo.metadata.version)
  }

  private func checkSize(_ bytes: Int) throws(EngineError) {
    guard bytes <= configuration.maximumMemoBytes else {
      throw .memoTooLarge(limit: configuration.maximumMemoBytes, bytes: bytes)
    }
  }

  /// The one place where a change becomes acknowledged: it has a version of its own and will be saved. Every change of every
  /// kind comes through here, after it was applied and before its caller hears of it.
  private func acknowledge(_ memo: OpenMemo) {
    memo.metadata.version += 1
    scheduleSave(of: memo)
  }
}
