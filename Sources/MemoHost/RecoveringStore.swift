import MemoEngine
import MemoJournal
import MemoModel
import MemoSQLite
import StoreFiles
import Synchronization

/// A store that gives and takes nothing before it has what earlier processes left in their journals: a memo read
/// without its last changes would be edited from an old version, and then nothing could bring them back.
///
/// Trouble does not stop the service: each call tries again.
final class RecoveringStore: MemoStore {
  private let store: SQLiteStore
  private let log: Log
  private let isRecovered: Mutex<Bool>

  /// - Parameter isRecovered: whether somebody else sees to the journals.
  init(_ store: SQLiteStore, _ log: Log, isRecovered: Bool = false) {
    self.store = store
    self.log = log
    self.isRecovered = Mutex(isRecovered)
  }

  /// Brings the journals' changes into the store, if they are not there.
  ///
  /// - Returns: what was brought back.
  /// - Throws: ``StoreError`` if not all could be; a later call tries again.
  func recover() throws(StoreError) -> Recovery.Report {
    try isRecovered.withLock { isRecovered throws(StoreError) in
      if isRecovered { return Recovery.Report() }
      try store.open()
      try store.forgetEndedJournals()
      var skipped: StoreError?
      let orphans = try JournalFolder.orphans(database: store.path) { skipped = $0 }
      let settled = orphans.lazy.compactMap { [store] orphan -> (any OrphanedJournal)? in
        do throws(StoreError) {
          // What a journal may have gone for must be on the disk.
          try store.settleLog()
          return orphan
        } catch {
          skipped = error
          return nil
        }
      }
      let report = try Recovery.run(settled, into: store)
      if !report.isEmpty { log.write(.warning, report.description) }
      if let skipped { throw skipped }
      isRecovered = true
      return report
    }
  }

  /// Closes the connections; the next call opens what it needs anew.
  func letGo() { store.letGo() }

  private func recovered<Value>(
    _ body: (SQLiteStore) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    do throws(StoreError) {
      _ = try recover()
      return try body(store)
    } catch {
      // SQLite opens what can't be written for reading, and would stay with that.
      if error.reason == .readOnly { store.letGo() }
      throw error
    }
  }

  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    try recovered { store throws(StoreError) in try store.memo(id) }
  }

  func bytes(of id: MemoID) throws(StoreError) -> Int? {
    try recovered { store throws(StoreError) in try store.bytes(of: id) }
  }

  func contains(_ id: MemoID) throws(StoreError) -> Bool {
    try recovered { store throws(StoreError) in try store.contains(id) }
  }

  func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID] {
    try recovered { store throws(StoreError) in try store.ids(beginningOrEndingWith: part, limit: limit) }
  }

  func list(
    _ query: ListQuery, leavingOut hidden: Set<MemoID>, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage {
    try recovered { store throws(StoreError) in try store.list(query, leavingOut: hidden, uncounted: uncounted) }
  }

  func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo] {
    try recovered { store throws(StoreError) in try store.memos(ids) }
  }

  func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try recovered { store throws(StoreError) in try store.memo(id, revision: revision) }
  }

  func pastMemo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    try recovered { store throws(StoreError) in try store.pastMemo(id, revision: revision) }
  }

  func history(_ id: MemoID, before version: Int?, limit: Int) throws(StoreError) -> HistoryPage {
    try recovered { store throws(StoreError) in try store.history(id, before: version, limit: limit) }
  }

  func move(_ id: MemoID, _ direction: HistoryDirection) throws(StoreError) -> StoredMove? {
    try recovered { store throws(StoreError) in try store.move(id, direction) }
  }

  func write(_ changes: [StoreChange], journal: Int?) throws(StoreError) -> [StaleMemo] {
    try recovered { store throws(StoreError) in try store.write(changes, journal: journal) }
  }

  func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges {
    try recovered { store throws(StoreError) in try store.externalChanges(since: changeSequence) }
  }

  func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark] {
    try recovered { store throws(StoreError) in try store.marks(ofJournal: id) }
  }

  func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try recovered { store throws(StoreError) in try store.withSnapshot(body) }
  }

  func importRecord(of source: String) throws(StoreError) -> ImportRecord? {
    try recovered { store throws(StoreError) in try store.importRecord(of: source) }
  }

  func note(_ records: [ImportRecord]) throws(StoreError) {
    try recovered { store throws(StoreError) in try store.note(records) }
  }

  func exported(to folder: String) throws(StoreError) -> [String: String] {
    try recovered { store throws(StoreError) in try store.exported(to: folder) }
  }

  func noteExport(_ files: [String: String], to folder: String) throws(StoreError) {
    try recovered { store throws(StoreError) in try store.noteExport(files, to: folder) }
  }

  func statistics() throws(StoreError) -> StoreStatistics {
    try recovered { store throws(StoreError) in try store.statistics() }
  }

  var isSettled: Bool { store.isSettled }

  func settle() throws(StoreError) -> Bool { try store.settle() }

  func takeNotice() -> StoreNotice? { store.takeNotice() }

  func close() { store.close() }
}
