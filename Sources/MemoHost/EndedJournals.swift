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
  }

  private let store: String
  private let own: Int
  private let log: Log
  private let notices: Notices
  private let queue = DispatchQueue(label: "memo-ended-journals")
  private let state = Mutex(State())

  /// The time that waits for another program's lock, in milliseconds.
  private static let lockTimeout: Int32 = 100
  /// The pause after nothing could be brought back.
  private static let pause = Duration.seconds(5)
  /// How often the folder is read after a change: another one may have the same time, but not half a second later.
  private static let readings = 2

  /// - Parameters:
  ///   - store: the path of the database.
  ///   - own: this process's journal.
  ///   - notices: receives what was brought back.
  init(beside store: String, own: Int, _ log: Log, _ notices: Notices) {
    (self.store, self.own, self.log, self.notices) = (store, own, log, notices)
  }

  /// Begins: what ended before is in the store.
  func begin() { state.withLock { $0.next = .now } }

  /// Looks whether a process has ended that left a journal, and has its changes brought back on another thread.
  func look() {
    let isFound = state.withLock { state in
      guard let next = state.next, next <= .now, hasEnded(&state) else { return false }
      state.next = nil
      return true
    }
    guard isFound else { return }
    queue.async { [self] in
      let next = recover() ? .now : ContinuousClock.now + Self.pause
      state.withLock { $0.next = next }
    }
  }

  /// Brings into the store what is in the journals of ended processes. What can't be is left to the next look.
  ///
  /// - Returns: whether anything was.
  @discardableResult
  func recover() -> Bool {
    let store = SQLiteStore(besideJournals: store, writeTimeout: Self.lockTimeout)
    defer { store.close() }
    guard let report = try? JournalRecovery.run(into: store, log: log, isUnderWay: { _ in }), !report.isEmpty else {
      return false
    }
    notices.tell(StartupNotice(level: .warning, message: report.description))
    return true
  }

  /// Returns once nothing is being brought back; there must be no more looks.
  func end() { queue.sync {} }

  private func hasEnded(_ state: inout State) -> Bool {
    var status = stat()
    guard stat(StoreFile.folder(of: store), &status) == 0 else { return false }
    if !(status.changed == state.change) { (state.change, state.readings) = (status.changed, Self.readings) }
    if state.readings > 0, let files = try? JournalFolder.files(database: store) {
      state.files = files.filter { JournalFolder.journal(of: $0, database: store) != own }
      state.readings -= 1
    }
    return state.files.contains(where: JournalFolder.isOrphan)
  }
}
