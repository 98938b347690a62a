public import MemoModel
import MemoText

/// The notes service itself: memos in memory, their versions, and when they are saved.
///
/// Everything that changes a memo is synchronous and runs on one serial executor; whoever shares that executor calls
/// without a hop. Reads that take long work on snapshots elsewhere; saves run on a thread of their own.
public actor MemoEngine {
  /// The executor that every call runs on.
  public nonisolated let executor: any SerialExecutor

  /// The executor that every call runs on, as the runtime asks for it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: any MemoStore
  let journal: (any MemoJournal)?
  let recovery: (any PendingRecovery)?
  let time: TimeSource
  var configuration: EngineConfiguration
  var observers = Observers()
  /// Who is told what is done next.
  var workWatcher: (@Sendable (EngineWork) -> Void)?

  /// Every memo in memory: all unsaved ones, and saved ones that were used lately.
  var openMemos: [MemoID: OpenMemo] = [:]
  /// The memos whose last version, or whose end, the store does not know.
  var unsavedMemos: Set<MemoID> = []
  /// What lists show of them.
  var unsavedRows = UnsavedRows()
  /// What was found of identifiers without a memo in memory, for those who run just now.
  var fetched: [MemoID: Fetched] = [:]
  /// The reads of memos that are under way.
  var fetches: [Fetch] = []
  /// The versions that stored states have here, of memos that are not in memory, or where the store has others.
  var versionAliases: [MemoID: VersionAlias] = [:]
  /// The base of the next edit that was on its way when another's change was learnt of, and of those behind it, by
  /// whose edits they are: such an edit is refused even if its number is by chance the memo's version. Kept while the
  /// memo is not in memory, or gone.
  var outrunBases: [MemoID: [ChangeOrigin?: Int]] = [:]
  /// The sequence number up to which changes of other processes are known; nil before the store was first read.
  var knownChangeSequence: Int?
  /// Why the store could not be read when it was asked for that; nil if it was not asked away from the executor.
  var readFailure: EngineError?
  /// Whether the journal has lost what it had and not all of it was recorded anew.
  var journalNeedsRestart = false
  var counters = EngineCounters()
  var saving = SavingState()
  /// What is to be done once nobody works on a memo.
  var quietWork: [MemoID: @Sendable (isolated MemoEngine) -> Void] = [:]
  var realTimeWork = RealTimeWork()
  let writingQueue = BlockingQueue(label: "memo-store-writing")
  let readingQueue = BlockingQueue(label: "memo-store-reading", isAwaited: true)
  /// For what may take long: short reads don't queue behind it.
  let longReadingQueue = BlockingQueue(label: "memo-store-long-reading", isAwaited: true)
  /// For questions about what memos say, which may have to read long texts first.
  let linkQueue = BlockingQueue(label: "memo-links", isAwaited: true)
  let longLinkQueue = BlockingQueue(label: "memo-links-long", isAwaited: true)
  /// For long changes, which are worked out and written down beside the executor.
  let changeQueue = BlockingQueue(label: "memo-changes", isAwaited: true)
  /// What looks through stored memos, and where that stands.
  let references: ReferenceFilling
  var filling = FillingState()
  let searcher: Searcher
  /// Counts lookups; orders memos by use and tells generations apart.
  private(set) var uses = 0
  /// About how much memory the memos in memory take, and how much makes it worth while to look for some to forget.
  private var cachedBytes = 0
  private var trimThreshold: Int

  /// Creates an engine. Nothing is read before it is asked for.
  ///
  /// - Parameters:
  ///   - store: where memos are kept.
  ///   - journal: where changes stand until they are saved; without one, the end of the process takes them.
  ///   - recovery: what ended processes left, on its way into the store; without one, nothing is waited for.
  ///   - clock: what delays are measured on.
  ///   - date: the calendar, for `createdAt` and its like.
  ///   - executor: what to run on; nil makes a queue.
  public init(
    store: any MemoStore,
    journal: (any MemoJournal)? = nil,
    recovery: (any PendingRecovery)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Timestamp = { .now },
    configuration: EngineConfiguration = EngineConfiguration(),
    executor: (any SerialExecutor)? = nil
  ) {
    self.store = store
    self.journal = journal
    self.recovery = recovery
    self.time = TimeSource(clock, date: date)
    self.configuration = configuration
    self.trimThreshold = configuration.cacheBytes
    self.references = ReferenceFilling(store)
    self.searcher = Searcher(budget: configuration.searchBytes)
    self.executor = executor ?? QueueExecutor()
  }

  /// Changes when unsaved memos are saved, from the next change on.
  public func setAutosave(_ delays: AutosaveDelays) { configuration.autosave = delays }

  /// The most bytes a memo's text may have in UTF-8, and its properties as JSON.
  public var maximumMemoBytes: Int { configuration.maximumMemoBytes }

  /// When unsaved memos are saved.
  public var autosave: AutosaveDelays { configuration.autosave }

  /// The memo of an identifier, read from the store here and now if it was not fetched; nil if there is none.
  func open(_ id: MemoID) throws(EngineError) -> OpenMemo? {
    uses += 1
    if let memo = openMemos[id] {
      memo.lastUsed = uses
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

  /// Puts what is stored of a memo among those in memory.
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

  /// Gives a memo that is as it is stored the version that this state has here.
  func number(_ memo: OpenMemo, _ known: VersionAlias) {
    versionAliases[memo.metadata.id] = known.version == known.stored ? nil : known
    memo.metadata.version = known.version
    memo.savedVersion = known.version
    memo.textVersion = known.version
  }

  /// A number no memo in memory has.
  func nextGeneration() -> Int {
    uses += 1
    return uses
  }

  /// Puts a memo among those in memory.
  func keep(_ memo: OpenMemo) {
    memo.lastUsed = uses
    openMemos[memo.metadata.id] = memo
    count(memo)
    trimCache()
  }

  /// Counts the memory that a memo takes by now.
  func count(_ memo: OpenMemo) {
    cachedBytes -= memo.countedBytes
    memo.countedBytes = memo.memory
    cachedBytes += memo.countedBytes
  }

  private func discount(_ memo: OpenMemo) {
    cachedBytes -= memo.countedBytes
    memo.countedBytes = 0
  }

  /// Forgets saved memos not used lately, if those in memory have grown too many.
  func trimCache(afterSave: Bool = false) {
    // Where most of them are unsaved, little can be forgotten before the next save: no need to look at every new memo.
    if afterSave { trimThreshold = configuration.cacheBytes }
    guard cachedBytes > trimThreshold else { return }
    let byUse = openMemos.values.sorted { $0.lastUsed > $1.lastUsed }
    cachedBytes = 0
    for memo in byUse {
      memo.countedBytes = memo.memory
      cachedBytes += memo.countedBytes
    }
    // The last one used stays, however large: it is likely the one being written.
    for memo in byUse.dropFirst().reversed() where !unsavedMemos.contains(memo.metadata.id) {
      // Down to three quarters, so that not every next memo starts this again.
      guard cachedBytes > configuration.cacheBytes / 4 * 3 else { break }
      let (id, version) = (memo.metadata.id, memo.metadata.version)
      openMemos[id] = nil
      if versionAliases[id] == nil {
        versionAliases[id] = VersionAlias(revision: memo.storedRevision, stored: version, version: version)
      }
      discount(memo)
    }
    trimThreshold = max(configuration.cacheBytes, cachedBytes / 4 * 5)
  }

  /// Forgets those of these memos that are saved and that nobody has asked for since they were made.
  func letGoOfUnused(_ ids: Set<MemoID>) {
    for id in ids {
      guard let memo = openMemos[id], memo.lastUsed == 0, memo.isSaved else { continue }
      openMemos[id] = nil
      discount(memo)
    }
  }

  /// Reads from the store, and makes its errors the engine's.
  func read<Value>(_ body: (any MemoStore) throws(StoreError) -> Value) throws(EngineError) -> Value {
    try asking { () throws(StoreError) in
      try noteChangeSequence()
      return try body(store)
    }
  }

  /// Notes from when on others' changes are new to whoever asks for anything.
  func noteChangeSequence() throws(StoreError) {
    if knownChangeSequence == nil { knownChangeSequence = try store.externalChanges(since: nil).changeSequence }
  }
}
