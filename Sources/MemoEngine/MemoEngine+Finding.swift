public import MemoModel

extension MemoEngine {
  /// Identifiers of which only the beginning or the end is known, in ascending order, trashed memos' too.
  ///
  /// - Parameters:
  ///   - part: the beginning or the end; an identifier that is all of it comes first.
  ///   - limit: the most that are given.
  /// - Throws: `storeUnavailable`.
  public func ids(beginningOrEndingWith part: String, limit: Int) throws(EngineError) -> [MemoID] {
    // Every identifier begins and ends with nothing.
    guard !part.isEmpty else { return [] }
    let isMeant = { (id: MemoID) in id.description.hasPrefix(part) || id.description.hasSuffix(part) }
    // What is destroyed here counts no more, whatever the store says.
    let hidden = unsavedMemos.count
    let stored = try read { store throws(StoreError) in
      try store.ids(beginningOrEndingWith: part, limit: limit + hidden)
    }
    let made = unsavedMemos.filter { openMemos[$0]?.isDestroyed == false && isMeant($0) }
    let found = made.union(stored.filter { openMemos[$0]?.isDestroyed != true })
    let sorted = found.sorted { left, right in
      if left.description == part || right.description == part { return left.description == part }
      return left.description < right.description
    }
    return Array(sorted.prefix(limit))
  }
}
