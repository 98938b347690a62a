/// What a store keeps of a memo's place on the hub.
package struct SyncRecord: Sendable {
  /// The memo.
  package let id: MemoID
  /// What is known of its writes, as JSON.
  package let row: [UInt8]
  /// The stored revision that the hub has; 0 if it has a tombstone; nil if it has neither, or is to be told of more.
  package let settled: Int?
  /// Whether the hub has anything of it.
  package let isBased: Bool
  /// The revisions that the row names. As long as it does they are kept, unless the memo is destroyed.
  package let revisions: Set<Int>
  /// The one of these that never was the stored one, and what the memo was there, as JSON; nil if there is none.
  package let state: (revision: Int, memo: [UInt8])?

  /// Creates a record from its parts.
  package init(
    id: MemoID, row: [UInt8], settled: Int?, isBased: Bool, revisions: Set<Int>, state: (revision: Int, memo: [UInt8])?
  ) {
    self.id = id
    self.row = row
    self.settled = settled
    self.isBased = isBased
    self.revisions = revisions
    self.state = state
  }
}

/// What a store has of a memo, and of its place on the hub.
package struct SyncedMemo: Sendable {
  /// The memo; nil if there is none.
  package let memo: StoredMemo?
  /// What is known of its writes, as JSON; nil if it never was heard of on the hub.
  package let row: [UInt8]?

  /// Creates one from its parts.
  package init(memo: StoredMemo?, row: [UInt8]?) { (self.memo, self.row) = (memo, row) }
}

/// The hub that a store is synced with.
package struct SyncHub: Sendable, Equatable {
  /// The place where it is.
  package let url: String
  /// Who this device is there, as JSON.
  package let membership: [UInt8]
  /// The point up to which the hub is taken in, as JSON; nil if it never was asked.
  package let cursor: [UInt8]?

  /// Creates one from its parts.
  package init(url: String, membership: [UInt8], cursor: [UInt8]? = nil) {
    (self.url, self.membership, self.cursor) = (url, membership, cursor)
  }
}

/// Keeps what a device knows of the hub beside its memos. There is one hub at most.
package protocol SyncStore: Sendable {
  /// The hub; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func hub() throws(StoreError) -> SyncHub?

  /// Sets the hub, in place of what was known of another one. Nil forgets all about it; memos stay.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func setHub(_ hub: SyncHub?) throws(StoreError)

  /// Changes where the hub is and who this device is there, and nothing else of what is known.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func setAccess(_ hub: SyncHub) throws(StoreError)

  /// Memos with what is known of their writes, in the order of the identifiers, and all of one moment.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func syncedMemos(_ ids: [MemoID]) throws(StoreError) -> [SyncedMemo]

  /// A state that was recorded with a row (``SyncRecord/state``), as JSON; nil if it is not kept.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func syncState(of id: MemoID, at revision: Int) throws(StoreError) -> [UInt8]?

  /// Memos in another state than their row's settled one, and rows of memos that no longer exist without a tombstone
  /// on the hub; in the order of their identifiers, and at most so many.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func unsettledMemos(limit: Int) throws(StoreError) -> [MemoID]

  /// The memos of which the hub has something.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func basedMemos() throws(StoreError) -> [MemoID]

  /// Makes changes, and replaces rows and perhaps the cursor, in one durable transaction; or does nothing if a memo is
  /// no longer at its change's base, or the hub is another one by now.
  ///
  /// - Parameters:
  ///   - hub: the hub that all this is about.
  ///   - cursor: the new cursor, as JSON; nil leaves it.
  /// - Returns: whether it was done.
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func write(
    _ changes: [StoreChange], syncing records: [SyncRecord], with hub: SyncHub, cursor: [UInt8]?
  ) throws(StoreError) -> Bool
}
