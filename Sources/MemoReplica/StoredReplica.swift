import JSON
import MemoEngine
package import MemoModel
package import MemoSync
import MemoText

/// The memos of a store as a device has them that is synced: what engines of the same store take in like any other
/// process's changes.
package struct StoredReplica: Replica {
  /// What it needs of a store.
  package typealias Store = MemoStore & SyncStore

  private let store: any Store
  private let hub: SyncHub

  /// Creates one for a store and the hub that it is synced with.
  package init(_ store: any Store, with hub: SyncHub) { (self.store, self.hub) = (store, hub) }

  /// As the port says.
  package func cursor() throws(StoreError) -> HubCursor? {
    guard let json = try store.hub()?.cursor else { return nil }
    return try Self.decoded(json, "what is known of the hub", HubCursor.init)
  }

  /// As the port says.
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

  /// As the port says.
  package func state(_ id: MemoID, at revision: Int) throws(StoreError) -> SyncMemo? {
    if let json = try store.syncState(of: id, at: revision) {
      return (try? SyncBody(decoding: json, isDead: false))?.memo
    }
    return try store.memo(id, revision: revision).map { memo throws(StoreError) in try SyncMemo(memo) }
  }

  /// As the port says.
  package func unsettled(upTo count: Int) throws(StoreError) -> [MemoID] { try store.unsettledMemos(limit: count) }

  /// As the port says.
  package func based() throws(StoreError) -> [MemoID] { try store.basedMemos() }

  /// As the port says.
  package func count() throws(StoreError) -> Int { try store.statistics().memos }

  /// As the port says.
  package func commit(_ changes: [ReplicaChange], cursor: HubCursor?) throws(StoreError) -> Bool {
    var (made, records): ([StoreChange], [SyncRecord]) = ([], [])
    for change in changes {
      var stored: Int?
      switch change.action {
      case .keep: break
      case .store(let memo):
        // Whether there really is none is found out in the transaction.
        let old = change.expected == nil ? nil : try store.memo(change.id)
        guard old?.revision == change.expected else { return false }
        let outside = try OutsideChange(memo.metadata, memo.text, over: old).change
        made.append(outside)
        stored = outside.mark.revision
      case .destroy:
        guard let expected = change.expected else { return false }
        made.append(
          StoreChange(change.id, base: expected, .remove, mark: JournalMark(sequence: 0, version: 0, base: expected)))
      }
      records.append(SyncRecord(change, storedAs: stored))
    }
    return try store.write(made, syncing: records, with: hub, cursor: cursor?.json)
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
