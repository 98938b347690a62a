package import MemoModel

/// A request to the hub to take in writes: each where the memo still stands at the write's base, the others not. A
/// write that is there already is not written again.
package struct HubPush: Sendable {
  /// The most writes of a push.
  package static let mostWrites = HubPull.mostItems
  /// The most bytes of all their bodies, sealed; one that is longer goes by itself.
  package static let mostBytes = 4 << 20

  /// The most bytes that a body has once it is padded and sealed.
  ///
  /// - Parameter count: its bytes before.
  package static func sealedBytes(of count: Int) -> Int { count + max(count / 4, 511) + 50 }

  /// The most bytes of a body, which no device takes in if it is longer: those of the longest memo, and of what JSON
  /// adds to it.
  package static let longestBody = 320 << 20

  /// The point up to which the device has taken in the hub. If another mark stands at its head, nothing is written: the
  /// numbers mean something else by now.
  package let cursor: HubCursor
  /// The mark that the push leaves at its last number if that stands right behind the cursor's head; else, if other
  /// pushes lie in between, the exclusive or of this one and the mark before: the push may come again after the hub was
  /// restored, and end at the same number behind other items.
  package let mark: HubMark
  /// The writes, one for each memo; they get numbers in this order.
  package let writes: [HubWrite]
}

/// A write of one memo.
package struct HubWrite: Sendable {
  /// The memo's identifier.
  package let memo: MemoID
  /// The number of the version that it goes on from; 0 for none.
  package let base: Int
  /// Its name.
  package let operation: OperationID
  /// Whether it is a tombstone.
  package let isDead: Bool
  /// A ``SyncBody``.
  package let body: [UInt8]
}

/// The outcome of a push.
package enum HubPushAnswer: Hashable, Sendable {
  /// The writes that could be made were made. Their numbers follow the one that was last before, up to the new last
  /// one, which is the same if there were none.
  case written(before: Int, last: Int)
  /// Nothing is written: the hub is another one, keeps another protocol, or has another mark at the cursor.
  case outOfStep
}
