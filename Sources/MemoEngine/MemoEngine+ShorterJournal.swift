import MemoModel

/// Keeps the journal short while memos can't be saved: otherwise it would keep every keystroke.
extension MemoEngine {
  /// Records unsavable changes anew, if the journal has grown long: then the keystrokes that led there can go. Call it
  /// only while no transaction is running or starts.
  func shortenJournal() async {
    guard let journal, journal.bytes > configuration.journalBytes + 2 * saving.recordedAnew else { return }
    var bytes = 0
    for (index, entry) in overlay().unsaved.enumerated() {
      await letOthersRun(after: index, .saving)
      guard let memo = openMemos[entry.key], saving.retry != nil || memo.retry != nil else { continue }
      guard let recorded = await recordAnew(memo, in: journal) else { continue }
      bytes += recorded
    }
    saving.recordedAnew = bytes
    forgetJournal()
  }

  /// Records everything done to a memo since it was stored as one change.
  ///
  /// - Returns: the size of that in bytes, roughly; nil if it could not be done now.
  private func recordAnew(_ memo: OpenMemo, in journal: any MemoJournal) async -> Int? {
    let (version, base, contents) = (memo.metadata.version, memo.storedRevision, memo.contents)
    let change: JournalRecord.Change =
      memo.isDestroyed
      ? .removed
      : await changeQueue.run { [stored = memo.stored] in Self.change(to: contents, from: stored) }
    let record = JournalRecord(
      id: memo.metadata.id, version: version, base: base, by: memo.authorship.agent, change: change)
    do throws(EngineError) {
      let staged = try await stage(record, bytes: change.bytes)
      note(.saving)
      // A change made meanwhile would come before this in the journal.
      guard isStill(memo, at: version), !memo.isSaved, !journal.isLost, !journalNeedsRestart else { return nil }
      let sequence = try asking { () throws(StoreError) in try append(record, staged, to: journal) }
      (memo.lastSequence, memo.firstUnsavedSequence) = (sequence, sequence)
      lineUp(memo)
      return change.bytes
    } catch {
      // If there is no room all stays as it is.
      return nil
    }
  }
}

extension JournalRecord.Change {
  /// Its size in a journal, in bytes, roughly.
  fileprivate var bytes: Int {
    switch self {
    case .created(let state, let text): state.properties.count + text.count
    case .edited(_, let edits): edits.reduce(0) { $0 + $1.text.utf8.count }
    case .stated(let state, let edits), .moved(let state, let edits, _, _), .rebased(let state, let edits):
      state.properties.count + edits.reduce(0) { $0 + $1.text.utf8.count }
    case .removed: 0
    }
  }
}
