import MemoEngine
import MemoServer
import MemoStore

/// What happens before the first request: the store is opened, and what earlier processes left behind is brought back.
enum Startup {
  /// Opens the store and replays orphaned journals. Trouble is told and does not stop the service: the store is tried again
  /// with each request.
  ///
  /// - Returns: what a client should hear.
  static func open(_ store: SQLiteStore, _ journal: CrashJournal, _ log: Log) -> [News] {
    var news: [News] = []
    func tell(_ level: LogLevel, _ message: String) {
      log.write(level, message)
      if level <= .warning { news.append(News(level: level, message: message)) }
    }
    do throws(StoreError) {
      try store.open()
      log.write(.info, "the store is \(store.path)")
      let (orphans, journals) = JournalFolder.orphans(database: store.path)
      let report = try Recovery.run(orphans, into: store)
      if !report.isEmpty { tell(.warning, report.sentence) }
      try store.forgetMarks(except: journals)
      journal.prepare()
    } catch {
      tell(.error, error.description)
    }
    return news
  }
}

extension Recovery.Report {
  /// What was brought back, for people.
  fileprivate var sentence: String {
    let recovered = "recovered \(changes) changes of \(memos) memos that an earlier process could not save"
    if journalsSetAside == 0 { return recovered }
    return recovered
      + "; \(journalsSetAside) journals could not be read whole and are kept beside the store as .bad files"
  }
}
