package import JSON
package import MemoModel
package import MemoText

/// All of a memo that travels.
package struct SyncMemo: Sendable {
  /// Its identifier on every device.
  package let id: MemoID
  /// Its text.
  package var text: Rope
  /// Its properties.
  package var properties: JSONObject
  /// The time it was made.
  package var createdAt: Timestamp
  /// The time of the last real change of its text or properties.
  package var modifiedAt: Timestamp
  /// The time it went to the trash; nil while it lives.
  package var trashedAt: Timestamp?

  /// Creates one from all its parts.
  package init(
    id: MemoID, text: Rope, properties: JSONObject, createdAt: Timestamp, modifiedAt: Timestamp, trashedAt: Timestamp?
  ) {
    self.id = id
    self.text = text
    self.properties = properties
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.trashedAt = trashedAt
  }

  /// Whether it is in the trash.
  package var isTrashed: Bool { trashedAt != nil }

  /// Whether text and properties are, byte for byte, those of another.
  func saysTheSame(as other: SyncMemo) -> Bool {
    text.isIdentical(to: other.text) && properties.json == other.properties.json
  }

  /// Whether it says the same and is in the trash since the same moment, or in neither.
  func isAsWell(as other: SyncMemo) -> Bool { trashedAt == other.trashedAt && saysTheSame(as: other) }

  /// Whether all of it is that of another.
  func isIdentical(to other: SyncMemo) -> Bool {
    isAsWell(as: other) && createdAt == other.createdAt && modifiedAt == other.modifiedAt
  }

  /// Whether somebody wanted it since it was another: edited it, or took it out of the trash.
  func isWanted(since base: SyncMemo) -> Bool { !saysTheSame(as: base) || base.isTrashed && !isTrashed }
}
