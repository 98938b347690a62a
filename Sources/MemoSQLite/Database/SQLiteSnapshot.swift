import MemoModel

/// What a database holds at the moment at which a transaction on this connection began.
struct SQLiteSnapshot: StoreSnapshot {
  let connection: SQLiteConnection

  func changeSequence() throws(StoreError) -> Int { try ChangeRows.changeSequence(in: connection) }

  func memo(_ id: MemoID) throws(StoreError) -> StoredMemo? { try MemoRows.memo(id, in: connection) }

  func forEachMemo(
    after key: Int, damaged: (MemoID) -> Void, _ body: (Int, StoredMemo) -> Bool
  ) throws(StoreError) {
    try MemoRows.forEach(after: key, in: connection, damaged: damaged, body)
  }

  func changedMemos(since changeSequence: Int) throws(StoreError) -> Set<MemoID>? {
    try ChangeRows.changedMemos(since: changeSequence, in: connection)
  }
}
