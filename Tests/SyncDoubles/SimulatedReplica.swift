package import MemoModel
package import MemoSync
import MemoText

/// A device's memos in memory, as a store keeps them; ``StoredDevice`` has a store.
package class SimulatedReplica: Replica {
  /// What somebody who writes a replica may forget.
  package enum Slip: CaseIterable {
    /// The cursor is stored first, and the page after it.
    case cursorFirst
    /// Rows are stored, but a crash later they are as they were after the last pull.
    case pushesUnnoted
    /// What somebody edits at that moment is stored over.
    case expectationUnchecked
    /// A memo that is gone is nothing to tell.
    case goneUntold
    /// What a row names is thinned out.
    case statesThinned
  }

  /// A memo as it is stored.
  package struct Stored {
    /// What it is.
    package var memo: SyncMemo
    /// What the store calls that.
    package var revision: Int
  }

  /// What is forgotten.
  package var slip: Slip?
  /// The memos.
  package var memos: [MemoID: Stored] { keptMemos }
  /// What is known of the hub.
  package var rows: [MemoID: SyncRow] { keptRows }
  private var keptMemos: [MemoID: Stored] = [:]
  private var keptRows: [MemoID: SyncRow] = [:]
  /// What the memos were.
  package private(set) var states: [MemoID: [Int: SyncMemo]] = [:]
  /// How far the hub is taken in.
  package private(set) var place: HubCursor?
  private var lastRevision = 0
  /// How often something was committed.
  package private(set) var commits = 0
  /// Called before a commit; what it throws is the end of the process.
  package var willCommit: (() throws(StoreError) -> Void)?
  /// Called after one, with what was changed.
  package var didCommit: (([ReplicaChange], HubCursor?) throws(StoreError) -> Void)?

  /// Creates one without memos.
  package init() {}

  /// As ``Replica`` says.
  package func cursor() throws(StoreError) -> HubCursor? { place }

  /// As ``Replica`` says.
  package func local(_ id: MemoID) throws(StoreError) -> LocalMemo {
    LocalMemo(current: memos[id].map { ($0.memo, $0.revision) }, row: rows[id])
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

  /// Commits, without regard to who is watching.
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
    switch change.action {
    case .keep: break
    case .store(let memo):
      let revision = keep(memo)
      keptMemos[id] = Stored(memo: memo, revision: revision)
      arrived = arrived ?? revision
    case .destroy: keptMemos[id] = nil
    }
    let operations = change.row.operations.map { held -> SyncRow.Held in
      let isArriving = held.state == .arriving
      let state = isArriving ? arrived.map(SyncRow.State.revision) ?? .unknown : held.state
      return SyncRow.Held(held.operation, state, held.digest)
    }
    keptRows[id] = SyncRow(base: change.row.base, operations: operations, unknown: change.row.unknown)
    thin(id)
  }

  private func keep(_ memo: SyncMemo) -> Int {
    lastRevision += 1
    states[memo.id, default: [:]][lastRevision] = memo
    return lastRevision
  }

  /// Keeps what a row names, and what is stored now.
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
  /// - Parameter forgets: whether what the memo was goes, too.
  package func destroy(_ id: MemoID, forgets: Bool) {
    keptMemos[id] = nil
    if forgets { states[id] = nil } else { thin(id) }
  }

  /// As it was before some other time, but for what people did.
  package func restoreRows(_ rows: [MemoID: SyncRow]) {
    for (id, row) in rows { keptRows[id] = row }
  }

  /// Goes back to where it was once.
  package func rewind(to cursor: HubCursor) { place = cursor }
}

extension SyncMemo {
  /// The lines of its text.
  package var lines: [String] {
    get { text.string.split(separator: "\n").map(String.init) }
    set { text = Rope(newValue.map { $0 + "\n" }.joined()) }
  }
}
