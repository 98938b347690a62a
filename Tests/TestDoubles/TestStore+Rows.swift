import JSON
package import MemoModel
import Synchronization

/// What the store tells of its memos without anybody who observes it.
extension TestStore {
  /// Sets the observer that is told when memos were read together with their texts, before the reader has them.
  package func observeReadTexts(_ observer: @escaping @Sendable () -> Void) {
    readTextObserver.withLock { $0 = observer }
  }

  /// As the port says.
  package func memo(_ id: MemoID, revision: Int) throws(StoreError) -> StoredMemo? {
    shelf.state.withLock { $0.revisions[id]?[revision] }
  }

  /// The most bytes of texts that were read at once.
  package var mostBytesRead: Int { mostRead.withLock(\.self) }

  func noteRead(_ memos: [StoredMemo]) -> [StoredMemo] {
    mostRead.withLock { most in most = max(most, memos.reduce(0) { $0 + $1.text.count }) }
    return memos
  }

  /// As the port says.
  package func bytes(of id: MemoID) throws(StoreError) -> Int? {
    shelf.state.withLock { $0.memos[id]?.text.count }
  }

  /// As the port says, for each memo by itself.
  package func reading<Value>(
    atMost bytes: Int, mayWait: Bool, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try Self.$mostBytes.withValue(bytes) { Result { () throws(StoreError) in try body() } }.get()
  }

  /// As the port says.
  package func ids(beginningOrEndingWith part: String, limit: Int) throws(StoreError) -> [MemoID] {
    let ids = shelf.state.withLock { $0.memos.keys.map(\.description) }.sorted()
    let found = ids.filter { $0.hasPrefix(part) || $0.hasSuffix(part) }
    let exact = found.filter { $0 == part }
    return (exact + found.filter { $0 != part }).prefix(limit).compactMap(MemoID.init)
  }

  /// As the port says.
  package func list(
    _ query: ListQuery, leavingOut hidden: HiddenMemos, uncounted: Set<MemoID>
  ) throws(StoreError) -> StoredPage {
    listObserver.withLock(\.self)()
    let all = shelf.state.withLock { state in
      state.memos.values.map(\.row).filter { query.admits($0) }
    }
    let rows =
      all
      .filter { row in !hidden.contains(row.summary.metadata.id) }
      .filter { row in query.after.map { $0.precedes(row.place(in: query), order: query.order) } ?? true }
      .sorted { $0.place(in: query).precedes($1.place(in: query), order: query.order) }
    let total = all.count { !uncounted.contains($0.summary.metadata.id) }
    return StoredPage(rows: Array(rows.prefix(query.limit)), total: total)
  }
}
