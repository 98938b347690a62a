import MemoModel

/// The local states of memos, one after the other. Some are read at a time: one by one takes longer than all the rest
/// of an exchange, and all of them may be more than there is memory for.
struct LocalMemos {
  /// The number of memos read at a time.
  static let count = 32

  private let replica: any Replica
  private var ids: ArraySlice<MemoID>
  private var read: ArraySlice<LocalMemo> = []

  init(_ ids: [MemoID], of replica: any Replica) { (self.replica, self.ids) = (replica, ids[...]) }

  /// The local state of the next one.
  ///
  /// - Throws: ``StoreError`` if it can't be read; behind the last, too.
  mutating func next() throws(StoreError) -> LocalMemo {
    if read.isEmpty {
      read = try replica.locals(Array(ids.prefix(Self.count)))[...]
      ids = ids.dropFirst(Self.count)
    }
    guard let memo = read.popFirst() else { throw StoreError(.other, "fewer memos are there than were asked for") }
    return memo
  }
}
