import MemoModel
import Synchronization

/// A journal in memory that forgets nothing.
final class MemoryJournal: MemoJournal {
  let id = 1
  private let all = Mutex<[JournalRecord]>([])

  /// Every change there was.
  var records: [JournalRecord] { all.withLock { $0 } }

  var bytes: Int { records.count }

  func append(_ record: JournalRecord) throws(StoreError) -> Int {
    all.withLock { all in
      all.append(record)
      return all.count
    }
  }

  func forget(before sequence: Int) {}

  func remove() {}
}

/// A journal as the next process finds it.
struct FoundJournal: OrphanedJournal {
  let id = 1
  let records: [(sequence: Int, record: JournalRecord)]
  let isDamaged: Bool

  func remove() {}

  func setAside() {}
}
