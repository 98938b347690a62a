import MemoModel

/// The first memos of a page, newest first, of those found in any order.
struct FirstFound {
  /// A memo that was found.
  struct Memo {
    let modifiedAt: Timestamp
    let source: Source
  }

  /// Where it was found.
  enum Source {
    /// In the index.
    case index(SearchIndex.Place)
    /// In the store, because the index has no room for it.
    case store(MemoID)
    /// Among the unsaved memos.
    case unsaved(UnsavedRow)
  }

  private let after: ListPlace?
  private let limit: Int
  /// The identifier of a found memo. Needed only where times are equal.
  private let id: (Source) -> MemoID
  private var memos: [Memo] = []
  /// The moment before which a memo can no longer be on the page.
  private var earliest = Timestamp(millisecondsSince1970: .min)
  /// The moment after which a memo is before the start of the page.
  private let latest: Timestamp
  /// The number of memos found, including those before the page.
  private(set) var total = 0

  /// - Parameters:
  ///   - after: the place where the page starts.
  ///   - limit: how many memos are wanted.
  init(after: ListPlace?, limit: Int, id: @escaping (Source) -> MemoID) {
    self.after = after
    self.limit = limit
    self.id = id
    if case .time(let time)? = after?.value { latest = time } else { latest = Timestamp(millisecondsSince1970: .max) }
  }

  mutating func take(_ modifiedAt: Timestamp, _ source: Source) {
    total += 1
    guard modifiedAt >= earliest, modifiedAt <= latest else { return }
    if let after, modifiedAt == latest,
      !after.id.description.utf8.lexicographicallyPrecedes(id(source).description.utf8)
    {
      return
    }
    memos.append(Memo(modifiedAt: modifiedAt, source: source))
    // Sorted now and then, not for every memo.
    if memos.count >= max(limit * 2, 1000) { cut() }
  }

  /// The first memos, in order.
  mutating func sorted() -> [Memo] {
    cut()
    return memos
  }

  private mutating func cut() {
    memos.sort { left, right in
      if left.modifiedAt != right.modifiedAt { return left.modifiedAt > right.modifiedAt }
      return id(left.source).description.utf8.lexicographicallyPrecedes(id(right.source).description.utf8)
    }
    guard memos.count > limit else { return }
    memos.removeSubrange(limit...)
    earliest = memos[limit - 1].modifiedAt
  }
}
