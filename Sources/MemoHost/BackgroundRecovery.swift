import Dispatch
import MemoEngine
import MemoJournal
import MemoModel
import MemoSQLite
import StoreFiles
import Synchronization

/// Opens the store, and recovers the journals of earlier processes into it, on a thread of its own. The memos concerned
/// are read from the journals first, without the database. While another program keeps the store locked it tries again
/// and again, and while another process recovers some of them.
final class BackgroundRecovery: PendingRecovery {
  fileprivate struct State {
    /// The memos with changes in journals; nil while unknown.
    var memos: Set<MemoID>?
    var isStoreOpen = false
    /// Whether other processes' journals were beside the store then.
    var hasJournals = false
    /// Whether recovery is done.
    var isDone = false
    /// The time until which waiters may still wait, once the session ends.
    var deadline: ContinuousClock.Instant?
    /// The reason why recovery gave up; nil if it did not.
    var problem: StoreError?
    /// The reason why the store can't be opened, apart from another program's lock; nil if it can.
    var obstacle: StoreError?
    var waiters: [Waiter] = []
  }

  /// Somebody who waits for the changes of a memo; for those of all memos if it is nil.
  fileprivate struct Waiter {
    let memo: MemoID?
    /// The time from which on it no longer waits for other programs' locks; nil if it always does.
    let deadline: ContinuousClock.Instant?
    let continuation: CheckedContinuation<StoreError?, Never>
  }

  private let store: SQLiteStore
  /// The same store by other connections: clients are told of its writes like of other processes'.
  private let others: SQLiteStore
  private let log: Log
  private let didOpen: @Sendable () -> Void
  private let didEnd: @Sendable () -> Void
  private let notices: Notices
  private let state = Mutex(State())
  private let began = ContinuousClock.now
  private let queue = DispatchQueue(label: "memo-recovery")
  private let tried = DispatchSemaphore(value: 0)
  private let asked = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// The time that an attempt waits for another program's lock, in milliseconds.
  private static let lockTimeout: Int32 = 100
  /// The pause after an attempt that met a lock.
  private static let pause = DispatchTimeInterval.milliseconds(250)
  /// The number of attempts in a row that meet a lock before that is reported: other starting servers take it, too.
  private static let quietAttempts = 4
  /// The longest wait for what another process recovers, which takes a moment unless that one was stopped.
  private static let patienceWithOthers = Duration.seconds(120)

  /// Starts.
  ///
  /// - Parameters:
  ///   - notices: receives what is in the way, and what was recovered.
  ///   - didOpen: called once the store has been opened.
  ///   - didEnd: called once everything is in the store.
  init(
    of store: SQLiteStore, _ log: Log, _ notices: Notices, didOpen: @escaping @Sendable () -> Void,
    didEnd: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.log = log
    self.notices = notices
    self.didOpen = didOpen
    self.didEnd = didEnd
    others = SQLiteStore(besideJournals: store.path, writeTimeout: Self.lockTimeout)
    queue.async { self.run() }
  }

  /// Returns once recovery is done, or something is in the way, or the time is over.
  func wait(until time: DispatchTime) { _ = tried.wait(timeout: time) }

  /// Returns once its thread has stopped. Call it after `end`.
  func waitForEnd() { ended.wait() }

  /// The reason why the store can't be opened, apart from another program's lock; nil also if that is unknown yet.
  var obstacle: StoreError? { state.withLock { $0.obstacle } }

  // MARK: What the engine asks

  var isStoreOpen: Bool { state.withLock { $0.isStoreOpen } }

  var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

  func concerns(_ id: MemoID) -> Bool { state.withLock { $0.concerns(id) } }

  func finish(_ id: MemoID?, until deadline: ContinuousClock.Instant?) async throws(StoreError) {
    let problem = await withCheckedContinuation { continuation in
      let answer: StoreError?? = state.withLock { state in
        guard state.concerns(id) else { return .some(nil) }
        if let problem = state.problem { return problem }
        state.waiters.append(Waiter(memo: id, deadline: deadline, continuation: continuation))
        return nil
      }
      if let answer { continuation.resume(returning: answer) } else { asked.signal() }
    }
    if let problem { throw problem }
  }

  func end(patience: Duration) {
    state.withLock { $0.deadline = min($0.deadline ?? .now + patience, .now + patience) }
    asked.signal()
  }

  // MARK: The work

  private func run() {
    var attempts = 0
    while let problem = attempt() {
      attempts += 1
      let isLocked = problem.reason == .locked
      if !isLocked || attempts == Self.quietAttempts { notices.tell(log.tell(.error, problem.description)) }
      let (given, isOver) = state.withLock { state in
        state.obstacle = isLocked || state.isStoreOpen ? nil : problem
        let isOver = state.deadline.map { !isLocked || state.waiters.isEmpty || $0 <= .now } ?? false
        if isOver { state.problem = problem }
        let now = ContinuousClock.now
        let areAllTold = isOver || !isLocked
        let told = state.waiters.filter { areAllTold || $0.deadline.map { $0 <= now } ?? false }
        state.waiters.removeAll { areAllTold || $0.deadline.map { $0 <= now } ?? false }
        return (told, isOver)
      }
      tried.signal()
      for waiter in given { waiter.continuation.resume(returning: problem) }
      if isOver { break }
      // An obstacle other than a lock is tried again when somebody asks.
      if isLocked { _ = asked.wait(timeout: .now() + Self.pause) } else { asked.wait() }
    }
    others.letGo()
    tried.signal()
    ended.signal()
  }

  /// Does the remaining work; returns the obstacle, if there was one.
  private func attempt() -> StoreError? {
    let problem = attemptOnce()
    // It may be writable the next time.
    return problem?.reason == .readOnly ? attemptOnce() : problem
  }

  private func attemptOnce() -> StoreError? {
    do throws(StoreError) {
      // Whoever keeps the first memo makes it: till then nothing is there to be opened or recovered.
      if try store.isMissing, (try? JournalFolder.journals(database: store.path))?.isEmpty ?? true { return finish() }
      let isKnown = state.withLock { $0.memos != nil }
      let changes = isKnown ? nil : JournalFolder.lastChanges(database: store.path)
      if let changes { know(Set(changes.values.flatMap(\.keys))) }
      if !isStoreOpen {
        try store.open()
        if let changes, let memos = try? unsavedMemos(changes) { know(memos) }
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
        var underWay: StoreError?
        try JournalRecovery.run(into: others) { report in
          notices.tell(log.tell(.warning, report.description))
        } isUnderWay: {
          underWay = $0
        }
        if let underWay, .now < began + Self.patienceWithOthers { throw underWay }
      }
    } catch {
      // An index that was opened read-only stays so for all connections, until every one has closed it. The other store
      // closes its own.
      if error.reason == .readOnly { store.letGo() }
      return error
    }
    return finish()
  }

  /// Remembers the memos concerned: whoever waits for another one need not.
  private func know(_ memos: Set<MemoID>) {
    let freed = state.withLock { state in
      state.memos = memos
      let waiters = state.waiters
      state.waiters = waiters.filter { state.concerns($0.memo) }
      return waiters.filter { !state.concerns($0.memo) }
    }
    for waiter in freed { waiter.continuation.resume(returning: nil) }
  }

  private func finish() -> StoreError? {
    let waiters = state.withLock { state in
      (state.isStoreOpen, state.isDone) = (true, true)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: nil) }
    didEnd()
    return nil
  }

  /// Deletes what was kept for journals that no longer exist. Nobody waits for that: another start can do it.
  private func forgetEndedJournals() throws(StoreError) {
    do throws(StoreError) {
      try store.forgetEndedJournals(timeout: Self.lockTimeout)
    } catch {
      if error.reason != .locked { throw error }
    }
  }

  /// The memos with unsaved changes in journals.
  private func unsavedMemos(_ changes: [Int: [MemoID: Int]]) throws(StoreError) -> Set<MemoID> {
    var memos: Set<MemoID> = []
    for (journal, changes) in changes {
      let marks = try store.marks(ofJournal: journal)
      memos.formUnion(changes.filter { $0.value > marks[$0.key]?.sequence ?? 0 }.keys)
    }
    return memos
  }
}

extension BackgroundRecovery.State {
  fileprivate var isUnderWay: Bool { !isDone && memos?.isEmpty != true }

  fileprivate func concerns(_ id: MemoID) -> Bool { !isDone && memos?.contains(id) != false }

  /// Whether changes of a memo, or of any memo if it is nil, may not be in the store yet.
  fileprivate func concerns(_ id: MemoID?) -> Bool { id.map { concerns($0) } ?? isUnderWay }
}
