package import Dispatch
public import MemoEngine
package import MemoFolder
import MemoJournal
import MemoSQLite
import Synchronization

/// A path opened into a running engine, with everything that keeps its memos: the store, a crash journal, the recovery
/// of ended processes' journals, a watch on other processes' changes, and perhaps a folder of files.
public final class MemoHost: Sendable {
  /// The program's version.
  public static let version = "0.1.0"

  /// The engine.
  public let engine: MemoEngine

  /// Keeps a folder in sync with the store; nil if this host has none.
  package let folder: FolderKeeping?

  /// The same folder's files, for those who have them open; nil if there is none here.
  package let files: NoteFiles?

  private let store: SQLiteStore
  private let journal: CrashJournal
  private let recovery: BackgroundRecovery
  private let endedJournals: EndedJournals
  private let notices: Notices
  private let watch = Mutex<StoreWatch?>(nil)
  /// The file that wakes the watch on others; nil where time stands still until somebody moves it, and others' saves
  /// do, too.
  let lockFile: String?

  /// The time that waiters may still wait for a locked store's recovery once the host ends.
  private static let patienceAtEnd = Duration.seconds(5)

  /// Starts to open a store in the background: the engine can be used at once, and requests about memos with changes in
  /// orphaned journals wait by themselves.
  ///
  /// - Parameters:
  ///   - path: the database file, created with its folder if it is missing.
  ///   - isMadeLate: whether a missing store is made once a memo is to be kept, rather than now.
  ///   - folder: a folder of files to keep in sync, once the store is recovered; nil for none.
  ///   - executor: where the engine runs; nil makes a queue.
  package init(
    beginning path: String, isMadeLate: Bool = false, folder: FolderKeeping? = nil, configuration: EngineConfiguration,
    clock: any Clock<Duration>, date: @escaping @Sendable () -> Timestamp, executor: (any SerialExecutor)?, log: Log
  ) {
    store = SQLiteStore(besideJournals: path, isMadeLate: isMadeLate)
    lockFile = clock is ContinuousClock ? store.lockFile : nil
    let (journal, notices) = (CrashJournal(database: path), Notices())
    (self.journal, self.notices, self.folder) = (journal, notices, folder)
    files = folder.map { [store] in NoteFiles($0, store, limit: configuration.maximumMemoBytes) }
    let endedJournals = EndedJournals(beside: path, own: journal.id, log, notices)
    self.endedJournals = endedJournals
    // The journal's first file is created only for a store that has proved to be ours; a memo becomes a file only with
    // all its acknowledged changes.
    recovery = BackgroundRecovery(of: store, log, notices, didOpen: { journal.prepare() }) {
      folder?.begin()
      endedJournals.begin()
    }
    var configuration = configuration
    configuration.dailyFiles = { folder?.dailyFiles }
    engine = MemoEngine(
      store: store, journal: journal, recovery: recovery, clock: clock, date: date,
      configuration: configuration, executor: executor)
    folder?.observe(didStore: { [engine] in Task { await engine.pullExternalChanges() } }) { news in
      notices.tell(log.tell(LogLevel(news.weight), news.message))
    }
    folder?.whenTakingOver { endedJournals.recover() }
  }

  /// Opens a store. Returns once the journals of ended processes are recovered or, if another program keeps the store
  /// locked, while that goes on. Other processes' changes are taken in from then on.
  ///
  /// - Parameters:
  ///   - path: the database file, created with its folder if it is missing.
  ///   - folder: a folder that `memo-ls folder attach` has attached to this store, whose files are kept in sync with
  ///     the memos as long as no other process does so; nil for none.
  ///   - clock: measures delays.
  ///   - date: the calendar, for `createdAt` and the like.
  ///   - executor: where the engine runs; nil makes a queue.
  ///   - log: receives log lines; by default nothing is logged.
  /// - Throws: ``StoreError`` if the store, or the folder, can't be opened.
  public convenience init(
    path: String, folder: String? = nil, configuration: EngineConfiguration = EngineConfiguration(),
    clock: any Clock<Duration> = ContinuousClock(), date: @escaping @Sendable () -> Timestamp = { .now },
    executor: (any SerialExecutor)? = nil, log: Log = .none
  ) async throws(StoreError) {
    var keeping: FolderKeeping?
    do throws(FolderError) {
      keeping = try folder.map { folder throws(FolderError) in
        try Self.keeping(NotesFolder(path: folder), store: path, configuration)
      }
    } catch {
      throw StoreError(.other, error.description)
    }
    self.init(
      beginning: path, folder: keeping, configuration: configuration, clock: clock, date: date, executor: executor,
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
    let watch = await StoreWatch(engine, keeping, endedJournals, lockFile: lockFile)
    self.watch.withLock { $0 = watch }
  }

  /// Keeps a folder in sync with a store, for which it opens the store once more.
  ///
  /// - Parameter polling: the time from one look at all files to the next; nil if the system tells of changes as far as
  ///   it can.
  /// - Throws: ``FolderError`` if no file descriptor is left.
  package static func keeping(
    _ folder: NotesFolder, store path: String, _ configuration: EngineConfiguration, polling: Duration? = nil
  ) throws(FolderError) -> FolderKeeping {
    try FolderKeeping(
      folder, at: path, limit: configuration.maximumMemoBytes, dailyFormat: configuration.dailyFormat,
      polling: polling
    ) { SQLiteStore(besideJournals: path) }
  }

  /// Takes in other processes' changes from now on. Must be called on the engine's executor.
  package func watchOthers() {
    let watch = engine.assumeIsolated { engine in
      engine.expectExternalChanges()
      return StoreWatch(engine, folder, endedJournals, lockFile: lockFile)
    }
    self.watch.withLock { $0 = watch }
  }

  /// Returns once the store is open and recovered, or something is in the way, or the time is over.
  package func wait(atMost time: DispatchTimeInterval) { recovery.wait(until: .now() + time) }

  /// Reports later events of the opening, and of the folder, to a body; returns the events so far.
  public func observeStart(_ tell: @escaping @Sendable (StartupNotice) -> Void) -> [StartupNotice] {
    notices.observe(tell)
  }

  /// Saves everything and closes the store. The engine must not be used afterwards.
  ///
  /// - Throws: `storeUnavailable` if not all could be saved: the rest stays in the journal for the next start.
  public func close() async throws(EngineError) {
    await engine.prepareToEnd(patience: Self.patienceAtEnd)
    var failure: EngineError?
    do throws(EngineError) { _ = try await engine.flush(nil) } catch { failure = error }
    let isSaved = await engine.isEverythingSaved
    let ended = await away { host in Result { () throws(StoreError) in try host.end(isSaved: isSaved) } }
    if let failure { throw failure }
    try ended.mapError(EngineError.storeUnavailable).get()
  }

  /// Waits for running work and closes the store. Call it once, after the last save.
  ///
  /// - Parameter isSaved: whether all changes are in the store.
  /// - Throws: ``StoreError`` if its files can't be left as they should be.
  package func end(isSaved: Bool) throws(StoreError) {
    defer { store.close() }
    watch.withLock { $0 = nil }
    recovery.waitForEnd()
    endedJournals.end()
    // The last saves go into their files.
    folder?.end()
    engine.endFilling()
    // Changes that are unsaved, or not safe yet, stay in the journal for the next start.
    if try store.settle(), isSaved { journal.remove() }
  }

  /// Runs blocking work on a thread that nobody else needs.
  private func away<Value: Sendable>(_ work: @escaping @Sendable (MemoHost) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "memo-host").async { continuation.resume(returning: work(self)) }
    }
  }
}
