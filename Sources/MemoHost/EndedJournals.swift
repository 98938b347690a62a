import Dispatch
import MemoJournal
import MemoModel
import MemoSQLite
import Platform
import StoreFiles
import Synchronization

/// Brings into a store what is left in the journals of processes that end while this one runs, or that were just being
/// killed as it started. To look for them takes a single system call as long as no others use the store.
final class EndedJournals: Sendable {
  private struct State {
    /// The time when to look next; nil if nothing is to be looked for.
    var next: ContinuousClock.Instant?
    /// The folder's last change that was seen, and how often the folder is to be read because of it.
    var (change, readings) = (timespec(), 0)
    /// The files of others' journals.
    var files: [String] = []
    /// What is in the way; nil if nothing is.
    var obstacle: Obstacle?
  }

  /// What keeps a journal from being brought back.
  private struct Obstacle {
    /// How often that was tried.
    var attempts = 0
    /// The folder's last change when it was tried last: another one may have taken it away.
    var change = timespec()
    /// What was said of it.
    var said: Set<String> = []
  }

  private let store: String
  private let own: Int
  private let log: Log
  private let notices: Notices
  private let queue = DispatchQueue(label: "memo-ended-journals")
  private let state = Mutex(State())

  /// The time that waits for another program's lock, in milliseconds.
  private static let lockTimeout: Int32 = 100
  /// The first pause after not all could be brought back; it doubles.
  private let pause: Duration
  private static let longestPause = Duration.seconds(300)
  /// The number of attempts that meet another program's lock before that is said.
  private static let quietAttempts = 4
  /// How often the folder is read after a change: another one may have the same time, but not half a second later.
  private static let readings = 2

  /// - Parameters:
  ///   - store: the path of the database.
  ///   - own: this process's journal.
  ///   - pause: how long to wait after not all could be brought back, the first time.
  ///   - notices: receives what was brought back, and once what is in the way.
  init(beside store: String, own: Int, pause: Duration = .milliseconds(500), _ log: Log, _ notices: Notices) {
    (self.store, self.own, self.pause, self.log, self.notices) = (store, own, pause, log, notices)
  }

  /// Begins: what ended before is in the store.
  func begin() { state.withLock { $0.next = .now } }

  /// Looks whether a process has ended that left a journal, and has its changes brought back on another thread.
  func look() {
    let isFound = state.withLock { state in
      guard let next = state.next, see(&state) else { return false }
      let isAnother = state.obstacle.map { !($0.change == state.change) } ?? false
      guard next <= .now || isAnother, state.files.contains(where: JournalFolder.isOrphan) else { return false }
      state.next = nil
      return true
    }
    guard isFound else { return }
    queue.async { [self] in
      recover()
      state.withLock { $0.next = .now + wait(afterAttempts: $0.obstacle?.attempts ?? 0) }
    }
  }

  /// Brings into the store what is in the journals of ended processes. What can't be is left to a later look, and said
  /// once.
  func recover() {
    let store = SQLiteStore(besideJournals: store, writeTimeout: Self.lockTimeout)
    var (report, problem): (Recovery.Report?, StoreError?)
    do throws(StoreError) {
      try JournalRecovery.run(into: store) {
        report = $0
      } isUnderWay: {
        problem = $0
      }
    } catch {
      problem = error
    }
    store.close()
    for (level, message) in news(report, problem) { notices.tell(log.tell(level, message)) }
  }

  /// Records what came of an attempt.
  ///
  /// - Returns: what is to be said of it.
  private func news(_ report: Recovery.Report?, _ problem: StoreError?) -> [(LogLevel, String)] {
    state.withLock { state in
      var news: [(LogLevel, String)] = []
      if let report { news.append((.warning, report.description)) }
      _ = see(&state)
      // A change of the folder within the same tick of its clock is seen later.
      state.readings = Self.readings
      guard state.files.contains(where: JournalFolder.isOrphan) else {
        state.obstacle = nil
        return news
      }
      var obstacle = state.obstacle ?? Obstacle()
      obstacle.attempts += 1
      obstacle.change = state.change
      if let problem, problem.reason != .locked || obstacle.attempts >= Self.quietAttempts {
        news.append((.error, problem.description))
      }
      // A journal that can't be set aside brings nothing each time.
      news.removeAll { report?.changes ?? 0 == 0 && !obstacle.said.insert($1).inserted }
      state.obstacle = obstacle
      return news
    }
  }

  /// The time until the next look after so many failures in a row.
  func wait(afterAttempts attempts: Int) -> Duration {
    attempts == 0 ? .zero : min(pause * (1 << min(attempts - 1, 16)), Self.longestPause)
  }

  /// Returns once nothing is being brought back; there must be no more looks.
  func end() { queue.sync {} }

  /// Sees whether the folder has changed, and which files are in it then; false if there is none.
  private func see(_ state: inout State) -> Bool {
    var status = stat()
    guard stat(StoreFile.folder(of: store), &status) == 0 else { return false }
    if !(status.changed == state.change) { (state.change, state.readings) = (status.changed, Self.readings) }
    if state.readings > 0, let files = try? JournalFolder.files(database: store) {
      state.files = files.filter { JournalFolder.journal(of: $0, database: store) != own }
      state.readings -= 1
    }
    return true
  }
}
