public import MemoModel
import MemoText

/// The notes service itself: memos in memory, their versions, and when they are saved.
///
/// Everything that changes a memo is synchronous and runs on one serial executor; whoever shares that executor calls without a
/// hop. Reads that take long work on snapshots elsewhere; saves run on a thread of their own.
public actor MemoEngine {
  /// The executor that every call runs on.
  public nonisolated let executor: any SerialExecutor

  /// The executor that every call runs on, as the runtime asks for it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: any MemoStore
  let time: TimeSource
  var configuration: EngineConfiguration
  /// Told of every event, on the engine's executor.
  var onEvent: @Sendable (EngineEvent) -> Void = { _ in }

  /// Every memo in memory: all unsaved ones, and saved ones that were used lately.
  var openMemos: [MemoID: OpenMemo] = [:]
  /// The memos whose last version, or whose end, the store does not know.
  var unsavedMemos: Set<MemoID> = []
  var counters = EngineCounters()
  var saving = SavingState()
  let writingQueue = BlockingQueue(label: "memo-store-writing")
  /// Counts lookups; orders memos by use and tells generations apart.
  private(set) var uses = 0
  private var cachedBytes = 0

  /// Creates an engine. Nothing is read before it is asked for.
  ///
  /// - Parameters:
  ///   - store: where memos are kept.
  ///   - clock: what delays are measured on.
  ///   - date: the calendar, for `createdAt` and its like.
  ///   - executor: what to run on; nil makes a queue.
  public init(
    store: any MemoStore,
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Timestamp = { .now },
    configuration: EngineConfiguration = EngineConfiguration(),
    executor: (any SerialExecutor)? = nil
  ) {
    self.store = store
    self.time = TimeSource(clock, date: date)
    self.configuration = configuration
    self.executor = executor ?? QueueExecutor()
  }

  /// Names the one who is told of every event, on the engine's executor.
  public func observe(_ observer: @escaping @Sendable (EngineEvent) -> Void) { onEvent = observer }

  /// Changes when unsaved memos are saved, from the next change on.
  public func setAutosave(_ delays: AutosaveDelays) { configuration.autosave = delays }

  /// When unsaved memos are saved.
  public var autosave: AutosaveDelays { configuration.autosave }

  /// The memo of an identifier, read from the store if need be; nil if there is none.
  func open(_ id: MemoID) throws(EngineError) -> OpenMemo? {
    uses += 1
    if let memo = openMemos[id] {
      memo.lastUsed = uses
      return memo.isDestroyed ? nil : memo
    }
    guard let stored = try read({ store throws(StoreError) in try store.memo(id) }) else { return nil }
    guard let text = Rope(validatingUTF8: stored.text) else {
      throw .storeUnavailable(
        StoreError(.corrupt, "the text of memo \(id) is damaged; copy the store's file and restore a backup"))
    }
    let memo = OpenMemo(
      generation: uses, metadata: stored.metadata, text: text, savedVersion: stored.metadata.version, hasRow: true)
    keep(memo)
    return memo
  }

  /// A number no memo in memory has.
  func nextGeneration() -> Int {
    uses += 1
    return uses
  }

  /// Puts a memo among those in memory, and forgets saved ones not used lately if they have grown too many.
  func keep(_ memo: OpenMemo) {
    memo.lastUsed = uses
    openMemos[memo.metadata.id] = memo
    cachedBytes += memo.cost
    if cachedBytes > configuration.cacheBytes { forgetLeastUsed(but: memo) }
  }

  private func forgetLeastUsed(but kept: OpenMemo) {
    var saved = openMemos.values.filter { !unsavedMemos.contains($0.metadata.id) && $0 !== kept }
    saved.sort { $0.lastUsed > $1.lastUsed }
    cachedBytes = openMemos.values.reduce(0) { $0 + $1.cost }
    // Down to three quarters, so that not every next memo starts this again.
    while cachedBytes > configuration.cacheBytes / 4 * 3, let memo = saved.popLast() {
      openMemos[memo.metadata.id] = nil
      cachedBytes -= memo.cost
    }
  }

  /// Reads from the store, and makes its errors the engine's.
  func read<Value>(_ body: (any MemoStore) throws(StoreError) -> Value) throws(EngineError) -> Value {
    do throws(StoreError) {
      return try body(store)
    } catch {
      throw .storeUnavailable(error)
    }
  }
}

extension OpenMemo {
  /// About how much memory it takes, in bytes.
  fileprivate var cost: Int { text.summary.utf8 + 1024 }
}
