public import MemoModel

/// Reads whole memos as they were when a listing was made, or as they were saved since. May run anywhere: it uses no
/// executor, and of the store only what no edit waits for.
public struct MemoReader: Sendable {
  private let store: any MemoStore
  private let unsaved: [MemoID: MemoSnapshot]
  private let hidden: Set<MemoID>

  fileprivate init(_ memos: MemoOverlay) {
    store = memos.store
    unsaved = Dictionary(uniqueKeysWithValues: memos.unsaved.map { ($0.metadata.id, $0) })
    hidden = memos.hidden
  }

  /// A memo with its text, trashed ones too; nil if there is none.
  ///
  /// - Throws: `storeUnavailable`.
  public func memo(_ id: MemoID) throws(EngineError) -> MemoSnapshot? {
    if hidden.contains(id) { return unsaved[id] }
    let contents = try asking { () throws(StoreError) in try store.memos([id]).first.map(MemoContents.init) }
    return contents.map { MemoSnapshot(metadata: $0.metadata, text: $0.text, isSaved: true) }
  }

  /// Whether there is a memo of this identifier, in the trash or not.
  ///
  /// - Throws: `storeUnavailable`.
  public func contains(_ id: MemoID) throws(EngineError) -> Bool {
    if hidden.contains(id) { return unsaved[id] != nil }
    return try asking { () throws(StoreError) in try store.contains(id) }
  }
}

extension MemoListing {
  /// What reads its memos.
  public var reader: MemoReader { MemoReader(memos) }
}
