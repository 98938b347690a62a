package import MemoModel

/// A request for a page of what is new.
package struct HubPull: Hashable, Sendable {
  /// The most items of a page.
  package static let mostItems = 500

  /// The number behind which the page begins.
  package let after: Int
  /// The last number when that was read, whose mark is asked for.
  package let head: Int
}

/// A page, all of it seen at one moment.
package struct HubPage: Sendable {
  /// The protocol that the hub's account is kept by.
  package var protocolVersion: Int
  /// The hub's epoch.
  package var epoch: HubEpoch
  /// The mark of the push that ends at the number asked about; nil if none ends there.
  package var mark: HubMark?
  /// The last number that was given out.
  package var head: Int
  /// The mark of the last push, which ends there; nil at 0.
  package var headMark: HubMark?
  /// Items in the order of their numbers: the first of those behind the number that was asked for.
  package var items: [HubItem]
  /// The number up to which there are no others: the last item's, or ``head`` if these are all.
  package var end: Int
  /// The number of tombstones behind the number that was asked for, in this page and in all to come.
  package var deadAhead: Int

  /// Creates a page from all its parts.
  package init(
    protocolVersion: Int, epoch: HubEpoch, mark: HubMark?, head: Int, headMark: HubMark?, items: [HubItem], end: Int,
    deadAhead: Int
  ) {
    self.protocolVersion = protocolVersion
    self.epoch = epoch
    self.mark = mark
    self.head = head
    self.headMark = headMark
    self.items = items
    self.end = end
    self.deadAhead = deadAhead
  }
}

/// An item as the hub has it, opened.
package struct HubItem: Sendable {
  /// The memo that it is of.
  package var memo: MemoID
  /// Its number: it grows with every write.
  package var seq: Int
  /// The number of the version that it was written over; 0 for none.
  package var base: Int
  /// The write that made it.
  package var operation: OperationID
  /// Whether it is a tombstone.
  package var isDead: Bool
  /// A ``SyncBody``.
  package var body: [UInt8] { didSet { said = nil } }
  /// The body's contents, if they were read where it was opened: while the page before is taken in.
  private(set) var said: SyncBody?

  /// Creates an item from all its parts.
  ///
  /// - Parameter said: what the body says, if that was read already.
  package init(
    memo: MemoID, seq: Int, base: Int, operation: OperationID, isDead: Bool, body: [UInt8], said: SyncBody? = nil
  ) {
    self.said = said
    self.memo = memo
    self.seq = seq
    self.base = base
    self.operation = operation
    self.isDead = isDead
    self.body = body
  }
}
