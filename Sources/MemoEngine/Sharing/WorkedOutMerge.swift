import MemoModel
import MemoMarkup
import MemoText

/// The merge of a long memo that two processes changed, with its record and its report.
struct WorkedOutMerge: Sendable {
  let merge: MemoMerge
  /// The change from the stored memo to the merged one; nil if there is none.
  let change: JournalRecord.Change?
  /// The effect of the merge on the text here; nil if there is none.
  let difference: TextDifference?
  /// The change, and the copy's, staged in the journal.
  private(set) var staged: (any StagedRecord)?, stagedCopy: (any StagedRecord)?

  /// Merges a memo; the parameters are those of ``MemoMerge``.
  init(base: MemoContents?, ours: MemoContents, isDestroyed: Bool, theirs: MemoContents?, now: Timestamp) {
    let merge = MemoMerge(base: base, ours: ours, isDestroyed: isDestroyed, theirs: theirs, now: now)
    guard case .merged(var contents, let copy) = merge else {
      (self.merge, change, difference) = (merge, nil, nil)
      return
    }
    let change = MemoEngine.change(to: contents, from: theirs)
    difference = TextDifference(from: ours.text, to: contents.text)
    if let theirs, case .rebased(_, let edits) = change {
      // It shares storage with the stored text, so that little is stored anew.
      let sharing = theirs.text.replacing(edits.reversed().map { TextReplacement(range: $0.range, text: $0.text) })
      if sharing.isIdentical(to: contents.text) { contents.text = sharing }
    }
    (self.merge, self.change) = (.merged(contents, copy: copy), change)
  }

  /// The same merge after the memo was edited here; nil if it has to be worked out anew. Takes as long as there are
  /// changes, however long the texts are.
  ///
  /// - Parameter givesWay: whether lines edited next to the other's changes count as changed by both.
  func following(
    base: MemoContents?, ours: MemoContents, isDestroyed: Bool, theirs: MemoContents?, now: Timestamp, givesWay: Bool
  ) -> WorkedOutMerge? {
    guard case .merged(let before, let copyBefore) = merge, case .rebased(_, let made)? = change, !isDestroyed,
      let moved = difference?.moved(to: ours.text, givesWay: givesWay)
    else { return nil }
    let (edits, difference) = (moved.edits, moved.changes)
    let copy = copyBefore ?? (moved.isWhole ? nil : theirs.flatMap { MemoMerge.copy(of: $0, now) })
    let text = before.text.replacing(edits)
    let merge = MemoMerge(
      base: base, ours: ours, isDestroyed: false, theirs: theirs, now: now, merged: (text, copy))
    guard case .merged(let contents, _) = merge else { return nil }
    let typed = edits.reversed().map { JournalRecord.TextEdit(range: $0.range, text: $0.text) }
    // A staged copy stays as it is.
    let change = JournalRecord.Change.rebased(JournalRecord.State(contents.metadata), made + typed)
    return WorkedOutMerge(merge, change, difference, stagedCopy)
  }

  private init(
    _ merge: MemoMerge, _ change: JournalRecord.Change, _ difference: TextDifference, _ stagedCopy: (any StagedRecord)?
  ) {
    (self.merge, self.change, self.difference, self.stagedCopy) = (merge, change, difference, stagedCopy)
  }

  /// Stages the long parts of it. A lack of room is noticed again when it is to count.
  ///
  /// - Parameters:
  ///   - base: the stored revision that the memo is based on then.
  ///   - agent: the author of the changes here; nil for a person.
  mutating func stage(in journal: any MemoJournal, base: Int, by agent: String?) {
    guard case .merged(let contents, let copy) = merge, let change else { return }
    let (id, version) = (contents.metadata.id, contents.metadata.version)
    staged = Self.staged(JournalRecord(id: id, version: version, base: base, by: agent, change: change), in: journal)
    guard let copy, stagedCopy == nil else { return }
    let copied = MemoEngine.change(to: copy, from: nil)
    stagedCopy = Self.staged(JournalRecord(id: copy.metadata.id, version: 1, base: 0, change: copied), in: journal)
  }

  private static func staged(_ record: JournalRecord, in journal: any MemoJournal) -> (any StagedRecord)? {
    let bytes =
      switch record.change {
      case .created(_, let text): text.count
      case .rebased(_, let edits): edits.reduce(0) { $0 + $1.text.utf8.count }
      default: 0
      }
    return bytes > MemoEngine.longChange ? try? journal.stage(record) : nil
  }
}

extension MemoEngine {
  /// The number of times that a long memo may change while it is merged: before edits next to the other's changes count
  /// as the same lines, and before it is merged on the executor.
  private static let mostMerges = (anew: 8, all: 32)

  /// Works out off the executor the merge of a long memo that has changes of its own.
  ///
  /// - Parameter theirs: the stored state; nil if it was destroyed.
  /// - Returns: nil if there is nothing to merge, or it doesn't take long.
  func workedOutMerge(_ theirs: MemoContents?, of id: MemoID) async -> WorkedOutMerge? {
    var last: (memo: OpenMemo, worked: WorkedOutMerge)?
    for round in 0..<Self.mostMerges.all {
      guard unsavedMemos.contains(id), let memo = openMemos[id] else { return nil }
      let (base, ours, isDestroyed, agent) = (memo.stored, memo.contents, memo.isDestroyed, memo.authorship.agent)
      let longest = [base, ours, theirs].lazy.map { $0?.text.summary.utf8 ?? 0 }.max() ?? 0
      guard longest > TextDifference.longText else { return nil }
      let now = time.date()
      let before = last.flatMap { $0.memo === memo ? $0.worked : nil }
      let worked = await changeQueue.run { [journal] in
        var worked =
          before?.following(
            base: base, ours: ours, isDestroyed: isDestroyed, theirs: theirs, now: now,
            givesWay: round >= Self.mostMerges.anew)
          ?? WorkedOutMerge(base: base, ours: ours, isDestroyed: isDestroyed, theirs: theirs, now: now)
        if let journal { worked.stage(in: journal, base: theirs?.revision ?? 0, by: agent) }
        return worked
      }
      note(.pulling)
      if isStill(memo, at: ours.metadata.version) { return worked }
      last = (memo, worked)
    }
    return nil
  }
}
