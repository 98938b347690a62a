package import JSON
package import MemoModel

/// A memo that was read from a file.
package struct ImportedMemo: Sendable {
  /// The file, and the entry in it, for people.
  package let path: String
  /// The identifier it shall have.
  package let id: MemoID
  /// Whether the file names the identifier. Else it is made from path and contents: who has it was made from the same.
  package let namesItself: Bool
  /// The text.
  package let text: String
  /// The client's own members.
  package let properties: JSONObject
  /// When it was made.
  package let createdAt: Timestamp
  /// When its text or properties last changed.
  package let modifiedAt: Timestamp
  /// When it went to the trash; nil while it lives.
  package let trashedAt: Timestamp?
  /// The absolute path of the file that is this memo and nothing else; nil if there is none.
  package var source: String?
  /// Tells the file's bytes from others.
  package var digest = ""
  /// What of it could not be read, in words that go behind the path.
  package var problems: [String] = []
}

/// What an import comes by.
package enum ImportStep: Sendable {
  /// A memo.
  case memo(ImportedMemo)
  /// Something that is no memo, and why; whether it looked like one, or is a picture, a hidden file or the like.
  case skipped(path: String, reason: String, isNote: Bool)
  /// Nothing yet: a long file is being checked.
  case busy
}

/// Why a file is not taken.
struct ImportRefusal: Error {
  let reason: String
  /// Whether it looked as if it were to be taken.
  let isNote: Bool

  init(_ reason: String, isNote: Bool = true) {
    self.reason = reason
    self.isNote = isNote
  }
}
