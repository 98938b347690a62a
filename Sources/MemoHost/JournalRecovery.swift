import MemoEngine
import MemoJournal
import MemoSQLite
import StoreFiles

/// Recovers ended processes' journals into the store. A memo read without its last changes would be edited from an old
/// version, and those changes could never be applied: so nothing is read before.
enum JournalRecovery {
  /// Runs the recovery.
  ///
  /// - Parameters:
  ///   - tell: called with what was recovered, if anything was, even if not all could be.
  ///   - isUnderWay: called for each journal that another process is just recovering, to which it is left.
  /// - Throws: ``StoreError`` if not all could be; it can be tried again.
  static func run(
    into store: SQLiteStore, tell: (Recovery.Report) -> Void, isUnderWay: @escaping (StoreError) -> Void
  ) throws(StoreError) {
    try store.open()
    try store.forgetEndedJournals()
    var skipped: StoreError?
    let orphans = try JournalFolder.orphans(database: store.path) { error in
      if error.reason == .locked { isUnderWay(error) } else { skipped = error }
    }
    let settled = orphans.lazy.compactMap { orphan -> (any OrphanedJournal)? in
      // Whoever keeps the store locked is waited for once.
      if skipped?.reason == .locked { return nil }
      do throws(StoreError) {
        // Saves whose journal was removed must be on the disk.
        try store.settleLog()
        return orphan
      } catch {
        skipped = error
        return nil
      }
    }
    let report = try Recovery.run(settled, into: store)
    if !report.isEmpty { tell(report) }
    if let skipped { throw skipped }
  }
}
