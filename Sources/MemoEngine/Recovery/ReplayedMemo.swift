import MemoModel
import MemoText

/// A memo as a journal's changes make it, and what it has to be merged with.
struct ReplayedMemo {
  let id: MemoID
  /// How many of the journal's changes are in it.
  var applied = 0
  /// What is stored now.
  private(set) var theirs: MemoContents?
  /// What the journal's process started from; nil if that was nothing, or is no longer kept.
  var base: MemoContents?
  /// What it made of that; nil if it only destroyed it.
  var ours: MemoContents?
  var isDestroyed = false
  /// How that came to be from what the journal's process started from.
  private(set) var step = HistoryStep.edit(of: nil)
  /// Whose the edits in it are.
  private var authorship = Authorship.nobody
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

  /// Begins anew, at what is stored or at nothing: an edit of whoever makes all of it anew, if somebody does.
  mutating func begin(_ step: HistoryStep, by author: Authorship = .nobody) { (self.step, authorship) = (step, author) }

  /// Becomes something else by an edit; nil stands for a person. What brings back neither another text nor other
  /// properties is no edit: it ends no redoing, and is nobody's.
  mutating func edit(to contents: MemoContents, by agent: String?) {
    defer { ours = contents }
    let author = authorship.joined(by: agent)
    if case .move = step {} else if author == authorship { return }
    if let ours, contents.saysTheSame(as: ours) { return }
    (step, authorship) = (step.edited, author)
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
      step: step, by: authorship.agent, mark: mark)
  }
}
