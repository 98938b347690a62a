public import MemoModel

/// A memo's kept earlier states. Reading them may take a while and needs no engine.
public struct MemoHistory: Sendable {
  /// Nil if nothing of the memo is stored: anything stored under its identifier was another memo.
  let store: (any MemoStore)?
  /// The memo.
  public let id: MemoID
  /// The length of the memo's present text in UTF-8 bytes, an estimate for its earlier ones.
  public let bytes: Int

  /// A page of it, newest first, without unsaved changes.
  ///
  /// - Parameter version: the page starts with the newest state of an earlier version than this; nil starts with the
  ///   stored state.
  /// - Throws: `storeUnavailable`.
  public func page(before version: Int?, limit: Int) throws(EngineError) -> HistoryPage {
    try reading { store throws(StoreError) in try store.history(id, before: version, limit: limit) }
      ?? HistoryPage(entries: [], total: 0)
  }

  /// The memo at a revision.
  ///
  /// - Throws: `revisionNotFound` if it is not one of this memo's, or is no longer kept; `storeUnavailable`.
  public func memo(at revision: Int) throws(EngineError) -> MemoSnapshot {
    let contents = try reading { store throws(StoreError) in
      try store.pastMemo(id, revision: revision).map(MemoContents.init)
    }
    guard let contents else { throw .revisionNotFound(id, revision) }
    return MemoSnapshot(metadata: contents.metadata, text: contents.text, isSaved: true)
  }

  private func reading<Value>(_ body: (any MemoStore) throws(StoreError) -> Value?) throws(EngineError) -> Value? {
    guard let store else { return nil }
    return try asking { () throws(StoreError) in try body(store) }
  }
}

extension MemoEngine {
  /// The history of a memo, in the trash or not.
  ///
  /// - Throws: `memoNotFound` or `storeUnavailable`.
  public func history(_ id: MemoID) throws(EngineError) -> MemoHistory {
    guard let memo = try open(id) else { throw .memoNotFound(id) }
    return history(of: memo)
  }

  func history(of memo: OpenMemo) -> MemoHistory {
    let id = memo.metadata.id
    return MemoHistory(store: memo.step == .first ? nil : store, id: id, bytes: memo.text.summary.utf8)
  }
}
