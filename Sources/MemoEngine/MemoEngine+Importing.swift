public import JSON
public import MemoModel
public import MemoText

/// A memo to be created.
public struct MemoDraft: Sendable {
  /// The identifier.
  public let id: MemoID
  /// The text, built where the draft is made, so that nobody waits for it later.
  public let text: Rope
  /// The client's own members; those with null are left out.
  public let properties: JSONObject
  /// The time when it was created.
  public let createdAt: Timestamp
  /// The time when its text or properties last changed.
  public let modifiedAt: Timestamp
  /// The time when it went to the trash; nil while it lives.
  public let trashedAt: Timestamp?

  /// Creates a draft; without a time of change it was last changed when it was created.
  public init(
    id: MemoID, text: Rope, properties: JSONObject, createdAt: Timestamp, modifiedAt: Timestamp? = nil,
    trashedAt: Timestamp? = nil
  ) {
    self.id = id
    self.text = text
    self.properties = properties
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt ?? createdAt
    self.trashedAt = trashedAt
  }
}

/// Imports memos by the thousands: created in batches so small that no edit waits long, and saved and dropped from
/// memory in between.
extension MemoEngine {
  /// The result of importing drafts.
  public struct ImportResult: Sendable {
    /// For each draft, up to the failure: whether a memo was created; false where the identifier is taken.
    public internal(set) var made: [Bool] = []
    /// The reason why the rest was not tried: `memoTooLarge` or `storeUnavailable`.
    public internal(set) var failure: EngineError?
  }

  /// Creates memos from drafts. Every edit waits meanwhile: pass only a few at a time.
  public func take(_ drafts: [MemoDraft], by origin: ChangeOrigin? = nil) async -> ImportResult {
    var result = ImportResult()
    do throws(EngineError) {
      try await lookUp(drafts.map(\.id))
    } catch {
      result.failure = error
      return result
    }
    defer { for draft in drafts { fetched[draft.id] = nil } }
    for draft in drafts {
      do throws(EngineError) {
        // The first to leave memory, unless it is used.
        try make(draft, by: origin).lastUsed = 0
        result.made.append(true)
      } catch .memoExists {
        result.made.append(false)
      } catch {
        result.failure = error
        return result
      }
    }
    return result
  }

  /// Finds out which identifiers the store has.
  private func lookUp(_ ids: [MemoID]) async throws(EngineError) {
    try await recovered()
    try await prepareToRead()
    let stored = try await reading(about: Set(ids)) { () throws(EngineError) in
      try await self.reading { store throws(StoreError) in
        var stored: Set<MemoID> = []
        for id in ids where try store.contains(id) { stored.insert(id) }
        return stored
      }
    }
    for id in ids { fetched[id] = stored.contains(id) ? .failed(.memoExists(id)) : .absent }
  }

  /// The result of taking in a changed file.
  public enum FileChange: Sendable {
    /// The memo has the changes; if both changed the same lines differently, the file's text is a memo of its own.
    case merged(conflict: MemoID?)
    /// The memo stays as it is, since both changed the same lines differently; the file's text is this memo.
    case kept(MemoID)
    /// The memo had the changes already.
    case unchanged
    /// The memo is in the trash, and stays as it is.
    case trashed
    /// The memo no longer exists.
    case gone
  }

  /// Merges the changes from one text to another into a memo, line by line. The caller is told of the change like all
  /// others.
  ///
  /// - Parameters:
  ///   - theirs: the present text.
  ///   - base: the text when the memo was created from it, or last updated.
  ///   - properties: the memo's new properties, given its present ones.
  /// - Throws: `memoTooLarge`, `invalidProperty` or `storeUnavailable`.
  public func merge(
    _ theirs: Rope, from base: Rope, into id: MemoID, by origin: ChangeOrigin? = nil,
    properties: @Sendable (JSONObject) -> JSONObject
  ) async throws(EngineError) -> FileChange {
    guard let memo = try await opened(id) else { return .gone }
    if memo.metadata.isTrashed { return .trashed }
    let merge = TextMerge(base: base, ours: memo.text, theirs: theirs)
    try checkSize(merge.text.summary.utf8)
    var metadata = memo.metadata
    metadata.properties = properties(memo.metadata.properties)
    try checkSize(metadata.properties.json.count)
    // The copy first, since its text would otherwise be lost.
    let copy = merge.hasConflict ? try copy(theirs, of: memo, by: origin).metadata.id : nil
    let edits = memo.text.edits(to: merge.text)
    if edits.isEmpty, metadata.properties.json == memo.metadata.properties.json {
      return copy.map(FileChange.kept) ?? .unchanged
    }
    metadata.modifiedAt = time.date()
    try change(memo, by: .outside, .stated(JournalRecord.State(metadata), edits)) {
      $0.become(metadata, edits)
    }
    return .merged(conflict: copy)
  }

  /// Creates a memo from a text that could not be merged.
  private func copy(_ text: Rope, of memo: OpenMemo, by origin: ChangeOrigin?) throws(EngineError) -> OpenMemo {
    var properties = memo.metadata.properties
    properties["conflictOf"] = .string(memo.metadata.id.description)
    let now = time.date()
    let draft = MemoDraft(id: .unique(at: now), text: text, properties: properties, createdAt: now)
    return try make(draft, isUnique: true, by: origin)
  }

  /// The records of imports and exports.
  public nonisolated var exchangeRecords: any ExchangeStore { store }

  /// Saves imported memos, and drops those from memory that nobody has used.
  ///
  /// - Parameter deadline: until when other programs that keep the store locked are waited for.
  /// - Throws: `storeUnavailable`; then they are saved later.
  public func settle(
    _ ids: Set<MemoID>, until deadline: ContinuousClock.Instant = endOfPatience
  ) async throws(EngineError) {
    _ = try await flush(only: ids, until: deadline)
    letGoOfUnused(ids)
  }

  /// Records where imported memos came from.
  ///
  /// - Parameter deadline: until when other programs that keep the store locked are waited for.
  /// - Throws: `storeUnavailable`.
  public func note(
    _ records: [ImportRecord], until deadline: ContinuousClock.Instant
  ) async throws(EngineError) {
    let manner = WritingManner(queue: awaitedWritingQueue, deadline: deadline)
    let noted = await manner.write(to: store) { store throws(StoreError) in try store.note(records) }
    try asking { () throws(StoreError) in try noted.get() }
  }
}
