import MemoModel
import MemoMarkup
import MemoText

/// What becomes of a long memo that two processes changed, and how that is recorded and told.
struct WorkedOutMerge: Sendable {
  let merge: MemoMerge
  /// What makes of the stored memo what it goes on as; nil if it doesn't.
  let change: JournalRecord.Change?
  /// What the merge does to the text here; nil where it is none.
  let difference: TextDifference?
  /// The change, and the copy's, as they are written down already.
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
      // It shares what it can with what is stored, so that little is stored anew.
      let sharing = theirs.text.replacing(edits.reversed().map { TextReplacement(range: $0.range, text: $0.text) })
      if sharing.isIdentical(to: contents.text) { contents.text = sharing }
    }
    (self.merge, self.change) = (.merged(contents, copy: copy), change)
  }

  /// The same after the memo was edited here; nil where that has to be worked out anew. Takes as long as there are
  /// changes, however long the texts are.
  func following(
    base: MemoContents?, ours: MemoContents, isDestroyed: Bool, theirs: MemoContents?, now: Timestamp
  ) -> WorkedOutMerge? {
    guard case .merged(let before, let copy) = merge, case .rebased(_, let made)? = change, !isDestroyed,
      let (difference, edits) = difference?.moved(to: ours.text)
    else { return nil }
    let text = before.text.replacing(edits)
    let merge = MemoMerge(
      base: base, ours: ours, isDestroyed: false, theirs: theirs, now: now, merged: (text, copy))
    guard case .merged(let contents, _) = merge else { return nil }
    let typed = edits.reversed().map { JournalRecord.TextEdit(range: $0.range, text: $0.text) }
    return WorkedOutMerge(merge, .rebased(JournalRecord.State(contents.metadata), made + typed), difference)
  }

  private init(_ merge: MemoMerge, _ change: JournalRecord.Change, _ difference: TextDifference) {
    (self.merge, self.change, self.difference) = (merge, change, difference)
  }

  /// Writes down what is long of it. Where there is no room for it, that is found again when it is to count.
  ///
  /// - Parameters:
  ///   - base: the stored revision that the memo stands on then.
  ///   - agent: who has changed it here; nil for a person.
  mutating func stage(in journal: any MemoJournal, base: Int, by agent: String?) {
    guard case .merged(let contents, let copy) = merge, let change else { return }
    let (id, version) = (contents.metadata.id, contents.metadata.version)
    staged = Self.staged(JournalRecord(id: id, version: version, base: base, by: agent, change: change), in: journal)
    guard let copy else { return }
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
  /// How often somebody may change a long memo while it is merged before that is done on the executor.
  private static let mostMerges = 32

  /// Works out beside the executor what becomes of a long memo that has changes of its own.
  ///
  /// - Parameter theirs: what is stored; nil if it was destroyed there.
  /// - Returns: nil where there is nothing to merge, or where that doesn't take long.
  func workedOutMerge(_ theirs: MemoContents?, of id: MemoID) async -> WorkedOutMerge? {
    var last: (memo: OpenMemo, worked: WorkedOutMerge)?
    for _ in 0..<Self.mostMerges {
      guard unsavedMemos.contains(id), let memo = openMemos[id] else { return nil }
      let (base, ours, isDestroyed, agent) = (memo.stored, memo.contents, memo.isDestroyed, memo.authorship.agent)
      let longest = [base, ours, theirs].lazy.map { $0?.text.summary.utf8 ?? 0 }.max() ?? 0
      guard longest > TextDifference.longText else { return nil }
      let now = time.date()
      let before = last.flatMap { $0.memo === memo ? $0.worked : nil }
      let worked = await changeQueue.run { [journal] in
        var worked =
          before?.following(base: base, ours: ours, isDestroyed: isDestroyed, theirs: theirs, now: now)
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
