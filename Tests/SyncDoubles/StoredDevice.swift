import MemoEngine
package import MemoModel
import MemoReplica
import MemoText
import TestSupport
package import MemoSQLite
package import MemoSync

/// A device whose memos are in a store of their own.
package final class StoredDevice: SimulatedReplica {
  private let folder: TemporaryFolder
  /// The store.
  package let store: SQLiteStore
  private let replica: StoredReplica

  /// The store's file.
  package var database: String { folder.database }

  /// Creates one with an empty store in a folder of its own.
  package override init() {
    do {
      folder = try TemporaryFolder()
      store = SQLiteStore(path: folder.database)
      let hub = SyncHub(url: "simulated", membership: Array("{}".utf8))
      try store.setHub(hub)
      replica = StoredReplica(store, with: hub)
    } catch {
      fatalError("no store for a test: \(error)")
    }
  }

  /// As ``SimulatedReplica`` says.
  package override var memos: [MemoID: Stored] {
    var memos: [MemoID: Stored] = [:]
    for id in ids() {
      if let current = attempt({ () throws(StoreError) in try replica.local(id).current }) ?? nil {
        memos[id] = Stored(memo: current.memo, revision: current.revision)
      }
    }
    return memos
  }

  /// As ``SimulatedReplica`` says.
  package override var rows: [MemoID: SyncRow] {
    let based = attempt { () throws(StoreError) in try store.basedMemos() } ?? []
    var rows: [MemoID: SyncRow] = [:]
    for id in Set(based + ids()) { rows[id] = attempt { () throws(StoreError) in try replica.local(id).row } ?? nil }
    return rows
  }

  private func ids() -> [MemoID] {
    attempt { () throws(StoreError) in
      var ids: [MemoID] = []
      for isTrash in [false, true] {
        let query = ListQuery(sort: .title, order: .ascending, trashed: isTrash, after: nil, limit: 1000)
        ids += try store.list(query, leavingOut: []).rows.map(\.summary.metadata.id)
      }
      return ids
    } ?? []
  }

  /// As ``SimulatedReplica`` says.
  package override func cursor() throws(StoreError) -> HubCursor? { try replica.cursor() }

  /// As ``SimulatedReplica`` says.
  package override func locals(_ ids: [MemoID]) throws(StoreError) -> [LocalMemo] { try replica.locals(ids) }

  /// As ``SimulatedReplica`` says.
  package override func state(_ id: MemoID, at revision: Int) throws(StoreError) -> SyncMemo? {
    try replica.state(id, at: revision)
  }

  /// As ``SimulatedReplica`` says.
  package override func unsettled(upTo count: Int) throws(StoreError) -> [MemoID] { try replica.unsettled(upTo: count) }

  /// As ``SimulatedReplica`` says.
  package override func based() throws(StoreError) -> [MemoID] { try replica.based() }

  /// As ``SimulatedReplica`` says.
  package override func count() throws(StoreError) -> Int { try replica.count() }

  /// As ``SimulatedReplica`` says.
  override func carryOut(_ changes: [ReplicaChange], cursor: HubCursor?) throws(StoreError) -> Bool {
    try replica.commit(changes, cursor: cursor)
  }

  /// As ``SimulatedReplica`` says.
  package override func save(_ memo: SyncMemo) {
    attempt { () throws(StoreError) in
      let metadata = MemoMetadata(
        id: memo.id, version: 1, createdAt: memo.createdAt, modifiedAt: memo.modifiedAt, trashedAt: memo.trashedAt,
        properties: memo.properties)
      let change = try OutsideChange(metadata, memo.text, over: try store.memo(memo.id)).change
      _ = try store.write([change], journal: nil)
    }
  }

  /// As ``SimulatedReplica`` says.
  package override func destroy(_ id: MemoID, forgets: Bool) {
    attempt { () throws(StoreError) in
      guard let revision = try store.memo(id)?.revision else { return }
      let mark = JournalMark(sequence: 0, version: 0, base: revision)
      _ = try store.write([StoreChange(id, base: revision, .remove, mark: mark)], journal: nil)
    }
  }

  /// As ``SimulatedReplica`` says.
  package override func rewind(to cursor: HubCursor) {
    attempt { () throws(StoreError) in _ = try replica.commit([], cursor: cursor) }
  }

  @discardableResult
  private func attempt<Value>(_ body: () throws(StoreError) -> Value) -> Value? {
    do throws(StoreError) { return try body() } catch {
      fatalError("the store of a test fails: \(error)")
    }
  }
}
