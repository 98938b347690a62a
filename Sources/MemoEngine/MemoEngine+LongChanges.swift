public import JSON
public import MemoModel
public import MemoText

/// Changes of many megabytes, or by the hundred thousand: they are worked out and staged off the executor, and made in
/// one step. Others may change the memo meanwhile: a caller on the same executor holds its own changes back.
extension MemoEngine {
  /// The size, in bytes, above which a change is staged off the executor.
  static let longChange = 1 << 20

  /// Creates a memo as ``createMemo(id:text:properties:by:)-(_,Rope,_,_)`` does.
  ///
  /// - Parameters:
  ///   - commit: called right before the memo is made; from then on it can't be cancelled.
  ///   - text: makes the text, off the executor.
  public func createLongMemo(
    id: MemoID?, properties: JSONObject, by origin: ChangeOrigin? = nil, commit: Commit = MemoEngine.unlessCancelled,
    text: @escaping @Sendable () -> Rope
  ) async throws(EngineError) -> MemoSnapshot {
    let (now, limit) = (time.date(), configuration.maximumMemoBytes)
    let id = (id ?? .unique(at: now), isUnique: id == nil)
    let drafted = await changeQueue.run {
      Result { () throws(EngineError) in
        let draft = MemoDraft(id: id.0, text: text(), properties: properties, createdAt: now)
        let metadata = try draft.metadata(limit: limit)
        let state = JournalRecord.State(metadata)
        let bytes = draft.text.summary.utf8 + state.properties.count
        return (draft, metadata, JournalRecord.Change.created(state, text: draft.text.whole), bytes)
      }
    }
    note(.changing)
    let (draft, metadata, change, bytes) = try drafted.get()
    try Self.commit(commit)
    let base = openMemos[id.0]?.storedRevision ?? 0
    let staged = try await stage(
      JournalRecord(id: id.0, version: 1, base: base, by: Self.author(nil, origin).agent, change: change), bytes: bytes)
    let memo = try make(draft, metadata, change, isUnique: id.isUnique, staged: staged, by: origin)
    if !properties.isEmpty { tell(.propertiesSet(memo.metadata.id, patch: properties, all: memo.metadata.properties)) }
    return memo.snapshot
  }

  /// The number of times that others may change the memo meanwhile before the change is made on the executor.
  private static let mostAttempts = 8

  /// Changes a memo as ``updateMemo(_:baseVersion:changes:properties:encoding:by:)`` does.
  ///
  /// - Parameter commit: called right before the memo is changed; from then on that can't be cancelled.
  public func updateLongMemo(
    _ id: MemoID, baseVersion: Int?, changes: [TextChange], properties patch: JSONObject?, encoding: PositionEncoding,
    by origin: ChangeOrigin? = nil, commit: Commit = MemoEngine.unlessCancelled
  ) async throws(EngineError) -> MemoSnapshot {
    let limit = configuration.maximumMemoBytes
    for _ in 0..<Self.mostAttempts {
      let memo = try live(try await opened(id), id, baseVersion: baseVersion, by: origin)
      let (metadata, text, now) = (memo.metadata, memo.text, time.date())
      let worked = await changeQueue.run {
        Result { () throws(EngineError) in
          let plan = try EditPlan(changes, on: text, encoding, limit: limit, isTriedOut: true)
          return try MemoUpdate(plan, patch, of: metadata, limit: limit, now: now)
        }
      }
      note(.changing)
      let update = try worked.get()
      guard isStill(memo, at: metadata.version) else { continue }
      try Self.commit(commit)
      let step = update.isChange ? nil : memo.step
      let staged = try await stage(
        Self.record(of: memo, update.record, by: Self.author(step, origin), version: metadata.version + 1),
        bytes: update.bytes)
      guard isStill(memo, at: metadata.version) else { continue }
      return try carryOut(update, on: memo, baseVersion: baseVersion, staged: staged, by: origin)
    }
    return try updateMemo(
      id, baseVersion: baseVersion, changes: changes, properties: patch, encoding: encoding, by: origin)
  }

  /// Whether a memo is still the one in memory, and unchanged.
  func isStill(_ memo: OpenMemo, at version: Int) -> Bool {
    openMemos[memo.metadata.id] === memo && memo.metadata.version == version
  }

  /// Stages a change in the journal, off the executor; nil if there is no journal, or the change is short.
  ///
  /// - Parameter bytes: the size of the record, roughly.
  func stage(_ record: JournalRecord, bytes: Int) async throws(EngineError) -> (any StagedRecord)? {
    guard let journal, bytes > Self.longChange else { return nil }
    let staged = await changeQueue.run { Result { () throws(StoreError) in try journal.stage(record) } }
    note(.changing)
    return try asking { () throws(StoreError) in try staged.get() }
  }
}

/// The effect of an update on a memo.
struct MemoUpdate: Sendable {
  let plan: EditPlan
  let metadata: MemoMetadata
  let patch: JSONObject?
  let record: JournalRecord.Change
  /// The size of its record in bytes, roughly.
  var bytes: Int {
    var bytes = plan.edits.reduce(0) { $0 + 24 + $1.text.utf8.count }
    if case .stated(let state, _) = record { bytes += state.properties.count }
    return bytes
  }
  /// Whether the memo's contents differ afterwards.
  let isChange: Bool

  /// - Throws: `invalidProperty` or `memoTooLarge`.
  @inline(__always)
  init(
    _ plan: EditPlan, _ patch: JSONObject?, of memo: MemoMetadata, limit: Int, now: @autoclosure () -> Timestamp
  ) throws(EngineError) {
    var metadata = memo
    var propertiesChanged = false
    var json: [UInt8] = []
    if let patch {
      metadata.properties = try metadata.properties.changed(by: patch)
      json = metadata.properties.json
      try MemoEngine.checkSize(json.count, limit: limit)
      propertiesChanged = json != memo.properties.json
    }
    isChange = plan.isChange || propertiesChanged
    if isChange { metadata.modifiedAt = now() }
    record =
      patch == nil
      ? .edited(modifiedAt: metadata.modifiedAt, plan.edits)
      : .stated(JournalRecord.State(metadata, properties: json), plan.edits)
    (self.plan, self.metadata, self.patch) = (plan, metadata, patch)
  }
}
