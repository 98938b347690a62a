public import MemoModel
import MemoText

/// Brings the changes of orphaned journals into a store.
public enum Recovery {
  /// What was brought back.
  public struct Report: Sendable, Equatable, CustomStringConvertible {
    /// Memos that were changed, each journal's counted by itself.
    public var memos = 0
    /// Changes that were applied.
    public var changes = 0
    /// Journals in which something could not be read or applied; they are kept beside the store.
    public var journalsSetAside = 0

    /// Creates a report.
    public init(memos: Int = 0, changes: Int = 0, journalsSetAside: Int = 0) {
      self.memos = memos
      self.changes = changes
      self.journalsSetAside = journalsSetAside
    }

    /// Whether there is anything to tell.
    public var isEmpty: Bool { self == Report() }

    /// What was brought back, for people.
    public var description: String {
      let recovered = "brought back \(changes) changes of \(memos) memos that an earlier process could not save"
      if journalsSetAside == 0 { return recovered }
      return recovered
        + "; of \(journalsSetAside) journals not all could be read, they are kept beside the store as .bad"
    }
  }

  /// Replays journals, each in one transaction, and takes them away. Whenever the process ends meanwhile, the next one
  /// that does this ends up with the same.
  ///
  /// - Throws: ``StoreError`` if the store can't be read or written; what is not replayed then stays as it is.
  public static func run(
    _ journals: some Sequence<any OrphanedJournal>, into store: any MemoStore
  ) throws(StoreError) -> Report {
    var report = Report()
    for journal in journals {
      var replay = JournalReplay(store: store, marks: try store.marks(ofJournal: journal.id))
      for (sequence, record) in journal.records { try replay.apply(record, sequence) }
      let changes = replay.changes
      if !changes.isEmpty { try store.write(changes, replay.marks) }
      report.memos += changes.count
      report.changes += replay.applied
      if replay.failed > 0 || journal.isDamaged {
        report.journalsSetAside += 1
        journal.setAside()
      } else {
        journal.remove()
      }
    }
    return report
  }
}

/// The memos of one journal, as its changes make them. Journals are input like any other: everything is checked.
struct JournalReplay {
  private struct ReplayedMemo {
    var metadata: MemoMetadata
    var text: Rope
    var isDestroyed = false
  }

  private let store: any MemoStore
  private let saved: [MemoID: Int]
  private(set) var marks: JournalMarks
  private(set) var applied = 0
  private(set) var failed = 0
  private var memos: [MemoID: ReplayedMemo] = [:]

  init(store: any MemoStore, marks: JournalMarks) {
    self.store = store
    self.saved = marks.sequences
    self.marks = JournalMarks(journal: marks.journal, sequences: [:])
  }

  /// Applies a change that is not in the store yet, if it fits what is there.
  mutating func apply(_ record: JournalRecord, _ sequence: Int) throws(StoreError) {
    guard sequence > saved[record.id] ?? 0 else { return }
    guard let memo = try result(of: record) else {
      failed += 1
      return
    }
    memos[record.id] = memo
    marks.sequences[record.id] = sequence
    applied += 1
  }

  private func result(of record: JournalRecord) throws(StoreError) -> ReplayedMemo? {
    var found = memos[record.id]
    if found == nil { found = try stored(record.id) }
    if case .created(let state, let text) = record.change {
      guard found?.isDestroyed != false, let metadata = Self.metadata(record, state) else { return nil }
      return ReplayedMemo(metadata: metadata, text: Rope(text))
    }
    guard var memo = found, !memo.isDestroyed, memo.metadata.version == record.version - 1 else { return nil }
    switch record.change {
    case .created: return nil
    case .removed: memo.isDestroyed = true
    case .edited(let modifiedAt, let edits):
      guard Self.apply(edits, to: &memo.text) else { return nil }
      memo.metadata.modifiedAt = modifiedAt
    case .stated(let state, let edits):
      guard Self.apply(edits, to: &memo.text), let metadata = Self.metadata(record, state) else { return nil }
      memo.metadata = metadata
    }
    memo.metadata.version = record.version
    return memo
  }

  private func stored(_ id: MemoID) throws(StoreError) -> ReplayedMemo? {
    guard let memo = try store.memo(id), let text = Rope(validatingUTF8: memo.text) else { return nil }
    return ReplayedMemo(metadata: memo.metadata, text: text)
  }

  private static func metadata(_ record: JournalRecord, _ state: JournalRecord.MemoState) -> MemoMetadata? {
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

  /// What the store must be told.
  var changes: [StoreChange] {
    memos.map { id, memo in
      if memo.isDestroyed { return .remove(id) }
      let row = MemoSnapshot(metadata: memo.metadata, text: memo.text, isSaved: false).row
      return .put(row, text: memo.text.utf8Bytes)
    }
  }
}
