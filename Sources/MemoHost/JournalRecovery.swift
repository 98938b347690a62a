import MemoEngine
import MemoJournal
import MemoSQLite
import StoreFiles

/// Brings what ended processes left in their journals into the store. A memo read without its last changes would be
/// edited from an old version, and then nothing could bring them back: so nothing is read before.
enum JournalRecovery {
  /// Does it.
  ///
  /// - Returns: what was brought back.
  /// - Throws: ``StoreError`` if not all could be; it can be tried again.
  static func run(into store: SQLiteStore, log: Log) throws(StoreError) -> Recovery.Report {
    try store.open()
    try store.forgetEndedJournals()
    var skipped: StoreError?
    let orphans = try JournalFolder.orphans(database: store.path) { skipped = $0 }
    let settled = orphans.lazy.compactMap { orphan -> (any OrphanedJournal)? in
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
    return report
  }
}
