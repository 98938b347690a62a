package import Dispatch
package import JSON
package import MemoModel
import Synchronization

/// A store in memory whose writes can be made to fail, or to wait. Several stores can share what is stored, as
/// processes do.
package final class TestStore: MemoStore {
  /// What is stored.
  package final class Shelf: Sendable {
    struct State {
      var memos: [MemoID: (row: ListRow, text: [UInt8], revision: Int)] = [:]
      /// Every state that ever was stored.
      var revisions: [MemoID: [Int: StoredMemo]] = [:]
      /// The histories, oldest state first, and where undoing and redoing lead from each.
      var histories: [MemoID: [(entry: HistoryEntry, links: UndoLinks)]] = [:]
      var changes: [(writer: Int, change: ExternalChanges.Change)] = []
      var marks: [Int: [MemoID: JournalMark]] = [:]
      var writers = 0
      /// What the memos' texts say, as far as they were looked at.
      var references: [MemoID: MemoReferences] = [:]
      /// The memos in the order in which they were made.
      var order: [MemoID] = []
      var imports: [String: ImportRecord] = [:]
      var exports: [String: [String: String]] = [:]
      var files: [FileRow] = []
      /// The paths that files are to have next.
      var wanted: [MemoID: String] = [:]
      /// The files that clients have open, by their stores.
      var open: [Int: Set<MemoID>] = [:]
    }

    let state = Mutex(State())

    /// Creates a shelf with nothing on it.
    package init() {}

    /// Replaces a stored memo's properties, as an earlier version may have left them.
    package func replaceProperties(of id: MemoID, with properties: JSONObject) {
      state.withLock { state in
        guard let old = state.memos[id] else { return }
        let summary = old.row.summary
        var metadata = summary.metadata
        metadata.properties = properties
        let row = ListRow(
          summary: MemoSummary(
            metadata: metadata, displayTitle: summary.displayTitle, preview: summary.preview, bytes: summary.bytes),
          sortTitle: old.row.sortTitle)
        state.memos[id] = (row, old.text, old.revision)
      }
    }
  }

  private struct State {
    var failures: [StoreError] = []
    var lies: [StoreError] = []
    var refused: [MemoID: StoreError] = [:]
    var readFailures: [StoreError] = []
    var transactions: [[StoreChange]] = []
    var textsWritten = 0
    var partsReadAhead = 0
    var memoryGivenBack = 0
    var reads = 0
    var writes = 0
    var besideJournals: Set<MemoID> = []
    var isUnsettled = false
    var deadlines: [ContinuousClock.Instant] = []
  }

  /// The longest memo that may be read now.
  @TaskLocal static var mostBytes = Int.max

  /// What is stored.
  package let shelf: Shelf
  let writer: Int
  private let state = Mutex(State())
  private let failureInterval: Int
  private let changesKept: Int
  private let gate = Mutex<DispatchSemaphore?>(nil)
  private let arrivals = DispatchSemaphore(value: 0)
  private let snapshotObserver = Mutex<@Sendable (MemoID) -> Void>({ _ in })
  private let writeObserver = Mutex<@Sendable () -> Void>({})
  private let readObserver = Mutex<@Sendable () -> Void>({})
  private let textObserver = Mutex<@Sendable () -> Void>({})
  let mostRead = Mutex(0)
  let readTextObserver = Mutex<@Sendable () -> Void>({})
  let historyObserver = Mutex<@Sendable () -> Void>({})
  let listObserver = Mutex<@Sendable () -> Void>({})
  let backlinkObserver = Mutex<@Sendable () -> Void>({})
  let destinationObserver = Mutex<@Sendable ([String]) -> Void>({ _ in })

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - shelf: what is stored already, perhaps by others.
  ///   - failureInterval: each write of this number, and of its multiples, fails.
  ///   - changesKept: how many of the last changes a snapshot knows.
  package init(_ shelf: Shelf = Shelf(), failureInterval: Int = .max, changesKept: Int = .max) {
    self.changesKept = changesKept
    self.shelf = shelf
    self.failureInterval = failureInterval
    writer = shelf.state.withLock { state in
      state.writers += 1
      return state.writers
    }
  }

  /// Makes the next writes fail, one after the other.
  package func failNext(_ errors: [StoreError]) { state.withLock { $0.failures += errors } }

  /// Makes every write of one of these memos fail from now on, and no other.
  package func refuse(_ memos: [MemoID: StoreError]) { state.withLock { $0.refused = memos } }

  /// Sets whether what is saved counts as not yet safe from now on.
  package func keepUnsettled(_ isUnsettled: Bool) { state.withLock { $0.isUnsettled = isUnsettled } }

  /// As the port says.
  package var isSettled: Bool { state.withLock { !$0.isUnsettled } }

  /// As the port says.
  package func settle() throws(StoreError) -> Bool { isSettled }

  /// Makes the next writes say that they failed though they did not, one after the other.
  package func lieNext(_ errors: [StoreError]) { state.withLock { $0.lies += errors } }

  /// Makes the next reads of memos with their texts fail, one after the other.
  package func failNextReads(_ errors: [StoreError]) { state.withLock { $0.readFailures += errors } }

  /// A copy of the store as another process would find it; nothing is shared with it.
  package func copy() -> TestStore {
    let copy = Shelf()
    let stored = shelf.state.withLock { $0 }
    copy.state.withLock { $0 = stored }
    return TestStore(copy)
  }

  /// As the port says; its writes never wait for other programs.
  package func writing<Value>(
    until deadline: ContinuousClock.Instant, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    state.withLock { $0.deadlines.append(deadline) }
    return try body()
  }

  /// Until when each write that a person waits for was allowed to wait for other programs.
  package var deadlines: [ContinuousClock.Instant] { state.withLock { $0.deadlines } }

  /// Holds each write until the semaphore is signalled for it.
  package func hold(at semaphore: DispatchSemaphore?) { gate.withLock { $0 = semaphore } }

  /// Sets the observer that is told of each memo that a snapshot hands over.
  package func observeSnapshots(_ observer: @escaping @Sendable (MemoID) -> Void) {
    snapshotObserver.withLock { $0 = observer }
  }

  /// Sets the observer that is told of each memo read or looked up by itself, before the result is handed over.
  package func observeReads(_ observer: @escaping @Sendable () -> Void) { readObserver.withLock { $0 = observer } }

  /// Sets the observer that is told before memos are read together with their texts.
  package func observeTexts(_ observer: @escaping @Sendable () -> Void) { textObserver.withLock { $0 = observer } }

  /// Sets the observer that is told before a list, or the store's statistics, are read.
  package func observeLists(_ observer: @escaping @Sendable () -> Void) { listObserver.withLock { $0 = observer } }

  /// Sets the observer that is told before a history is read.
  package func observeHistories(_ observer: @escaping @Sendable () -> Void) {
    historyObserver.withLock { $0 = observer }
  }

  /// Sets the observer that is told of each write, on its thread.
  package func observeWrites(_ observer: @escaping @Sendable () -> Void) { writeObserver.withLock { $0 = observer } }

  /// Returns once a write has arrived at the store.
  package func waitForWrite() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrivals.wait()
        continuation.resume()
      }
    }
  }

  /// The transactions committed so far.
  package var transactions: [[StoreChange]] { state.withLock { $0.transactions } }
  /// How often a text was stored.
  package var textsWritten: Int { state.withLock { $0.textsWritten } }
  /// How many parts of all names were read ahead.
  package var partsReadAhead: Int { state.withLock { $0.partsReadAhead } }
  /// How often memory was given back.
  package var memoryGivenBack: Int { state.withLock { $0.memoryGivenBack } }
  /// The memos of which something was written that is in no journal.
  package var besideJournals: Set<MemoID> { state.withLock { $0.besideJournals } }
  /// How often a memo was read.
  package var reads: Int { state.withLock { $0.reads } }

  /// A stored memo's text.
  package func text(_ id: MemoID) -> String? {
    shelf.state.withLock { $0.memos[id].map { String(decoding: $0.text, as: UTF8.self) } }
  }

  /// A stored memo's version.
  package func version(_ id: MemoID) -> Int? { shelf.state.withLock { $0.memos[id]?.row.summary.metadata.version } }

  /// All memos that are stored.
  package var stored: [StoredMemo] {
    shelf.state.withLock { state in state.memos.keys.compactMap { Self.memo($0, state) } }
  }

  static func memo(_ id: MemoID, _ state: Shelf.State) -> StoredMemo? {
    state.memos[id].map {
      StoredMemo(
        metadata: $0.row.summary.metadata, text: $0.text, revision: $0.revision, file: Self.file(of: id, state))
    }
  }

  /// As the port says.
  package func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? {
    state.withLock { $0.reads += 1 }
    let memo = shelf.state.withLock { Self.memo(id, $0) }
    if let memo, memo.text.count + memo.metadata.properties.json.count > Self.mostBytes {
      throw StoreError(.other, "memo \(id) is too long to be read now")
    }
    readObserver.withLock(\.self)()
    return memo
  }

  /// As the port says.
  package func memos(_ ids: [MemoID]) throws(StoreError) -> [StoredMemo] {
    let failure = state.withLock { $0.readFailures.isEmpty ? nil : $0.readFailures.removeFirst() }
    if let failure { throw failure }
    textObserver.withLock(\.self)()
    defer { readTextObserver.withLock(\.self)() }
    return noteRead(shelf.state.withLock { state in ids.compactMap { Self.memo($0, state) } })
  }

  /// As the port says.
  package func contains(_ id: MemoID) throws(StoreError) -> Bool {
    let isThere = shelf.state.withLock { $0.memos[id] != nil }
    readObserver.withLock(\.self)()
    return isThere
  }

  /// As the port says.
  package func marks(ofJournal id: Int) throws(StoreError) -> [MemoID: JournalMark] {
    shelf.state.withLock { $0.marks[id] ?? [:] }
  }

  /// As the port says.
  package func externalChanges(since changeSequence: Int?) throws(StoreError) -> ExternalChanges {
    shelf.state.withLock { state in
      let new = changeSequence.map { state.changes[$0...].filter { $0.writer != writer }.map(\.change) } ?? []
      var folded: [ExternalChanges.Change] = []
      for change in new {
        var first = change
        if let index = folded.firstIndex(where: { $0.id == change.id }) {
          let earlier = folded.remove(at: index)
          if !earlier.isFiling || change.isFiling { first = earlier }
        }
        folded.append(
          ExternalChanges.Change(
            id: change.id, before: first.before, after: change.after, baseVersion: first.baseVersion,
            version: change.version, revision: change.revision, isFiling: change.isFiling && first.isFiling))
      }
      return ExternalChanges(changes: folded, hasGap: false, changeSequence: state.changes.count)
    }
  }

  /// As the port says.
  package func write(_ changes: [StoreChange], journal: Int?, together: Bool) throws(StoreError) -> [StaleMemo] {
    writeObserver.withLock(\.self)()
    arrivals.signal()
    gate.withLock { $0 }?.wait()
    let failure = state.withLock { state -> StoreError? in
      state.writes += 1
      if journal == nil { state.besideJournals.formUnion(changes.map(\.id)) }
      if state.writes.isMultiple(of: failureInterval) { return StoreError(.full, "there is no room; make some") }
      if !state.failures.isEmpty { return state.failures.removeFirst() }
      return changes.compactMap { state.refused[$0.id] }.first
    }
    if let failure { throw failure }
    var done: [StoreChange] = []
    var stale: [StaleMemo] = []
    shelf.state.withLock { state in
      if together {
        stale = changes.compactMap { change in
          let old = Self.memo(change.id, state)
          let isRight = old?.revision == change.base || old?.revision == change.mark.revision
          return isRight || old == nil && change.isRemoval ? nil : StaleMemo(id: change.id, stored: old)
        }
        if !stale.isEmpty { return }
      }
      for change in changes {
        let old = Self.memo(change.id, state)
        if old?.revision == change.base || old == nil && change.isRemoval {
          // Removing what is gone already is no change.
          if old != nil || !change.isRemoval { apply(change, old, to: &state) }
          if let journal { state.marks[journal, default: [:]][change.id] = change.mark }
          done.append(change)
        } else if !together {
          stale.append(StaleMemo(id: change.id, stored: old))
        }
      }
    }
    state.withLock { state in
      if !done.isEmpty { state.transactions.append(done) }
      state.textsWritten += done.count { if case .put(_, .some, _) = $0.kind { true } else { false } }
    }
    let lie = state.withLock { $0.lies.isEmpty ? nil : $0.lies.removeFirst() }
    if let lie { throw lie }
    return stale
  }

  private func apply(_ change: StoreChange, _ old: StoredMemo?, to state: inout Shelf.State) {
    switch change.kind {
    case .remove:
      (state.memos[change.id], state.references[change.id]) = (nil, nil)
      state.order.removeAll { $0 == change.id }
    case .put(let row, let text, let references):
      if old == nil { state.order.append(change.id) }
      let old = old?.text ?? []
      if text != nil || references != nil { state.references[change.id] = references }
      state.memos[change.id] = (row, text?.applied(to: old) ?? old, change.mark.revision)
      Self.completeTags(of: change.id, &state)
      if Self.file(of: change.id, state) != row.file { Self.callAsFile(change.id, &state) }
    }
    let new = Self.memo(change.id, state)
    note(change, from: old, to: new, &state.histories[change.id, default: []])
    if var past = new {
      past.file = nil
      state.revisions[change.id, default: [:]][past.revision] = past
    }
    let entry = ExternalChanges.Change(
      id: change.id, before: Self.presence(old), after: Self.presence(new), baseVersion: old?.metadata.version ?? 0,
      version: new?.metadata.version ?? 0, revision: new?.revision ?? 0)
    state.changes.append((writer, entry))
  }

  private static func presence(_ memo: StoredMemo?) -> MemoPresence {
    memo.map { $0.metadata.isTrashed ? .trashed : .live } ?? .absent
  }

  /// As the port says.
  package func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let state = shelf.state.withLock { $0 }
    let memos = Dictionary(
      uniqueKeysWithValues: state.memos.keys.compactMap { id in Self.memo(id, state).map { (id, $0) } })
    return try body(
      TestSnapshot(
        memos: memos, changes: state.changes.map(\.change.id), changesKept: changesKept,
        willRead: snapshotObserver.withLock { $0 }, references: state.references,
        ids: { ReferencingMemos(state, over: $1).ids($0) }))
  }

  /// Counts the requests to give memory back.
  package func giveBackMemory() { state.withLock { $0.memoryGivenBack += 1 } }

  /// Everything is in memory already, but is reported in three parts.
  package func readNamesAhead() throws(StoreError) -> Bool {
    state.withLock { state in
      state.partsReadAhead += 1
      return state.partsReadAhead.isMultiple(of: 3)
    }
  }

  /// As the port says.
  package func statistics() throws(StoreError) -> StoreStatistics {
    defer { listObserver.withLock(\.self)() }
    return StoreStatistics(
      schemaVersion: 1, memos: shelf.state.withLock { $0.memos.count }, bytes: 0,
      memosWithoutReferences: try countOfMemosWithoutReferences())
  }

  /// As the port says.
  package func close() {
    let open = shelf.state.withLock { $0.open[writer] ?? [] }
    try? closeFiles(of: Array(open))
  }
}

extension TextUpdate {
  /// The new text, put together from the old one and what is new.
  package func applied(to old: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var end = 0
    for splice in splices {
      text += old[end..<splice.old.lowerBound]
      text += bytes(splice.new)
      end = splice.old.upperBound
    }
    return text + old[end...]
  }
}

extension StoreChange {
  /// Whether it destroys a memo.
  package var isRemoval: Bool { if case .remove = kind { true } else { false } }
}
