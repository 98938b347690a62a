import JSON
import MemoModel
import MemoText

/// The memos of one journal, as its changes make them. Journals are input like any other: everything is checked.
struct JournalReplay {
  private let store: any MemoStore
  private let marks: [MemoID: JournalMark]
  private(set) var applied = 0
  private(set) var failed = 0
  private(set) var memos: [MemoID: ReplayedMemo] = [:]
  /// The base of each memo's last change that could not be applied: changes that follow it can't be, either.
  private var brokenBases: [MemoID: Int] = [:]

  init(store: any MemoStore, marks: [MemoID: JournalMark]) {
    self.store = store
    self.marks = marks
  }

  /// Applies a change that is not in the store yet, if it fits what is there.
  mutating func apply(_ record: JournalRecord, _ sequence: Int) throws(StoreError) {
    guard sequence > marks[record.id]?.sequence ?? 0 else { return }
    guard var memo = try readableResult(of: record, sequence) else {
      failed += 1
      brokenBases[record.id] = record.base
      return
    }
    brokenBases[record.id] = nil
    memo.applied += 1
    memos[record.id] = memo
    applied += 1
  }

  /// The same as ``result(of:_:)``, also nil if the memo is damaged in the store: this must not keep others from being
  /// recovered.
  private func readableResult(of record: JournalRecord, _ sequence: Int) throws(StoreError) -> ReplayedMemo? {
    do throws(StoreError) {
      return try result(of: record, sequence)
    } catch  where error.reason == .corrupt {
      // Throws if the store is damaged, and not the memo alone.
      _ = try store.contains(record.id)
    }
    do throws(StoreError) {
      // SQLite reports a passing error of the disk as damage, too.
      return try result(of: record, sequence)
    } catch  where error.reason == .corrupt {
      return nil
    }
  }

  private func result(of record: JournalRecord, _ sequence: Int) throws(StoreError) -> ReplayedMemo? {
    let known = memos[record.id]
    var memo: ReplayedMemo
    if let known { memo = known } else { memo = ReplayedMemo(id: record.id, theirs: try stored(record.id)) }
    switch record.change {
    case .created(let state, let text):
      guard let metadata = Self.metadata(record, state) else { return nil }
      let contents = MemoContents(metadata: metadata, text: Rope(text.string))
      if memo.isRecordedAnew(by: record, as: contents) { break }
      guard memo.isOutdated(by: record) else { return nil }
      if known == nil {
        memo.base = try self.contents(record.id, storedBase(of: record))
      } else if memo.mark.base != record.base {
        memo.base = try self.contents(record.id, record.base)
      }
      memo.ours = contents
      memo.begin(.first, by: .nobody.joined(by: record.by))
    case .rebased(let state, let edits):
      guard let metadata = Self.metadata(record, state) else { return nil }
      let base = try contents(record.id, record.base)
      guard var text = base?.text, Self.apply(edits, to: &text) else { return nil }
      let ours = MemoContents(metadata: metadata, text: text)
      if memo.isRecordedAnew(by: record, as: ours) { break }
      guard memo.isOutdated(by: record) else { return nil }
      memo.base = base
      // A change recorded anew after a save that only seemed to fail is based on what that save stored.
      if known == nil, let stored = try contents(record.id, storedBase(of: record)) { memo.base = stored }
      memo.ours = ours
      memo.begin(.edit(of: nil), by: .nobody.joined(by: record.by))
    case .edited(let modifiedAt, let edits):
      guard try stand(&memo, isKnown: known != nil, record), var ours = memo.ours else { return nil }
      guard Self.apply(edits, to: &ours.text) else { return nil }
      ours.metadata.modifiedAt = modifiedAt
      memo.edit(to: ours, by: record.by)
    case .stated(let state, let edits), .moved(let state, let edits, _, _):
      guard try stand(&memo, isKnown: known != nil, record), var ours = memo.ours else { return nil }
      guard Self.apply(edits, to: &ours.text), let metadata = Self.metadata(record, state) else { return nil }
      ours.metadata = metadata
      memo.edit(to: ours, by: record.by)
      if case .moved(_, _, let revision, let links) = record.change { memo.begin(.move(to: revision, links)) }
    case .removed:
      if memo.isRecordedAnew(by: record, as: nil) { break }
      guard try stand(&memo, isKnown: known != nil, record) else { return nil }
    }
    memo.isDestroyed = record.change == .removed
    if !memo.isDestroyed { memo.ours?.metadata.version = record.version }
    memo.mark = JournalMark(sequence: sequence, version: record.version, base: record.base)
    return memo
  }

  /// Makes sure that a memo is at the base of a change; false if it is not.
  private func stand(_ memo: inout ReplayedMemo, isKnown: Bool, _ record: JournalRecord) throws(StoreError) -> Bool {
    guard brokenBases[record.id] != record.base else { return false }
    var base = record.base
    if isKnown {
      if !memo.isDestroyed, memo.ours?.metadata.version == record.version - 1 { return true }
      // Its process dropped the memo, and started anew from what another process had stored.
      guard base != 0, base != memo.mark.base else { return false }
    } else {
      base = storedBase(of: record)
      if base != record.base, marks[record.id]?.version != record.version - 1 { return false }
    }
    memo.base = try contents(record.id, base)
    memo.ours = memo.base
    memo.begin(.edit(of: nil))
    memo.isDestroyed = false
    if case .removed = record.change { return true }
    return memo.ours != nil
  }

  /// The stored base of a memo's first change in a journal: if the change was made during a save, the state that was
  /// saved.
  private func storedBase(of record: JournalRecord) -> Int {
    guard let mark = marks[record.id], mark.base == record.base else { return record.base }
    return mark.revision
  }

  private func stored(_ id: MemoID) throws(StoreError) -> MemoContents? {
    try store.memos([id]).first.map(MemoContents.init)
  }

  private func contents(_ id: MemoID, _ revision: Int) throws(StoreError) -> MemoContents? {
    guard revision > 0 else { return nil }
    return try store.memo(id, revision: revision).map(MemoContents.init)
  }

  private static func metadata(_ record: JournalRecord, _ state: JournalRecord.State) -> MemoMetadata? {
    guard let properties = try? JSONObject(json: state.properties) else { return nil }
    return MemoMetadata(
      id: record.id, version: record.version, createdAt: state.createdAt, modifiedAt: state.modifiedAt,
      trashedAt: state.trashedAt, properties: properties)
  }

  private static func apply(_ edits: [JournalRecord.TextEdit], to text: inout Rope) -> Bool {
    for edit in edits {
      guard text.hasScalarBorders(edit.range) else { return false }
      text.replaceSubrange(edit.range, with: edit.text)
    }
    return true
  }
}
