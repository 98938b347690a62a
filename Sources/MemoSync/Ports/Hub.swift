/// Where devices exchange what they wrote: each call is one transaction.
package protocol Hub {
  /// Answers a request, once or not at all: then nobody knows whether it was carried out.
  ///
  /// - Throws: whatever the way to the hub throws.
  func answer(_ request: HubRequest) async throws -> HubAnswer
}

/// What the hub is asked.
package enum HubRequest: Sendable {
  /// What is new.
  case pull(HubPull)
  /// To take in what is new here.
  case push(HubPush)
}

/// What the hub answers.
package enum HubAnswer: Sendable {
  /// To a pull.
  case page(HubPage)
  /// To a push.
  case push(HubPushAnswer)
}

/// What a hub is and keeps: another one is made by whoever makes a hub anew in the old one's place.
package struct HubEpoch: Hashable, Sendable {
  /// 128 random bits.
  package let value: UInt128

  /// Names an epoch.
  package init(_ value: UInt128) { self.value = value }
}

/// What a push leaves at its last number, so that a hub which has lost it is found out.
package struct HubMark: Hashable, Sendable {
  /// 64 random bits.
  package let value: UInt64

  /// Names a push.
  package init(_ value: UInt64) { self.value = value }

  /// What a push leaves that has others between it and its cursor: another mark behind other ones. For it may come once
  /// more after the hub was restored, and end at the same number with something else before it.
  package func mixed(with before: HubMark?) -> HubMark { HubMark(value ^ (before?.value ?? 0)) }
}

/// How far a device has taken in what the hub has.
package struct HubCursor: Hashable, Sendable {
  /// The hub's.
  package let epoch: HubEpoch
  /// All up to this number is in, but for what had been written anew behind it: that is up to ``head``.
  package let seq: Int
  /// The last number of the hub when that was read: as long as its mark is there, nothing up to it is lost.
  package let head: Int
  /// What the push that ended there has left; nil at 0.
  package let mark: HubMark?
  /// Whether the hub has lost something, and not all was compared since: rows may be about a hub that is no more.
  package let isComparing: Bool

  /// Creates one from its parts.
  package init(epoch: HubEpoch, seq: Int, head: Int, mark: HubMark?, isComparing: Bool = false) {
    (self.epoch, self.seq, self.head, self.mark, self.isComparing) = (epoch, seq, head, mark, isComparing)
  }
}
