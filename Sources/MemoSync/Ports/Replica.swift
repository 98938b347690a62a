package import MemoModel

/// The memos of a device and what it knows of the hub. Each call is one transaction.
package protocol Replica {
  /// The point up to which the hub is taken in; nil if it never was asked.
  func cursor() throws(StoreError) -> HubCursor?

  /// The local state of memos, in their order.
  func locals(_ ids: [MemoID]) throws(StoreError) -> [LocalMemo]

  /// A memo's state at a revision that a row names, all of which are kept; nil if it can't be read.
  func state(_ id: MemoID, at revision: Int) throws(StoreError) -> SyncMemo?

  /// Memos that the hub does not have as they are here (``SyncRow/isSettled(at:)``), and rows of memos that are gone
  /// and whose tombstone the hub does not have; in the order of their identifiers, and at most so many.
  func unsettled(upTo count: Int) throws(StoreError) -> [MemoID]

  /// All rows that have a base.
  func based() throws(StoreError) -> [MemoID]

  /// The number of memos, in the trash or not.
  func count() throws(StoreError) -> Int

  /// Changes memos and rows, and the cursor if there is a new one: all or nothing.
  ///
  /// - Returns: false if nothing was changed because a memo that was to be stored or destroyed is not as expected.
  func commit(_ changes: [ReplicaChange], cursor: HubCursor?) throws(StoreError) -> Bool
}

extension Replica {
  /// The local state of a memo.
  package func local(_ id: MemoID) throws(StoreError) -> LocalMemo {
    try locals([id]).first ?? LocalMemo(current: nil, row: nil)
  }
}

/// The local state of a memo.
package struct LocalMemo: Sendable {
  /// The memo, and what the store calls this state; nil if there is none.
  package let current: (memo: SyncMemo, revision: Int)?
  /// The row about its place on the hub; nil if it was never heard of there.
  package let row: SyncRow?

  /// Creates one from its parts.
  package init(current: (memo: SyncMemo, revision: Int)?, row: SyncRow?) { (self.current, self.row) = (current, row) }
}

/// A change of a memo together with its row.
package struct ReplicaChange: Sendable {
  /// The fate of the memo.
  package enum Action: Sendable {
    /// It stays as it is, whatever it is by now.
    case keep
    /// It becomes this, if it still is what it was.
    case store(SyncMemo)
    /// It goes for ever, if it still is what it was.
    case destroy
  }

  /// The memo's identifier.
  package let id: MemoID
  /// The revision that it had; nil if there was none.
  package let expected: Int?
  /// Its fate.
  package let action: Action
  /// A state to be kept beside the current one, for later merges.
  package let base: SyncMemo?
  /// The row from now on. ``SyncRow/State/arriving`` stands for ``base``'s revision; without one, for that of what is
  /// stored.
  package let row: SyncRow
}
