/// The memos whose rows a list leaves out. There may be very many, so they are asked for one by one.
public struct HiddenMemos: Sendable {
  /// The number of them.
  public let count: Int
  private let isHidden: @Sendable (MemoID) -> Bool

  /// - Parameter isHidden: whether a memo is one of them.
  public init(count: Int, contains isHidden: @escaping @Sendable (MemoID) -> Bool) {
    (self.count, self.isHidden) = (count, isHidden)
  }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// Whether a memo is one of them.
  public func contains(_ id: MemoID) -> Bool { isHidden(id) }
}
