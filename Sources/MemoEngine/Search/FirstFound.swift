import MemoModel

/// The first memos, newest first, of those that are found in any order.
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
    /// In the store, the index having no room for it.
    case store(MemoID)
    /// Among the unsaved memos, at this place of their list.
    case unsaved(Int)
  }

  private let after: ListPlace?
  private let limit: Int
  /// The identifier of a memo that was found. Asked only where times are equal.
  private let id: (Source) -> MemoID
  private var memos: [Memo] = []
  /// No memo before this moment is among the first any more.
  private var earliest = Timestamp(millisecondsSince1970: .min)
  /// No memo after this moment is behind the place where the page starts.
  private let latest: Timestamp
  /// How many were found, those before the page too.
  private(set) var total = 0

  /// - Parameters:
  ///   - after: the place behind which the first one stands.
  ///   - limit: how many are wanted.
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

  /// The first ones, in order.
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
