import JSON
import MemoEngine
package import MemoModel
package import MemoSync
import MemoText
import Platform

/// The memos of a store as a device has them that is synced: what engines of the same store take in like any other
/// process's changes.
package struct StoredReplica: Replica {
  /// The parts of a store that it needs.
  package typealias Store = MemoStore & SyncStore

  private let store: any Store
  private let hub: SyncHub

  /// Creates one for a store and the hub that it is synced with.
  package init(_ store: any Store, with hub: SyncHub) { (self.store, self.hub) = (store, hub) }

  /// The cursor, as the port says.
  package func cursor() throws(StoreError) -> HubCursor? {
    guard let json = try store.hub()?.cursor else { return nil }
    return try Self.decoded(json, "what is known of the hub", HubCursor.init)
  }

  /// The local states, as the port says.
  package func locals(_ ids: [MemoID]) throws(StoreError) -> [LocalMemo] {
    var memos: [LocalMemo] = []
    for (id, stored) in zip(ids, try store.syncedMemos(ids)) {
      memos.append(
        LocalMemo(
          current: try stored.memo.map { memo throws(StoreError) in (try SyncMemo(memo), memo.revision) },
          row: try stored.row.map { json throws(StoreError) in
            try Self.decoded(json, "what is known of memo \(id) on the hub", SyncRow.init)
          }))
    }
    return memos
  }

  /// A state of a memo, as the port says.
  package func state(_ id: MemoID, at revision: Int) throws(StoreError) -> SyncMemo? {
    if let json = try store.syncState(of: id, at: revision) {
      return (try? SyncBody(decoding: json, isDead: false))?.memo
    }
    return try store.memo(id, revision: revision).map { memo throws(StoreError) in try SyncMemo(memo) }
  }

  /// The unsettled memos, as the port says.
  package func unsettled(upTo count: Int) throws(StoreError) -> [MemoID] { try store.unsettledMemos(limit: count) }

  /// The based memos, as the port says.
  package func based() throws(StoreError) -> [MemoID] { try store.basedMemos() }

  /// The number of memos, as the port says.
  package func count() throws(StoreError) -> Int { try store.statistics().memos }

  /// Commits changes, as the port says.
  package func commit(_ changes: [ReplicaChange], cursor: HubCursor?) throws(StoreError) -> Bool {
    var made: [PreparedChange] = []
    for start in stride(from: 0, to: changes.count, by: Self.countAtOnce) {
      let some = Array(changes[start...].prefix(Self.countAtOnce))
      let old = try replaced(by: some)
      guard some.allSatisfy({ $0.isExpected(at: old[$0.id]?.revision) }) else { return false }
      made += try some.concurrentMap { (change) throws(StoreError) in try PreparedChange(change, over: old[change.id]) }
    }
    return try store.write(
      made.compactMap(\.change), syncing: made.map(\.record), with: hub, cursor: cursor?.json)
  }

  /// The number of memos that are read at a time, since each may be long.
  private static let countAtOnce = 32

  /// The stored memos that changes store others over.
  private func replaced(by changes: [ReplicaChange]) throws(StoreError) -> [MemoID: StoredMemo] {
    let ids = changes.filter(\.isOver).map(\.id)
    if ids.isEmpty { return [:] }
    return Dictionary(try store.memos(ids).map { ($0.metadata.id, $0) }) { first, _ in first }
  }

  private static func decoded<Value>(
    _ json: [UInt8], _ what: String, _ read: (JSONView) -> Value?
  ) throws(StoreError) -> Value {
    guard let root = try? JSONDocument(json).root, let value = read(root) else {
      throw StoreError(
        .corrupt, "\(what) is damaged in the store; memo-ls sync leave forgets all of it, then join the hub again")
    }
    return value
  }
}

extension ReplicaChange {
  /// Whether it stores a memo over another.
  fileprivate var isOver: Bool { if case .store = action { expected != nil } else { false } }

  /// Whether it can be made where a memo is stored at a revision. Whether there really is none where none is expected,
  /// and whether what is destroyed is what is expected, is found out in the transaction.
  fileprivate func isExpected(at revision: Int?) -> Bool {
    switch action {
    case .keep: true
    case .store: expected == revision
    case .destroy: expected != nil
    }
  }
}

/// A change as a store takes it.
private struct PreparedChange {
  /// The memo's; nil if it stays as it is.
  let change: StoreChange?
  /// The row's.
  let record: SyncRecord

  /// Works a change out.
  ///
  /// - Parameter old: the stored memo that it goes over.
  /// - Throws: ``StoreError`` if that is damaged, or the row could not be read again.
  init(_ change: ReplicaChange, over old: StoredMemo?) throws(StoreError) {
    switch change.action {
    case .keep: self.change = nil
    case .store(let memo): self.change = try OutsideChange(memo.metadata, memo.text, over: old).change
    case .destroy:
      self.change = change.expected.map { expected in
        StoreChange(change.id, base: expected, .remove, mark: JournalMark(sequence: 0, version: 0, base: expected))
      }
    }
    var stored: Int?
    if case .store = change.action { stored = self.change?.mark.revision }
    record = try SyncRecord(change, storedAs: stored)
  }
}

extension SyncMemo {
  /// A stored memo.
  ///
  /// - Throws: ``StoreError`` if its text is damaged.
  init(_ stored: StoredMemo) throws(StoreError) {
    let memo = stored.metadata
    self.init(
      id: memo.id, text: try stored.checkedText(), properties: memo.properties, createdAt: memo.createdAt,
      modifiedAt: memo.modifiedAt,
      trashedAt: memo.trashedAt)
  }

  /// All but the text; the version is for the store to say.
  var metadata: MemoMetadata {
    MemoMetadata(
      id: id, version: 1, createdAt: createdAt, modifiedAt: modifiedAt, trashedAt: trashedAt, properties: properties)
  }
}
