import MemoModel
import Synchronization

/// A journal in memory, which survives its engine.
final class TestJournal: MemoJournal {
  private struct State {
    var records: [(sequence: Int, record: JournalRecord)] = []
    var nextSequence = 1
    var failures: [StoreError] = []
    var isAside = false
    var isLost = false
  }

  let id = Int.random(in: 1 ... .max)
  private let state = Mutex(State())

  /// Makes the next appends fail.
  func failNext(_ errors: [StoreError]) { state.withLock { $0.failures += errors } }

  /// The changes that were not forgotten.
  var records: [(sequence: Int, record: JournalRecord)] { state.withLock { $0.records } }

  var bytes: Int { state.withLock { $0.records.count } }

  func append(_ record: JournalRecord) throws(StoreError) -> Int {
    let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
    if let failure { throw failure }
    return state.withLock { state in
      state.records.append((state.nextSequence, record))
      state.nextSequence += 1
      return state.nextSequence - 1
    }
  }

  func forget(before sequence: Int) { state.withLock { $0.records.removeAll { $0.sequence < sequence } } }

  func remove() { state.withLock { $0.records = [] } }

  /// Takes away what was recorded, as somebody might who deletes the file.
  func lose() {
    state.withLock { state in
      state.records = []
      state.isLost = true
    }
  }

  var isLost: Bool { state.withLock { $0.isLost } }

  func inspect() {}

  func restart() {
    state.withLock { state in
      state.records = []
      state.isLost = false
    }
  }

  /// Whether a replay kept it aside.
  var isAside: Bool { state.withLock { $0.isAside } }

  /// The same as the next process finds it.
  func orphan(upTo count: Int? = nil, isDamaged: Bool = false) -> any OrphanedJournal {
    Orphan(journal: self, records: Array(records.prefix(count ?? .max)), isDamaged: isDamaged)
  }

  private struct Orphan: OrphanedJournal {
    let journal: TestJournal
    let records: [(sequence: Int, record: JournalRecord)]
    let isDamaged: Bool
    var id: Int { journal.id }
    func remove() { journal.remove() }
    func setAside() { journal.state.withLock { $0.isAside = true } }
  }
}

/// A journal that stays, however often it is replayed.
struct KeptOrphan: OrphanedJournal {
  let id: Int
  let records: [(sequence: Int, record: JournalRecord)]
  var isDamaged: Bool { false }
  func remove() {}
  func setAside() {}
}
