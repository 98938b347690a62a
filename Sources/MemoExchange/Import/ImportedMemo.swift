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
}

/// What an import comes by.
package enum ImportStep: Sendable {
  /// A memo.
  case memo(ImportedMemo)
  /// Something that is no memo, and why.
  case skipped(path: String, reason: String)
  /// Nothing yet: a long file is being checked.
  case busy
}

/// How files are read.
package struct ImportOptions: Sendable {
  /// What a file is.
  package enum Format: String, Sendable {
    /// The text alone.
    case text
    /// A text, perhaps behind front matter.
    case markdown
    /// JSON: an array of entries, or JSON Lines where the name says so.
    case json
  }

  /// Where numbers that are times count from.
  package enum Epoch: Int, Sendable {
    /// 1970-01-01T00:00:00Z, as on Unix.
    case unix = 1970
    /// 2001-01-01T00:00:00Z, as in Apple's Foundation.
    case apple = 2001

    /// The beginning, in seconds since 1970.
    var seconds: Double { self == .unix ? 0 : 978_307_200 }
  }

  /// How every file is read, whatever its name; nil goes by the name.
  package let format: Format?
  /// Where numbers that are times count from; nil refuses them.
  package let epoch: Epoch?
  /// The most bytes of a memo's text, and of its properties as JSON.
  package let maximumMemoBytes: Int

  /// Creates options.
  package init(format: Format?, epoch: Epoch?, maximumMemoBytes: Int) {
    self.format = format
    self.epoch = epoch
    self.maximumMemoBytes = maximumMemoBytes
  }
}

/// Why a file is not taken.
struct ImportRefusal: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
