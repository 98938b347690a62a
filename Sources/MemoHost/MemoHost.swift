package import Dispatch
public import MemoEngine
import MemoJournal
import MemoSQLite
import Synchronization

/// A path opened into a running engine, with all that keeps its memos: the store, a crash journal, what ended processes
/// left in theirs, and an eye on what other processes do.
public final class MemoHost: Sendable {
  /// The program's version.
  public static let version = "0.1.0"

  /// The memos.
  public let engine: MemoEngine

  private let store: SQLiteStore
  private let journal: CrashJournal
  private let recovery: BackgroundRecovery
  private let watch = Mutex<StoreWatch?>(nil)

  /// How long those who wait for a locked store's recovery may still wait once everything ends.
  private static let patienceAtEnd = Duration.seconds(5)

  /// Begins to open a store, elsewhere: the engine can be used at once, and what concerns memos that ended processes
  /// changed last waits by itself.
  ///
  /// - Parameters:
  ///   - path: the database file, made with its folder if it is missing.
  ///   - executor: what the engine runs on; nil makes a queue.
  package init(
    beginning path: String, configuration: EngineConfiguration, clock: any Clock<Duration>,
    date: @escaping @Sendable () -> Timestamp, executor: (any SerialExecutor)?, log: Log
  ) {
    store = SQLiteStore(besideJournals: path)
    let journal = CrashJournal(database: path)
    self.journal = journal
    // The journal's first file not before the store has turned out to be ours.
    recovery = BackgroundRecovery(of: store, log) { journal.prepare() }
    engine = MemoEngine(
      store: store, journal: journal, recovery: recovery, clock: clock, date: date,
      configuration: configuration, executor: executor)
  }

  /// Opens a store. Returns once what ended processes left is in it or, where another program keeps it locked, is on
  /// its way. What others do to it from then on is taken in.
  ///
  /// - Parameters:
  ///   - path: the database file, made with its folder if it is missing.
  ///   - clock: what delays are measured on.
  ///   - date: the calendar, for `createdAt` and its like.
  ///   - executor: what the engine runs on; without one, a queue of its own.
  ///   - log: where lines go; without one, nowhere.
  /// - Throws: ``StoreError`` if the store can't be opened.
  public convenience init(
    path: String, configuration: EngineConfiguration = EngineConfiguration(),
    clock: any Clock<Duration> = ContinuousClock(), date: @escaping @Sendable () -> Timestamp = { .now },
    executor: (any SerialExecutor)? = nil, log: Log = .none
  ) async throws(StoreError) {
    self.init(
      beginning: path, configuration: configuration, clock: clock, date: date, executor: executor,
      log: log)
    let obstacle = await away { host in
      host.recovery.wait(until: .distantFuture)
      guard let obstacle = host.recovery.obstacle else { return StoreError?.none }
      host.recovery.end(patience: .zero)
      host.recovery.waitForEnd()
      host.store.close()
      return obstacle
    }
    if let obstacle { throw obstacle }
    await engine.expectExternalChanges()
    watch.withLock { $0 = StoreWatch(engine) }
  }

  /// Takes in what others do to the store from now on. To be called on the engine's executor.
  package func watchOthers() {
    engine.assumeIsolated { $0.expectExternalChanges() }
    watch.withLock { $0 = StoreWatch(engine) }
  }

  /// Returns once the store is open and has everything, or something is in the way, or the time is over.
  package func wait(atMost time: DispatchTimeInterval) { recovery.wait(until: .now() + time) }

  /// Tells somebody from now on what happens while the store is opened; gives what has happened so far.
  public func observeStart(_ tell: @escaping @Sendable (StartupNotice) -> Void) -> [StartupNotice] {
    recovery.observe(tell)
  }

  /// Saves everything and closes the store. Nothing may be asked of the engine any more.
  ///
  /// - Throws: `storeUnavailable` if not all could be saved: it stays in the journal, and the next who opens the store
  ///   has it.
  public func close() async throws(EngineError) {
    await engine.prepareToEnd(patience: Self.patienceAtEnd)
    var failure: EngineError?
    do throws(EngineError) { _ = try await engine.flush(nil) } catch { failure = error }
    let isSaved = await engine.isEverythingSaved
    let ended = await away { host in Result { () throws(StoreError) in try host.end(isSaved: isSaved) } }
    if let failure { throw failure }
    try ended.mapError(EngineError.storeUnavailable).get()
  }

  /// Waits for what is under way and closes the store. To be called after the last save, and once.
  ///
  /// - Parameter isSaved: whether all changes are in the store.
  /// - Throws: ``StoreError`` if its files can't be left as they should be.
  package func end(isSaved: Bool) throws(StoreError) {
    defer { store.close() }
    watch.withLock { $0 = nil }
    recovery.waitForEnd()
    engine.endFilling()
    // What could not be saved, or could still be taken away, stays in the journal for the next start.
    if try store.settle(), isSaved { journal.remove() }
  }

  /// Does what waits on a thread that nobody else needs.
  private func away<Value: Sendable>(_ work: @escaping @Sendable (MemoHost) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "memo-host").async { continuation.resume(returning: work(self)) }
    }
  }
}
