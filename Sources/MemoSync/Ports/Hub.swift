/// The place where devices exchange their writes; each call is one transaction.
package protocol Hub {
  /// Answers a request, once or not at all: then nobody knows whether it was carried out.
  ///
  /// - Throws: whatever the way to the hub throws.
  func answer(_ request: HubRequest) async throws -> HubAnswer
}

/// A request to the hub.
package enum HubRequest: Sendable {
  /// The items behind a number.
  case pull(HubPull)
  /// The writes of this device, to be taken in.
  case push(HubPush)
}

/// An answer of the hub.
package enum HubAnswer: Sendable {
  /// The answer to a pull.
  case page(HubPage)
  /// The answer to a push.
  case push(HubPushAnswer)
}

/// The identity of a hub, drawn when it is made: a hub made anew in the place of another has its own.
package struct HubEpoch: Hashable, Sendable {
  /// 128 random bits.
  package let value: UInt128

  /// Names an epoch.
  package init(_ value: UInt128) { self.value = value }
}

/// A mark that a push leaves at its last number, by which a hub that has lost the push is found out.
package struct HubMark: Hashable, Sendable {
  /// 64 random bits.
  package let value: UInt64

  /// Names a push.
  package init(_ value: UInt64) { self.value = value }
}

/// The place up to which a device has taken in a hub's items.
package struct HubCursor: Hashable, Sendable {
  /// The hub's epoch.
  package let epoch: HubEpoch
  /// All up to this number is in, but for what had been written anew behind it: that is up to ``head``.
  package let seq: Int
  /// The last number of the hub when that was read: as long as its mark is there, nothing up to it is lost.
  package let head: Int
  /// The mark of the push that ended there; nil at 0.
  package let mark: HubMark?
  /// Whether the hub has lost something, and not all was compared since: rows may be about a hub that is no more.
  package let isComparing: Bool

  /// Creates one from its parts.
  package init(epoch: HubEpoch, seq: Int, head: Int, mark: HubMark?, isComparing: Bool = false) {
    (self.epoch, self.seq, self.head, self.mark, self.isComparing) = (epoch, seq, head, mark, isComparing)
  }
}
