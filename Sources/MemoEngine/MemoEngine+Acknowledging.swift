import MemoModel

extension MemoEngine {
  /// Makes a change of somebody who uses this engine, and tells the others.
  ///
  /// - Parameter step: how the state comes about; nil for an edit. One that is the memo's already changes nothing of
  ///   what it says.
  /// - Throws: `storeUnavailable` if the journal has no room; then nothing was changed.
  func change(
    _ memo: OpenMemo, by origin: ChangeOrigin?, _ change: JournalRecord.Change, step: HistoryStep? = nil,
    _ apply: (OpenMemo) -> Void
  ) throws(EngineError) {
    // Where nobody listens, nothing is kept of what was before.
    let before = isHeard(by: origin) ? (contents: memo.contents, presence: memo.presence) : nil
    try acknowledge(memo, change, by: step == nil ? .nobody.joined(by: origin?.agent) : .nobody, step: step, apply)
    if let before { tell(before.contents, from: before.presence, memo, by: origin) }
  }

  /// The one place where a change becomes acknowledged: it stands in the journal, then in memory, has a version of its
  /// own and will be saved. Every change of every kind comes through here before its caller hears of it; if the journal
  /// has no room, nothing was changed.
  ///
  /// - Parameters:
  ///   - author: whose edit it is; nobody's if it is none, but what undoing brings back, or what several have made.
  ///   - version: the version that the change makes; nil for the next.
  ///   - base: the stored revision that it stands on; nil for the one the memo stands on already.
  ///   - step: how its state comes about; nil for an edit.
  func acknowledge(
    _ memo: OpenMemo, _ change: JournalRecord.Change, by author: Authorship = .nobody, version: Int? = nil,
    base: Int? = nil, step: HistoryStep? = nil, _ apply: (OpenMemo) -> Void
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
      let agent = (author == .nobody ? memo.authorship : author).agent
      let record = JournalRecord(
        id: memo.metadata.id, version: version, base: base ?? memo.storedRevision, by: agent, change: change)
      do throws(StoreError) {
        if journalNeedsRestart { try recordAnew(in: journal) }
        var sequence = try journal.append(record)
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

  /// Looks whether the journal still stands where it should, and records anew what is not saved if it does not.
  func inspectJournal() async {
    guard let journal else { return }
    await writingQueue.run { journal.inspect() }
    guard journal.isLost || journalNeedsRestart else { return }
    // Where there is no room now it is tried again the next time, and before the next change.
    try? recordAnew(in: journal)
  }

  /// Records all that is not saved, in a journal that has lost what it had.
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
    }
    journalNeedsRestart = false
    tell(.journalRestarted(memos: unsavedMemos.count))
  }

  /// All that was done to a memo since it was stored, as one change.
  private static func wholeChange(of memo: OpenMemo) -> JournalRecord.Change {
    if memo.isDestroyed { return .removed }
    return change(to: memo.contents, from: memo.stored)
  }

  /// What makes a memo of what is stored of it, or of nothing.
  static func change(to contents: MemoContents, from stored: MemoContents?) -> JournalRecord.Change {
    let state = JournalRecord.State(contents.metadata)
    guard let stored else { return .created(state, text: contents.text.whole) }
    return .rebased(state, stored.text.edits(to: contents.text))
  }
}
