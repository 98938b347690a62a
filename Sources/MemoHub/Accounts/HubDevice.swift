package import MemoModel

/// A device of an account.
package struct HubDevice: Sendable {
  /// The device.
  package let id: HubID
  /// The name that people gave it; nil if that can't be read with the keys that are here.
  package let name: String?
  /// Whether it is the one that asks.
  package let isThis: Bool
  /// The time when it joined.
  package let joinedAt: Timestamp
  /// The time when it last said how far it is.
  package let seenAt: Timestamp
  /// The number up to which it has taken in what the hub has.
  package let acknowledged: Int
  /// The time when it was shut out; nil if it was not.
  package let revokedAt: Timestamp?

  /// The label that its sealed name is told apart by.
  static let label = "device"
}
