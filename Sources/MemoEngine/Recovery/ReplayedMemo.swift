import MemoModel
import MemoText

/// A memo as a journal's changes make it, and the states that it has to be merged with.
struct ReplayedMemo {
  let id: MemoID
  /// The number of the journal's changes that were applied.
  var applied = 0
  /// The state that is stored now.
  private(set) var theirs: MemoContents?
  /// The state that the journal's process started from; nil if there was none, or it is no longer kept.
  var base: MemoContents?
  /// The state that the process made of it; nil if it only destroyed the memo.
  var ours: MemoContents?
  var isDestroyed = false
  /// The step from the process's base to that.
  private(set) var step = HistoryStep.edit(of: nil)
  /// The author of its edits.
  private var authorship = Authorship.nobody
  /// How far the journal's changes were applied, and the base that the last one names.
  var mark = JournalMark(sequence: 0, version: 0, base: 0)

  init(id: MemoID, theirs: MemoContents?) {
    self.id = id
    self.theirs = theirs
  }

  /// Whether a change that records the whole memo anew is newer than what is known.
  func isOutdated(by record: JournalRecord) -> Bool {
    guard let ours, !isDestroyed else { return true }
    return record.version > ours.metadata.version || record.base != mark.base
  }

  /// Whether a change only records the present state anew, as happens when it can't be saved for long.
  ///
  /// - Parameter contents: the state after the change; nil if there is none.
  func isRecordedAnew(by record: JournalRecord, as contents: MemoContents?) -> Bool {
    guard record.version == mark.version, record.base == mark.base, isDestroyed == (contents == nil) else {
      return false
    }
    guard let contents else { return true }
    return ours.map { contents.saysTheSame(as: $0) } ?? false
  }

  /// Starts over from the stored state or from none: an edit by whoever recorded the whole memo, if anybody.
  mutating func begin(_ step: HistoryStep, by author: Authorship = .nobody) { (self.step, authorship) = (step, author) }

  /// Applies an edit; nil stands for a person. A change of neither text nor properties is no edit: it keeps what can be
  /// redone, and has no author.
  mutating func edit(to contents: MemoContents, by agent: String?) {
    defer { ours = contents }
    let author = authorship.joined(by: agent)
    if case .move = step {} else if author == authorship { return }
    if let ours, contents.saysTheSame(as: ours) { return }
    (step, authorship) = (step.edited, author)
  }

  /// Learns that the stored state is another by now.
  mutating func take(_ stored: StoredMemo?) throws(StoreError) {
    theirs = try stored.map(MemoContents.init)
  }

  /// The result for the store.
  struct Outcome {
    let id: MemoID
    var changes: [StoreChange] = []
    var hasCopy = false
  }

  /// The changes to write now.
  func outcome(_ now: Timestamp) -> Outcome {
    var outcome = Outcome(id: id)
    let isUntouched = theirs?.revision == base?.revision
    guard let ours, !isDestroyed else {
      // An edit made elsewhere since it was destroyed here stays.
      if let theirs, let base, isUntouched || staysDestroyed(base, theirs, now) {
        outcome.changes = [StoreChange(id, base: theirs.revision, .remove, mark: mark)]
      }
      return outcome
    }
    if isUntouched {
      outcome.changes = [put(ours, step)]
      return outcome
    }
    if case .merged(let contents, let copy) = MemoMerge(
      base: base, ours: ours, isDestroyed: false, theirs: theirs, now: now)
    {
      outcome.changes = [put(contents, .edit(of: nil))]
      if let copy {
        outcome.hasCopy = true
        let kind = StoreChange.Kind.put(
          copy.row, text: copy.text.update(of: Rope()), references: TextReferences(copy.text, in: nil).atSave)
        outcome.changes.append(
          StoreChange(copy.metadata.id, base: nil, kind, mark: JournalMark(sequence: 0, version: 1, base: 0)))
      }
    }
    return outcome
  }

  private func staysDestroyed(_ base: MemoContents, _ theirs: MemoContents, _ now: Timestamp) -> Bool {
    if case .destroyed = MemoMerge(base: base, ours: base, isDestroyed: true, theirs: theirs, now: now) {
      true
    } else {
      false
    }
  }

  private func put(_ contents: MemoContents, _ step: HistoryStep) -> StoreChange {
    var contents = contents
    contents.file = theirs?.file
    return StoreChange(
      id, base: theirs?.revision,
      .put(
        contents.row, text: contents.text.update(of: theirs?.text ?? Rope()),
        references: TextReferences(contents.text, in: contents.file).atSave),
      step: step, by: authorship.agent, mark: mark)
  }
}
