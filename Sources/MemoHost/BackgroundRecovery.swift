import Dispatch
import MemoEngine
import MemoJournal
import MemoModel
import MemoSQLite
import StoreFiles
import Synchronization

/// Opens the store, and brings what earlier processes left in their journals into it, on a thread of its own. Which
/// memos that concerns is read first, without the database. While another program keeps the store locked it is tried
/// again and again.
final class BackgroundRecovery: PendingRecovery {
  fileprivate struct State {
    /// The memos with changes in journals; nil while that is not known.
    var memos: Set<MemoID>?
    var isStoreOpen = false
    /// Whether others' journals stood beside it then.
    var hasJournals = false
    /// Whether all is done.
    var isDone = false
    /// Until when those who wait may go on to, once the session ends.
    var deadline: ContinuousClock.Instant?
    /// Why it was given up; nil if it was not.
    var problem: StoreError?
    /// Why the store can't be opened, unless another program's lock is all; nil if it was.
    var obstacle: StoreError?
    var waiters: [CheckedContinuation<StoreError?, Never>] = []
    var news: [StartupNotice] = []
    var tell: (@Sendable (StartupNotice) -> Void)?
  }

  private let store: SQLiteStore
  /// The same by other connections: what it writes is told to clients like what other processes write.
  private let others: SQLiteStore
  private let log: Log
  private let didOpen: @Sendable () -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "memo-recovery")
  private let tried = DispatchSemaphore(value: 0)
  private let asked = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// How long an attempt waits for another program's lock, in milliseconds.
  private static let lockTimeout: Int32 = 100
  /// How long after an attempt that met a lock the next one is made.
  private static let pause = DispatchTimeInterval.milliseconds(250)
  /// How many attempts in a row may meet a lock before that is told: other servers that start take it, too.
  private static let quietAttempts = 4

  /// Begins.
  ///
  /// - Parameter didOpen: called when the store has turned out to be one.
  init(of store: SQLiteStore, _ log: Log, didOpen: @escaping @Sendable () -> Void) {
    self.store = store
    self.log = log
    self.didOpen = didOpen
    others = SQLiteStore(besideJournals: store.path, writeTimeout: Self.lockTimeout)
    queue.async { self.run() }
  }

  /// Returns once all is done, or something is in the way, or the time is over.
  func wait(until time: DispatchTime) { _ = tried.wait(timeout: time) }

  /// Returns once nothing is done any more. To be called after `end`.
  func waitForEnd() { ended.wait() }

  /// Names the one who is told what happens, and gives what has happened.
  func observe(_ tell: @escaping @Sendable (StartupNotice) -> Void) -> [StartupNotice] {
    state.withLock { state in
      state.tell = tell
      return state.news
    }
  }

  /// Why the store can't be opened, unless that is another program's lock, or not known yet.
  var obstacle: StoreError? { state.withLock { $0.obstacle } }

  // MARK: What the engine asks

  var isStoreOpen: Bool { state.withLock { $0.isStoreOpen } }

  var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

  func concerns(_ id: MemoID) -> Bool { state.withLock { $0.concerns(id) } }

  func finish(_ id: MemoID?) async throws(StoreError) {
    let problem = await withCheckedContinuation { continuation in
      let answer: StoreError?? = state.withLock { state in
        guard id.map(state.concerns) ?? state.isUnderWay else { return .some(nil) }
        if let problem = state.problem { return problem }
        state.waiters.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) } else { asked.signal() }
    }
    if let problem { throw problem }
  }

  func end(patience: Duration) {
    state.withLock { $0.deadline = .now + patience }
    asked.signal()
  }

  // MARK: The work

  private func run() {
    var attempts = 0
    while let problem = attempt() {
      attempts += 1
      let isLocked = problem.reason == .locked
      if !isLocked || attempts == Self.quietAttempts { tell(log.tell(.error, problem.description)) }
      let (given, isOver) = state.withLock { state in
        state.obstacle = isLocked || state.isStoreOpen ? nil : problem
        let isOver = state.deadline.map { !isLocked || state.waiters.isEmpty || $0 <= .now } ?? false
        if isOver { state.problem = problem }
        defer { if isOver || !isLocked { state.waiters = [] } }
        return (isOver || !isLocked ? state.waiters : [], isOver)
      }
      tried.signal()
      for waiter in given { waiter.resume(returning: problem) }
      if isOver { break }
      // What is not locked is tried again when somebody asks for it.
      if isLocked { _ = asked.wait(timeout: .now() + Self.pause) } else { asked.wait() }
    }
    others.letGo()
    tried.signal()
    ended.signal()
  }

  /// Does what is left to do; what was in the way, if something was.
  private func attempt() -> StoreError? {
    let problem = attemptOnce()
    // That may have been so once.
    return problem?.reason == .readOnly ? attemptOnce() : problem
  }

  private func attemptOnce() -> StoreError? {
    do throws(StoreError) {
      let isKnown = state.withLock { $0.memos != nil }
      let changes = isKnown ? nil : changesInJournals()
      if let changes { state.withLock { $0.memos = Set(changes.values.flatMap(\.keys)) } }
      if !isStoreOpen {
        try store.open()
        if let changes, let memos = try? unsavedMemos(changes) { state.withLock { $0.memos = memos } }
        log.write(.info, "the store is \(store.path)")
        let hasJournals = try !JournalFolder.journals(database: store.path).isEmpty
        state.withLock { state in
          state.isStoreOpen = true
          state.hasJournals = hasJournals
        }
        didOpen()
      }
      if state.withLock({ !$0.hasJournals }) {
        try forgetEndedJournals()
      } else {
        let report = try JournalRecovery.run(into: others, log: log)
        if !report.isEmpty { tell(StartupNotice(level: .warning, message: report.description)) }
      }
    } catch {
      // An index that is open for reading stays so for all, as long as any connection has it. The other store has let
      // go of it by itself.
      if error.reason == .readOnly { store.letGo() }
      return error
    }
    let waiters = state.withLock { state in
      state.isDone = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: nil) }
    return nil
  }

  /// Forgets what was kept for journals that are no more, for which nobody waits: another start can do it.
  private func forgetEndedJournals() throws(StoreError) {
    do throws(StoreError) {
      try store.forgetEndedJournals(timeout: Self.lockTimeout)
    } catch {
      if error.reason != .locked { throw error }
    }
  }

  /// The last change of each memo in each journal of an ended process; nil if not every journal can be read.
  private func changesInJournals() -> [Int: [MemoID: Int]]? {
    var changes: [Int: [MemoID: Int]] = [:]
    let skipped = Mutex(false)
    let orphans = try? JournalFolder.orphans(database: store.path) { _ in skipped.withLock { $0 = true } }
    guard let orphans else { return nil }
    for orphan in orphans {
      for (sequence, record) in orphan.records { changes[orphan.id, default: [:]][record.id] = sequence }
    }
    return skipped.withLock { $0 } ? nil : changes
  }

  /// The memos of which not all that stands in journals is saved.
  private func unsavedMemos(_ changes: [Int: [MemoID: Int]]) throws(StoreError) -> Set<MemoID> {
    var memos: Set<MemoID> = []
    for (journal, changes) in changes {
      let marks = try store.marks(ofJournal: journal)
      memos.formUnion(changes.filter { $0.value > marks[$0.key]?.sequence ?? 0 }.keys)
    }
    return memos
  }

  private func tell(_ news: StartupNotice) {
    let tell = state.withLock { state in
      state.news.append(news)
      return state.tell
    }
    tell?(news)
  }
}

extension BackgroundRecovery.State {
  fileprivate var isUnderWay: Bool { !isDone && memos?.isEmpty != true }

  fileprivate func concerns(_ id: MemoID) -> Bool { !isDone && memos?.contains(id) != false }
}
