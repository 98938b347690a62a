public import MemoModel

/// Reads whole memos as they were when a listing was made, or as they were saved since. Usable on any thread: it uses
/// no executor, and no read of the store that an edit may wait for.
public struct MemoReader: Sendable {
  private let shared: SharedStore
  private let unsaved: SortedMap<MemoID, UnsavedRow>

  fileprivate init(_ memos: MemoOverlay) { (shared, unsaved) = (memos.shared, memos.unsaved) }

  /// A memo with its text, in the trash or not; nil if there is none.
  ///
  /// - Throws: `storeUnavailable`.
  public func memo(_ id: MemoID) throws(EngineError) -> MemoSnapshot? {
    if let unsaved = unsaved[id] { return unsaved.snapshot }
    let contents = try shared.read { store throws(StoreError) in try store.memos([id]).first.map(MemoContents.init) }
    return contents.map(MemoSnapshot.init(stored:))
  }

  /// Memos with their texts, in the trash or not, without those that do not exist or can't be read: quicker than one by
  /// one.
  public func memos(_ ids: [MemoID]) -> [MemoID: MemoSnapshot] {
    var found: [MemoID: MemoSnapshot] = [:]
    for id in ids { found[id] = unsaved[id]?.snapshot }
    let stored = ids.filter { unsaved[$0] == nil }
    let contents = try? shared.read { store throws(StoreError) in
      try store.memos(stored).map { memo throws(StoreError) in try MemoContents(memo) }
    }
    guard let contents else {
      // A damaged one must not hide the others.
      for id in stored { found[id] = (try? memo(id)) ?? nil }
      return found
    }
    for memo in contents { found[memo.metadata.id] = MemoSnapshot(stored: memo) }
    return found
  }

  /// The files of memos; memos without one are left out.
  ///
  /// - Throws: `storeUnavailable`.
  public func files(of ids: [MemoID]) throws(EngineError) -> [MemoID: MemoFile] {
    try shared.read { store throws(StoreError) in try store.files(of: ids) }
  }

  /// Whether there is a memo with this identifier, in the trash or not.
  ///
  /// - Throws: `storeUnavailable`.
  public func contains(_ id: MemoID) throws(EngineError) -> Bool {
    if let unsaved = unsaved[id] { return unsaved.contents != nil }
    return try shared.read { store throws(StoreError) in try store.contains(id) }
  }
}

extension MemoListing {
  /// A reader of its memos.
  public var reader: MemoReader { MemoReader(memos) }
}

extension MemoSnapshot {
  fileprivate init(stored memo: MemoContents) {
    self.init(metadata: memo.metadata, text: memo.text, isSaved: true, file: memo.file)
  }
}
