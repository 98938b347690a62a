package import MemoModel

/// A device of an account.
package struct HubDevice: Sendable {
  /// Which device.
  package let id: HubID
  /// What people call it; nil if that can't be read with the keys that are here.
  package let name: String?
  /// Whether it is the one that asks.
  package let isThis: Bool
  /// When it joined.
  package let joinedAt: Timestamp
  /// When it last said how far it is.
  package let seenAt: Timestamp
  /// Up to which number it has taken in what the hub has.
  package let acknowledged: Int
  /// When it was shut out; nil if it was not.
  package let revokedAt: Timestamp?

  /// What its sealed name is told apart by.
  static let label = "device"
}
