package import JSON
package import MemoModel

/// A memo that was read from a file.
package struct ImportedMemo: Sendable {
  /// The path of the file, and the entry in it, for people.
  package let path: String
  /// The memo's identifier.
  package let id: MemoID
  /// Whether the file names the identifier. Else it is derived from path and contents: a memo with it was imported from
  /// the same.
  package let namesItself: Bool
  /// The text.
  package let text: String
  /// The client's own members.
  package let properties: JSONObject
  /// The time when it was created.
  package let createdAt: Timestamp
  /// The time when its text or properties last changed.
  package let modifiedAt: Timestamp
  /// The time when it went to the trash; nil while it lives.
  package let trashedAt: Timestamp?
  /// The absolute path of the file if it holds only this memo; nil if there is none.
  package var source: String?
  /// A digest of the file's bytes.
  package var digest = ""
  /// What could not be read, in words that follow the path.
  package var problems: [String] = []
}

/// A step of an import.
package enum ImportStep: Sendable {
  /// A memo.
  case memo(ImportedMemo)
  /// Something that is no memo, with the reason; and whether it looked like one, or is a picture, a hidden file or the
  /// like.
  case skipped(path: String, reason: String, isNote: Bool)
  /// Nothing yet: a long file is being checked.
  case busy
}

/// The reason why a file is refused.
struct ImportRefusal: Error {
  let reason: String
  /// Whether it looked like something to import.
  let isNote: Bool

  init(_ reason: String, isNote: Bool = true) {
    self.reason = reason
    self.isNote = isNote
  }
}
