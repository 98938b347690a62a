import MemoModel

extension MemoEngine {
  /// Makes a change for a user of this engine, and tells the others.
  ///
  /// - Parameters:
  ///   - step: how the state comes about; nil for an edit. A step that the memo has taken already changes nothing of
  ///     its contents.
  ///   - staged: the same change, if it is staged in the journal.
  /// - Throws: `storeUnavailable` if the journal has no room; then nothing was changed.
  func change(
    _ memo: OpenMemo, by origin: ChangeOrigin?, _ change: JournalRecord.Change, step: HistoryStep? = nil,
    staged: (any StagedRecord)? = nil, _ apply: (OpenMemo) -> Void
  ) throws(EngineError) {
    // The earlier state is kept only if somebody listens.
    let before = isHeard(by: origin) ? (contents: memo.contents, presence: memo.presence) : nil
    try acknowledge(memo, change, by: Self.author(step, origin), step: step, staged: staged, apply)
    if let before { tell(before.contents, from: before.presence, memo, by: origin) }
  }

  /// The one place where a change is acknowledged: it is in the journal, then in memory, has a version of its own and
  /// will be saved. Every change of every kind comes through here before its caller hears of it; if the journal has no
  /// room, nothing was changed.
  ///
  /// - Parameters:
  ///   - author: the author of the edit; nobody if it is an undo or a merge of several authors.
  ///   - version: the version that the change makes; nil for the next.
  ///   - base: the stored revision that it is based on; nil for the memo's present base.
  ///   - step: how its state comes about; nil for an edit.
  ///   - staged: the same change, if it is staged in the journal.
  func acknowledge(
    _ memo: OpenMemo, _ change: JournalRecord.Change, by author: Authorship = .nobody, version: Int? = nil,
    base: Int? = nil, step: HistoryStep? = nil, staged: (any StagedRecord)? = nil, _ apply: (OpenMemo) -> Void
  ) throws(EngineError) {
    let version = version ?? memo.metadata.version + 1
    guard MemoMetadata.versions.contains(version) else {
      throw .storeUnavailable(
        StoreError(
          .corrupt,
          "memo \(memo.metadata.id) has the last version that there is, which only damage makes; copy it into a new "
            + "memo"
        ))
    }
    if let journal {
      let record = Self.record(of: memo, change, by: author, version: version, base: base)
      do throws(StoreError) {
        // First: what is refused must not stand in the lost file, which may come to light again.
        if journal.isLost || journalNeedsRestart { try recordAnew(in: journal) }
        var sequence = try append(record, staged, to: journal)
        if journal.isLost {
          try recordAnew(in: journal)
          sequence = try journal.append(record)
        }
        memo.lastSequence = sequence
      } catch {
        throw .storeUnavailable(error)
      }
      if memo.isSaved || memo.firstUnsavedSequence == 0 { memo.firstUnsavedSequence = memo.lastSequence }
    }
    apply(memo)
    memo.metadata.version = version
    memo.step = step ?? memo.step.edited
    if case .move = memo.step { memo.forgetAuthorship() }
    if author != .nobody { memo.noteEdit(by: author.agent) }
    scheduleSave(of: memo)
  }

  /// The author of a change.
  ///
  /// - Parameter step: how its state comes about; nil for an edit.
  static func author(_ step: HistoryStep?, _ origin: ChangeOrigin?) -> Authorship {
    step == nil ? .nobody.joined(by: origin?.agent) : .nobody
  }

  /// A change as a journal's record.
  static func record(
    of memo: OpenMemo, _ change: JournalRecord.Change, by author: Authorship, version: Int, base: Int? = nil
  ) -> JournalRecord {
    let agent = (author == .nobody ? memo.authorship : author).agent
    return JournalRecord(
      id: memo.metadata.id, version: version, base: base ?? memo.storedRevision, by: agent, change: change)
  }

  func append(
    _ record: JournalRecord, _ staged: (any StagedRecord)?, to journal: any MemoJournal
  ) throws(StoreError) -> Int {
    // The staged record is stale if the memo was changed or saved meanwhile.
    guard let staged, staged.record.isBeside(record) else { return try journal.append(record) }
    return try journal.append(staged)
  }

  /// Checks whether the journal is intact, and records unsaved changes anew if it is not.
  func inspectJournal() async {
    guard let journal else { return }
    await pullingQueue.run { journal.inspect() }
    guard journal.isLost || journalNeedsRestart else { return }
    // If there is no room now, the next inspection and the next change try again.
    try? recordAnew(in: journal)
  }

  /// Records everything unsaved anew, in a journal that has lost its records.
  private func recordAnew(in journal: any MemoJournal) throws(StoreError) {
    journalNeedsRestart = true
    journal.restart()
    for id in unsavedMemos {
      guard let memo = openMemos[id] else { continue }
      memo.lastSequence = try journal.append(
        JournalRecord(
          id: id, version: memo.metadata.version, base: memo.storedRevision, by: memo.authorship.agent,
          change: Self.wholeChange(of: memo)))
      memo.firstUnsavedSequence = memo.lastSequence
      lineUp(memo)
    }
    journalNeedsRestart = false
    tell(.journalRestarted(memos: unsavedMemos.count))
  }

  /// Everything done to a memo since it was stored, as one change.
  private static func wholeChange(of memo: OpenMemo) -> JournalRecord.Change {
    if memo.isDestroyed { return .removed }
    return change(to: memo.contents, from: memo.stored)
  }

  /// The change that leads from a memo's stored state, or from none, to its contents.
  static func change(to contents: MemoContents, from stored: MemoContents?) -> JournalRecord.Change {
    let state = JournalRecord.State(contents.metadata)
    guard let stored else { return .created(state, text: contents.text.whole) }
    return .rebased(state, stored.text.edits(to: contents.text))
  }
}

extension JournalRecord {
  /// Whether it is a record of the same change as another.
  fileprivate func isBeside(_ other: JournalRecord) -> Bool {
    id == other.id && version == other.version && base == other.base && by == other.by
  }
}
