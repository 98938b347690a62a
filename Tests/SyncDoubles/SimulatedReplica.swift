import JSON
package import MemoModel
package import MemoSync
import MemoText

/// A device's memos in memory, kept as a store keeps them; ``StoredDevice`` has a real store.
package class SimulatedReplica: Replica {
  /// A mistake that somebody who writes a replica may make.
  package enum Slip: CaseIterable {
    /// The cursor is stored first, and the page after it.
    case cursorFirst
    /// Rows are stored, but after a crash they are as they were after the last pull.
    case pushesUnnoted
    /// What somebody edits at that moment is overwritten.
    case expectationUnchecked
    /// A memo that is gone is not reported.
    case goneUntold
    /// A state that a row names is thinned out.
    case statesThinned
    /// A push of this device without an answer is not known again when the hub shows it.
    case operationsForgotten
    /// What the hub does not have any more is destroyed.
    case absenceDeletes
    /// The hub's text is stored for what was merged from both.
    case theirsTaken
    /// A text that could not be merged is left out.
    case copiesDropped
    /// A tombstone destroys what somebody has edited since.
    case tombstoneWins
    /// This device's text stays for what was merged from both.
    case oursTaken
    /// What was destroyed here does not come back, though somebody has edited it since.
    case editLoses
    /// Of the writes that a memo comes from, only the last few are remembered.
    case ancestorsForgotten
    /// One write fewer than a body names is remembered.
    case trimmedTooFar
  }

  /// A memo as it is stored.
  package struct Stored {
    /// The memo itself.
    package var memo: SyncMemo
    /// The revision under which the store keeps it.
    package var revision: Int
  }

  /// The mistake that this replica makes.
  package var slip: Slip?
  /// The memos.
  package var memos: [MemoID: Stored] { keptMemos }
  /// What is known of the hub.
  package var rows: [MemoID: SyncRow] { keptRows }
  private var keptMemos: [MemoID: Stored] = [:]
  private var keptRows: [MemoID: SyncRow] = [:]
  /// The states that the memos have had.
  package private(set) var states: [MemoID: [Int: SyncMemo]] = [:]
  /// The place in the hub's history up to which everything was taken in.
  package private(set) var place: HubCursor?
  private var lastRevision = 0
  /// The number of commits.
  package private(set) var commits = 0
  /// Called before memos are read, with how many there are.
  package var willRead: ((Int) -> Void)?
  /// Called before a commit; what it throws is the end of the process.
  package var willCommit: (() throws(StoreError) -> Void)?
  /// Called after one, with what was changed.
  package var didCommit: (([ReplicaChange], HubCursor?) throws(StoreError) -> Void)?

  /// Creates one without memos.
  package init() {}

  /// As ``Replica`` says.
  package func cursor() throws(StoreError) -> HubCursor? { place }

  /// As ``Replica`` says.
  package func locals(_ ids: [MemoID]) throws(StoreError) -> [LocalMemo] {
    willRead?(ids.count)
    return ids.map { id in
      var row = rows[id]
      if slip == .operationsForgotten, let known = row {
        let settled = known.operations.lastIndex { $0.operation == known.base?.operation }.map { $0 + 1 } ?? 0
        row = SyncRow(
          base: known.base, operations: Array(known.operations[..<settled]), ancestors: known.ancestors,
          unknown: known.unknown)
      }
      return LocalMemo(current: memos[id].map { ($0.memo, $0.revision) }, row: row)
    }
  }

  /// As ``Replica`` says.
  package func state(_ id: MemoID, at revision: Int) throws(StoreError) -> SyncMemo? { states[id]?[revision] }

  /// As ``Replica`` says.
  package func unsettled(upTo count: Int) throws(StoreError) -> [MemoID] {
    var found = memos.filter { rows[$0.key]?.isSettled(at: $0.value.revision) != true }.map(\.key)
    if slip != .goneUntold { found += rows.filter { memos[$0.key] == nil && !$0.value.isSettled(at: nil) }.map(\.key) }
    return found.map(\.description).sorted().prefix(count).compactMap(MemoID.init)
  }

  /// As ``Replica`` says.
  package func based() throws(StoreError) -> [MemoID] {
    rows.filter { $0.value.base != nil }.map(\.key.description).sorted().compactMap(MemoID.init)
  }

  /// As ``Replica`` says.
  package func count() throws(StoreError) -> Int { memos.count }

  /// As ``Replica`` says.
  package func commit(_ changes: [ReplicaChange], cursor: HubCursor?) throws(StoreError) -> Bool {
    if slip == .cursorFirst, let cursor { place = cursor }
    try willCommit?()
    guard try carryOut(changes, cursor: cursor) else { return false }
    commits += 1
    try didCommit?(changes, cursor)
    return true
  }

  /// Commits without calling `willCommit` and `didCommit`.
  func carryOut(_ changes: [ReplicaChange], cursor: HubCursor?) throws(StoreError) -> Bool {
    for change in changes where slip != .expectationUnchecked {
      if case .keep = change.action { continue }
      if memos[change.id]?.revision != change.expected { return false }
    }
    for change in changes { carryOut(change) }
    if let cursor { place = cursor }
    return true
  }

  private func carryOut(_ change: ReplicaChange) {
    let id = change.id
    var arrived = change.base.map { keep($0) }
    switch action(of: change) {
    case .keep: break
    case .store(let memo):
      let revision = keep(memo)
      keptMemos[id] = Stored(memo: memo, revision: revision)
      arrived = arrived ?? revision
    case .destroy: keptMemos[id] = nil
    }
    keptRows[id] = row(of: change.row.arrived(as: arrived.map(SyncRow.State.revision) ?? .unknown))
    thin(id)
  }

  /// The row that is stored: what was decided, or what the slip makes of that.
  private func row(of row: SyncRow) -> SyncRow {
    var (operations, ancestors) = (row.operations, row.ancestors)
    switch slip {
    case .ancestorsForgotten: ancestors = OperationSet()
    case .trimmedTooFar where operations.count >= SyncRow.mostSettled: operations.removeFirst()
    default: return row
    }
    return SyncRow(
      base: row.base, operations: operations, ancestors: ancestors, isTold: row.isTold, isAside: row.isAside,
      unknown: row.unknown)
  }

  /// What becomes of a memo: what was decided, or what the slip makes of that.
  private func action(of change: ReplicaChange) -> ReplicaChange.Action {
    switch (slip, change.action) {
    case (.absenceDeletes, .keep) where change.row.base == nil && rows[change.id]?.base != nil: .destroy
    case (.theirsTaken, .store(let memo)): .store(change.base ?? memo)
    case (.copiesDropped, .store(let memo)) where change.row.base == nil && memo.properties["conflictOf"] != nil: .keep
    case (.oursTaken, .store) where change.base != nil: .keep
    case (.editLoses, .store) where change.expected == nil && rows[change.id] != nil: .keep
    case (.tombstoneWins, .keep) where change.row.baseState == .dead: .destroy
    default: change.action
    }
  }

  private func keep(_ memo: SyncMemo) -> Int {
    lastRevision += 1
    states[memo.id, default: [:]][lastRevision] = memo
    return lastRevision
  }

  /// Keeps only the states that a row names, and what is stored now.
  private func thin(_ id: MemoID) {
    var named: Set<Int> = []
    if let revision = memos[id]?.revision { named.insert(revision) }
    for held in rows[id]?.operations ?? [] where slip != .statesThinned {
      if case .revision(let revision) = held.state { named.insert(revision) }
    }
    states[id] = states[id]?.filter { named.contains($0.key) }
  }

  // MARK: What people do

  /// Somebody saves a memo.
  package func save(_ memo: SyncMemo) {
    keptMemos[memo.id] = Stored(memo: memo, revision: keep(memo))
    thin(memo.id)
  }

  /// Somebody destroys a memo.
  ///
  /// - Parameter forgets: whether the memo's earlier states go, too.
  package func destroy(_ id: MemoID, forgets: Bool) {
    keptMemos[id] = nil
    if forgets { states[id] = nil } else { thin(id) }
  }

  /// Brings rows back as they were at an earlier time, but leaves what people did.
  package func restoreRows(_ rows: [MemoID: SyncRow]) {
    for (id, row) in rows { keptRows[id] = row }
  }

  /// All that it has at one time, as a backup has it.
  package struct Copy {
    fileprivate let memos: [MemoID: Stored]
    fileprivate let rows: [MemoID: SyncRow]
    fileprivate let states: [MemoID: [Int: SyncMemo]]
    fileprivate let place: HubCursor?
    fileprivate let lastRevision: Int
  }

  /// A copy of all that it has.
  package var copy: Copy {
    Copy(memos: keptMemos, rows: keptRows, states: states, place: place, lastRevision: lastRevision)
  }

  /// Becomes what it was.
  package func restore(_ copy: Copy) {
    (keptMemos, keptRows, states) = (copy.memos, copy.rows, copy.states)
    (place, lastRevision) = (copy.place, copy.lastRevision)
  }

  /// Goes back to where it once was.
  package func rewind(to cursor: HubCursor) { place = cursor }
}

extension SyncMemo {
  /// The lines of its text.
  package var lines: [String] {
    get { text.string.split(separator: "\n").map(String.init) }
    set { text = Rope(newValue.map { $0 + "\n" }.joined()) }
  }
}
