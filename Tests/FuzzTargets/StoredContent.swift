import JSON
import MemoModel
import TestDoubles

/// A stored memo without what is worked out from its text, and without what is random.
struct StoredContent: Equatable {
  let id: String
  let version: Int
  let createdAt: Timestamp
  let modifiedAt: Timestamp
  let trashedAt: Timestamp?
  let properties: [UInt8]
  let text: [UInt8]
}

extension TestStore {
  /// The contents of the store, ordered by identifier.
  var contents: [StoredContent] {
    stored.map { memo in
      let metadata = memo.metadata
      return StoredContent(
        id: metadata.id.description, version: metadata.version, createdAt: metadata.createdAt,
        modifiedAt: metadata.modifiedAt, trashedAt: metadata.trashedAt, properties: metadata.properties.json,
        text: memo.text)
    }
    .sorted { $0.id < $1.id }
  }

  /// The texts that are not valid UTF-8.
  var brokenTexts: [[UInt8]] { stored.map(\.text).filter { String(validating: $0, as: UTF8.self) == nil } }
}
