package import MemoModel

extension SQLiteStore: SyncStore {
  /// As the port says.
  package func hub() throws(StoreError) -> SyncHub? {
    try reading(longReader) { stored throws(StoreError) in try SyncRows.hub(in: stored.connection) }
  }

  /// As the port says.
  package func setHub(_ hub: SyncHub?) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try SyncRows.setHub(hub, in: writer.connection)
      }
    }
  }

  /// As the port says.
  package func setAccess(_ hub: SyncHub) throws(StoreError) {
    try writing { writer throws(StoreError) in
      try writer.connection.transaction { () throws(StoreError) in
        try SyncRows.setAccess(hub, in: writer.connection)
      }
    }
  }

  /// As the port says.
  package func syncedMemos(_ ids: [MemoID]) throws(StoreError) -> [SyncedMemo] {
    try reading(longReader) { stored throws(StoreError) in
      var memos: [SyncedMemo] = []
      let known = try SyncRows.known(ids, in: stored.connection)
      for id in ids {
        guard known.contains(id) else {
          memos.append(SyncedMemo(memo: nil, row: nil))
          continue
        }
        memos.append(SyncedMemo(memo: try stored.memo(id), row: try SyncRows.row(of: id, in: stored.connection)))
      }
      return memos
    }
  }

  /// As the port says.
  package func syncState(of id: MemoID, at revision: Int) throws(StoreError) -> [UInt8]? {
    try reading(longReader) { stored throws(StoreError) in
      try SyncRows.state(of: id, at: revision, in: stored.connection)
    }
  }

  /// As the port says.
  package func unsettledMemos(limit: Int) throws(StoreError) -> [MemoID] {
    try reading(longReader) { stored throws(StoreError) in
      try SyncRows.unsettled(limit: limit, in: stored.connection)
    }
  }

  /// As the port says.
  package func basedMemos() throws(StoreError) -> [MemoID] {
    try reading(longReader) { stored throws(StoreError) in try SyncRows.based(in: stored.connection) }
  }

  /// As the port says.
  package func write(
    _ changes: [StoreChange], syncing records: [SyncRecord], with hub: SyncHub, cursor: [UInt8]?
  ) throws(StoreError) -> Bool {
    try write(changes, journal: nil, together: true) { connection, _ throws(StoreError) in
      let now = try SyncRows.hub(in: connection)
      guard now?.url == hub.url, now?.membership == hub.membership else {
        throw StoreError(
          .other, "the store has left its hub, or joined another one, while it was synced; nothing is lost")
      }
      try SyncRows.put(records, in: connection)
      if let cursor { try SyncRows.move(to: cursor, in: connection) }
    }.isEmpty
  }
}
