import Dispatch
import MemoModel
import Synchronization

/// A store in memory whose writes can be made to fail, or to wait.
final class TestStore: MemoStore {
  private struct State {
    var memos: [MemoID: (row: ListRow, text: [UInt8])] = [:]
    var failures: [StoreError] = []
    var transactions: [[StoreChange]] = []
    var textsWritten = 0
    var reads = 0
    var marks: [Int: [MemoID: Int]] = [:]
  }

  private let state = Mutex(State())
  private let gate = Mutex<DispatchSemaphore?>(nil)
  private let arrivals = DispatchSemaphore(value: 0)

  /// Makes the next writes fail, one after the other.
  func failNext(_ errors: [StoreError]) { state.withLock { $0.failures += errors } }

  /// The same store as another process would find it.
  func copy() -> TestStore {
    let copy = TestStore()
    let (memos, marks) = state.withLock { ($0.memos, $0.marks) }
    copy.state.withLock { ($0.memos, $0.marks) = (memos, marks) }
    return copy
  }

  /// Holds writes until the semaphore is signalled, once each.
  func hold(at semaphore: DispatchSemaphore?) { gate.withLock { $0 = semaphore } }

  /// Returns when a write has arrived at the store.
  func waitForWrite() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrivals.wait()
        continuation.resume()
      }
    }
  }

  /// The transactions committed so far.
  var transactions: [[StoreChange]] { state.withLock { $0.transactions } }
  /// How often a text was stored.
  var textsWritten: Int { state.withLock { $0.textsWritten } }
  /// How often a memo was read.
  var reads: Int { state.withLock { $0.reads } }

  /// A stored memo's text.
  func text(_ id: MemoID) -> String? {
    state.withLock { $0.memos[id].map { String(decoding: $0.text, as: UTF8.self) } }
  }

  /// A stored memo's version.
  func version(_ id: MemoID) -> Int? { state.withLock { $0.memos[id]?.row.summary.metadata.version } }

  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    state.withLock { state in
      state.reads += 1
      return state.memos[id].map { StoredMemo(metadata: $0.row.summary.metadata, text: $0.text) }
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

  func marks(ofJournal id: Int) throws(StoreError) -> JournalMarks {
    JournalMarks(journal: id, sequences: state.withLock { $0.marks[id] ?? [:] })
  }

  func write(_ changes: [StoreChange], _ marks: JournalMarks?) throws(StoreError) {
    arrivals.signal()
    gate.withLock { $0 }?.wait()
    let failure = state.withLock { state -> StoreError? in
      if !state.failures.isEmpty { return state.failures.removeFirst() }
      state.transactions.append(changes)
      for change in changes { Self.apply(change, to: &state) }
      if let marks { state.marks[marks.journal, default: [:]].merge(marks.sequences) { $1 } }
      return nil
    }
    if let failure { throw failure }
  }

  private static func apply(_ change: StoreChange, to state: inout State) {
    switch change {
    case .remove(let id): state.memos[id] = nil
    case .put(let row, let text):
      let id = row.summary.metadata.id
      if text != nil { state.textsWritten += 1 }
      state.memos[id] = (row, text ?? state.memos[id]?.text ?? [])
    }
  }

  func statistics() throws(StoreError) -> StoreStatistics {
    StoreStatistics(path: "memory", schemaVersion: 1, memos: state.withLock { $0.memos.count }, bytes: 0)
  }

  func close() {}
}
