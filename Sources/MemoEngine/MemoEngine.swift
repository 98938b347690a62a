public import MemoModel
import MemoText

/// The notes service itself: memos in memory, their versions, and when they are saved.
///
/// Every change of a memo is synchronous and runs on one serial executor; whoever shares that executor calls without a
/// hop. Long reads work on snapshots elsewhere; saves run on a thread of their own.
public actor MemoEngine {
  /// The executor that every call runs on.
  public nonisolated let executor: any SerialExecutor

  /// The same executor, in the form that the runtime asks for.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: any MemoStore
  /// The same store, for whoever reads it.
  let shared: SharedStore
  let journal: (any MemoJournal)?
  let recovery: (any PendingRecovery)?
  let time: TimeSource
  var configuration: EngineConfiguration
  var observers = Observers()
  /// Called before each piece of background work.
  var workWatcher: (@Sendable (EngineWork) -> Void)?

  /// Every memo in memory: all unsaved ones, and saved ones that were used recently.
  var openMemos: [MemoID: OpenMemo] = [:]
  /// The memos whose last version, or whose destruction, is not stored.
  var unsavedMemos: Set<MemoID> = []
  /// Those memos as lists show them.
  var unsavedRows = UnsavedRows()
  /// Results of reads for identifiers without a memo in memory, while their callers run.
  var fetched: [MemoID: Fetched] = [:]
  /// The reads of memos that are running.
  var fetches: [Fetch] = []
  /// The versions under which stored states are known here, for memos that are not in memory, or where the store has
  /// others.
  var versionAliases = SortedMap<MemoID, VersionAlias>()
  /// For each origin, the base of its next edit that was on its way when another's change became known, or follows one
  /// that was: such an edit is refused even if its number happens to be the memo's version. Kept while the memo is not
  /// in memory, or gone.
  var outrunBases: [MemoID: [ChangeOrigin?: Int]] = [:]
  /// The reason why the store could not be read off the executor; nil if that was not tried, or succeeded.
  var readFailure: EngineError?
  /// Whether the journal has lost records and not all of them were recorded anew.
  var journalNeedsRestart = false
  var counters = EngineCounters()
  var saving = SavingState()
  var pulling = PullingState()
  /// Work to be done once nobody works on a memo.
  var quietWork: [MemoID: @Sendable (isolated MemoEngine) -> Void] = [:]
  var realTimeWork = RunningWork()
  let writingQueue = BlockingQueue(label: "memo-store-writing")
  /// For what a person waits for to be written: a queue of no importance would take long if the processor is busy.
  let awaitedWritingQueue = BlockingQueue(label: "memo-store-awaited-writing", isAwaited: true)
  let readingQueue = BlockingQueue(label: "memo-store-reading", isAwaited: true)
  /// For long reads, so that short ones don't queue behind them, and typing goes first.
  let longReadingQueue = BlockingQueue(label: "memo-store-long-reading", isAwaited: true, isLong: true)
  /// For what other processes have stored, and how this process's own files are.
  let pullingQueue = BlockingQueue(label: "memo-store-pulling", isAwaited: true)
  /// For queries about references, which may have to read long texts first.
  let linkQueue = BlockingQueue(label: "memo-links", isAwaited: true)
  let longLinkQueue = BlockingQueue(label: "memo-links-long", isAwaited: true)
  /// For long changes, which are worked out and staged off the executor.
  let changeQueue = BlockingQueue(label: "memo-changes", isAwaited: true)
  /// Indexes stored memos, and its state.
  let references: ReferenceFilling
  var filling = FillingState()
  let searcher: Searcher
  /// Counts lookups; orders memos by use and tells generations apart.
  private(set) var uses = 0
  /// The memory, roughly, that the memos in memory take.
  private var cachedBytes = 0
  /// The saved ones of them by their last use.
  private var droppable = MemoQueue<Int>()

  /// Creates an engine. Nothing is read until it is asked for.
  ///
  /// - Parameters:
  ///   - store: where memos are kept.
  ///   - journal: keeps changes until they are saved; without one, the end of the process loses them.
  ///   - recovery: the recovery of ended processes' journals; without one, nothing waits for it.
  ///   - clock: measures delays.
  ///   - date: the calendar, for `createdAt` and the like.
  ///   - executor: where to run; nil makes a queue.
  public init(
    store: any MemoStore,
    journal: (any MemoJournal)? = nil,
    recovery: (any PendingRecovery)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Timestamp = { .now },
    configuration: EngineConfiguration = EngineConfiguration(),
    executor: (any SerialExecutor)? = nil
  ) {
    (self.store, shared) = (store, SharedStore(store))
    self.journal = journal
    self.recovery = recovery
    self.time = TimeSource(clock, date: date)
    self.configuration = configuration
    self.references = ReferenceFilling(store)
    self.searcher = Searcher(budget: configuration.searchBytes)
    self.executor = executor ?? QueueExecutor()
  }

  /// Changes when unsaved memos are saved, from the next change on.
  public func setAutosave(_ delays: AutosaveDelays) { configuration.autosave = delays }

  /// The most bytes of a memo's text in UTF-8, and of its properties as JSON.
  public var maximumMemoBytes: Int { configuration.maximumMemoBytes }

  /// The time when unsaved memos are saved.
  public var autosave: AutosaveDelays { configuration.autosave }

  /// The memo with an identifier, read from the store here and now if it was not fetched; nil if there is none.
  func open(_ id: MemoID) throws(EngineError) -> OpenMemo? {
    uses += 1
    if let memo = openMemos[id] {
      memo.lastUsed = uses
      noteUse(of: memo)
      return memo.isDestroyed ? nil : memo
    }
    switch fetched[id] {
    case .absent?: return nil
    case .failed(let error)?: throw error
    case nil: break
    }
    let found = try read { store throws(StoreError) in
      try store.memo(id).map(MemoContents.init)
    }
    return found.map { take($0, as: id) }
  }

  /// Puts a stored memo into memory.
  @discardableResult
  func take(_ found: MemoContents, as id: MemoID) -> OpenMemo {
    uses += 1
    let memo = OpenMemo(generation: uses, contents: found, savedVersion: found.metadata.version, stored: found)
    if let known = versionAliases[id] {
      if known.revision != found.revision {
        outrun(id, known.version)
        memo.outrunVersion = known.version
      }
      number(memo, known.following(found.metadata.version, revision: found.revision))
    }
    keep(memo)
    return memo
  }

  /// Gives a memo in its stored state the version under which that is known here.
  func number(_ memo: OpenMemo, _ known: VersionAlias) {
    versionAliases[memo.metadata.id] = known.version == known.stored ? nil : known
    memo.metadata.version = known.version
    memo.savedVersion = known.version
    memo.textVersion = known.version
  }

  /// A number that no memo in memory has.
  func nextGeneration() -> Int {
    uses += 1
    return uses
  }

  /// Puts a memo into memory.
  func keep(_ memo: OpenMemo) {
    memo.lastUsed = uses
    openMemos[memo.metadata.id] = memo
    noteUse(of: memo)
    count(memo)
    trimCache()
  }

  /// Puts a memo among those that may be dropped, if it is saved, behind those that were not used since.
  func noteUse(of memo: OpenMemo) {
    let id = memo.metadata.id
    droppable.set(openMemos[id] === memo && !unsavedMemos.contains(id) ? memo.lastUsed : nil, of: id)
  }

  /// Updates the memory that a memo is counted with.
  func count(_ memo: OpenMemo) {
    cachedBytes -= memo.countedBytes
    memo.countedBytes = memo.memory
    cachedBytes += memo.countedBytes
  }

  /// Removes a memo from memory.
  func drop(_ memo: OpenMemo) {
    openMemos[memo.metadata.id] = nil
    noteUse(of: memo)
    cachedBytes -= memo.countedBytes
    memo.countedBytes = 0
  }

  /// The most memos that are dropped at once.
  private static let mostDropped = 256

  /// Drops the saved memos that were not used for longest, some at once, if those in memory take too much. The one used
  /// last stays, however large: it is likely the one being written.
  func trimCache() {
    for _ in 0..<Self.mostDropped {
      guard cachedBytes > configuration.cacheBytes, let (use, id) = droppable.first, use < uses,
        let memo = openMemos[id]
      else { return }
      if versionAliases[id] == nil {
        let version = memo.metadata.version
        versionAliases[id] = VersionAlias(revision: memo.storedRevision, stored: version, version: version)
      }
      drop(memo)
    }
  }

  /// Drops those of these memos that are saved and were not used since they were created.
  func letGoOfUnused(_ ids: Set<MemoID>) {
    for id in ids {
      if let memo = openMemos[id], memo.lastUsed == 0, memo.isSaved { drop(memo) }
    }
  }

  /// Reads from the store, and converts its errors to the engine's.
  func read<Value>(_ body: (any MemoStore) throws(StoreError) -> Value) throws(EngineError) -> Value {
    try shared.read(body)
  }
}
