package import MemoModel
import Synchronization

/// A journal in memory, which survives its engine.
package final class TestJournal: MemoJournal {
  private struct State {
    var records: [(sequence: Int, record: JournalRecord)] = []
    var nextSequence = 1
    var failures: [StoreError] = []
    var stagedRecords = 0
    var isAside = false
    var isLost = false
    var failuresOfNextFile: [StoreError] = []
  }

  /// A random number.
  package let id = Int.random(in: 1 ... .max)
  private let state = Mutex(State())

  private let forgets: Bool

  /// Creates a journal without records.
  ///
  /// - Parameter forgets: whether it forgets what is saved.
  package init(forgets: Bool = true) { self.forgets = forgets }

  /// Makes the next appends fail.
  package func failNext(_ errors: [StoreError]) { state.withLock { $0.failures += errors } }

  /// The changes that were not forgotten.
  package var records: [(sequence: Int, record: JournalRecord)] { state.withLock { $0.records } }

  /// As the port says.
  package var bytes: Int { state.withLock { $0.records.count } }

  /// As the port says.
  package func append(_ record: JournalRecord) throws(StoreError) -> Int {
    let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
    if let failure { throw failure }
    return state.withLock { state in
      state.records.append((state.nextSequence, record))
      state.nextSequence += 1
      return state.nextSequence - 1
    }
  }

  /// The number of changes that had been staged before they were appended.
  package var stagedRecords: Int { state.withLock { $0.stagedRecords } }

  /// As the port says.
  package func append(_ staged: any StagedRecord) throws(StoreError) -> Int {
    let sequence = try append(staged.record)
    state.withLock { $0.stagedRecords += 1 }
    return sequence
  }

  /// As the port says.
  package func forget(before sequence: Int) {
    if forgets { state.withLock { $0.records.removeAll { $0.sequence < sequence } } }
  }

  /// As the port says.
  package func remove() { if forgets { state.withLock { $0.records = [] } } }

  /// Loses what was recorded, as if somebody had deleted the file.
  package func lose() {
    state.withLock { state in
      state.records = []
      state.isLost = true
    }
  }

  /// Reports the file as lost although it is there, and makes the first appends to the next one fail.
  package func misplace(thenFail errors: [StoreError]) {
    state.withLock { state in
      state.isLost = true
      state.failuresOfNextFile = errors
    }
  }

  /// As the port says.
  package var isLost: Bool { state.withLock { $0.isLost } }

  /// As the port says.
  package func inspect() {}

  /// As the port says.
  package func restart() {
    state.withLock { state in
      // A file that was misplaced stays where it is.
      if state.failuresOfNextFile.isEmpty { state.records = [] }
      state.failures += state.failuresOfNextFile
      state.failuresOfNextFile = []
      state.isLost = false
    }
  }

  /// Whether a replay has set it aside.
  package var isAside: Bool { state.withLock { $0.isAside } }

  /// The same journal as the next process finds it.
  package func orphan(upTo count: Int? = nil, isDamaged: Bool = false) -> any OrphanedJournal {
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
package struct KeptOrphan: OrphanedJournal {
  /// The identifier of the journal that its numbers belong to.
  package let id: Int
  /// Its changes.
  package let records: [(sequence: Int, record: JournalRecord)]
  /// Whether something in it could not be read.
  package let isDamaged: Bool

  /// Creates a journal.
  package init(id: Int, records: [(sequence: Int, record: JournalRecord)], isDamaged: Bool = false) {
    self.id = id
    self.records = records
    self.isDamaged = isDamaged
  }

  /// Does nothing.
  package func remove() {}
  /// Does nothing.
  package func setAside() {}
}
