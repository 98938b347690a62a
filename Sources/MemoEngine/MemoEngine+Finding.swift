public import MemoModel

extension MemoEngine {
  /// Identifiers that begin or end with a text, in ascending order, in the trash or not.
  ///
  /// - Parameters:
  ///   - part: the beginning or the end; an identifier equal to it comes first.
  ///   - limit: the most to return.
  /// - Throws: `storeUnavailable`.
  public func ids(beginningOrEndingWith part: String, limit: Int) throws(EngineError) -> [MemoID] {
    // Every identifier begins with an empty text.
    guard !part.isEmpty else { return [] }
    let isMeant = { (id: MemoID) in id.description.hasPrefix(part) || id.description.hasSuffix(part) }
    // Memos destroyed here no longer count, whatever the store says.
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
