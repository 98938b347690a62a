import MemoModel
import MemoText

/// A memo as a journal's changes make it, and what it has to be merged with.
struct ReplayedMemo {
  let id: MemoID
  /// What is stored now.
  private(set) var theirs: MemoContents?
  /// What the journal's process started from; nil if that was nothing, or is no longer kept.
  var base: MemoContents?
  /// What it made of that; nil if it only destroyed it.
  var ours: MemoContents?
  var isDestroyed = false
  /// How that came to be from what the journal's process started from.
  var step = HistoryStep.edit(of: nil)
  /// How far the journal's changes are in it, and what the last one said it stood on.
  var mark = JournalMark(sequence: 0, version: 0, base: 0)

  init(id: MemoID, theirs: MemoContents?) {
    self.id = id
    self.theirs = theirs
  }

  /// Whether a change that says all of a memo anew comes after what is known of it.
  func isOutdated(by record: JournalRecord) -> Bool {
    guard let ours, !isDestroyed else { return true }
    return record.version > ours.metadata.version || record.base != mark.base
  }

  /// Becomes something else. What brings back neither another text nor other properties is no edit, and ends no
  /// redoing.
  mutating func edit(to contents: MemoContents) {
    if case .move = step, let ours, !contents.saysTheSame(as: ours) { step = step.edited }
    ours = contents
  }

  /// Learns that something else is stored by now.
  mutating func take(_ stored: StoredMemo?) throws(StoreError) {
    theirs = try stored.map(MemoContents.init)
  }

  /// What the store must be told.
  struct Outcome {
    let id: MemoID
    var changes: [StoreChange] = []
    var hasCopy = false
  }

  /// What has to be written now.
  func outcome(_ now: Timestamp) -> Outcome {
    var outcome = Outcome(id: id)
    let isUntouched = theirs?.revision == base?.revision
    guard let ours, !isDestroyed else {
      // What was edited since it was destroyed here stays.
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
          copy.row, text: copy.text.update(of: Rope()), references: TextReferences(copy.text).atSave)
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
    StoreChange(
      id, base: theirs?.revision,
      .put(
        contents.row, text: contents.text.update(of: theirs?.text ?? Rope()),
        references: TextReferences(contents.text).atSave),
      step: step, mark: mark)
  }
}
