import JSON
import MemoModel
import Synchronization

/// A store in memory. Every so many writes fail, as if the disk were full for a moment.
final class MemoryStore: MemoStore {
  private struct State {
    var memos: [MemoID: (row: ListRow, text: [UInt8])] = [:]
    var marks: [Int: [MemoID: Int]] = [:]
    var writes = 0
  }

  private let state = Mutex(State())
  private let failureInterval: Int

  /// A store in which each write of this number, and of its multiples, fails.
  init(failureInterval: Int = .max) { self.failureInterval = failureInterval }

  /// A memo, but for what is worked out from its text.
  struct Content: Equatable {
    let id: String
    let version: Int
    let createdAt: Timestamp
    let modifiedAt: Timestamp
    let trashedAt: Timestamp?
    let properties: [UInt8]
    let text: [UInt8]
  }

  /// What is in it, by identifier.
  var contents: [Content] {
    state.withLock { state in
      state.memos.values.map { memo in
        let metadata = memo.row.summary.metadata
        return Content(
          id: metadata.id.description, version: metadata.version, createdAt: metadata.createdAt,
          modifiedAt: metadata.modifiedAt, trashedAt: metadata.trashedAt, properties: metadata.properties.json,
          text: memo.text)
      }
      .sorted { $0.id < $1.id }
    }
  }

  /// The texts that are no UTF-8.
  var brokenTexts: [[UInt8]] {
    state.withLock { $0.memos.values.map(\.text).filter { String(validating: $0, as: UTF8.self) == nil } }
  }

  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    state.withLock { state in
      state.memos[id].map { StoredMemo(metadata: $0.row.summary.metadata, text: $0.text) }
    }
  }

  func contains(_ id: MemoID) throws(StoreError) -> Bool { state.withLock { $0.memos[id] != nil } }

  func list(_ query: ListQuery, leavingOut hidden: Set<MemoID>) throws(StoreError) -> StoredPage {
    let all = state.withLock { state in
      state.memos.values.map(\.row).filter {
        $0.summary.metadata.isTrashed == query.trashed && !hidden.contains($0.summary.metadata.id)
      }
    }
    let rows =
      all
      .filter { row in query.after.map { $0.precedes(row.place(in: query.sort), order: query.order) } ?? true }
      .sorted { $0.place(in: query.sort).precedes($1.place(in: query.sort), order: query.order) }
    return StoredPage(rows: Array(rows.prefix(query.limit)), total: all.count)
  }

  func write(_ changes: [StoreChange], _ marks: JournalMarks?) throws(StoreError) {
    let fails = state.withLock { state in
      state.writes += 1
      if state.writes.isMultiple(of: failureInterval) { return true }
      for change in changes {
        switch change {
        case .remove(let id): state.memos[id] = nil
        case .put(let row, let text):
          let id = row.summary.metadata.id
          state.memos[id] = (row, text ?? state.memos[id]?.text ?? [])
        }
      }
      if let marks { state.marks[marks.journal, default: [:]].merge(marks.sequences) { $1 } }
      return false
    }
    if fails { throw StoreError(.full, "there is no room; make some") }
  }

  func marks(ofJournal id: Int) throws(StoreError) -> JournalMarks {
    JournalMarks(journal: id, sequences: state.withLock { $0.marks[id] ?? [:] })
  }

  func statistics() throws(StoreError) -> StoreStatistics {
    StoreStatistics(path: "memory", schemaVersion: 1, memos: state.withLock { $0.memos.count }, bytes: 0)
  }

  func close() {}
}
