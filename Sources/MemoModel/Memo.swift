public import JSON

/// All of a memo but its text.
public struct MemoMetadata: Sendable {
  /// The possible versions: those that every client's JSON can tell apart (RFC 8259, section 6). Nobody changes a memo
  /// more often.
  public static let versions = 1...(1 << 53)

  /// The memo's identifier.
  public let id: MemoID
  /// Starts at 1 and grows by 1 with every accepted change.
  public var version: Int
  /// The time when it was created.
  public let createdAt: Timestamp
  /// The time when its text or properties last changed in substance.
  public var modifiedAt: Timestamp
  /// The time when it went to the trash; nil while it lives.
  public var trashedAt: Timestamp?
  /// The client's own members.
  public var properties: JSONObject

  /// Creates metadata from its parts.
  public init(
    id: MemoID, version: Int, createdAt: Timestamp, modifiedAt: Timestamp, trashedAt: Timestamp?, properties: JSONObject
  ) {
    self.id = id
    self.version = version
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.trashedAt = trashedAt
    self.properties = properties
  }

  /// Whether the memo is in the trash.
  public var isTrashed: Bool { trashedAt != nil }
}

/// What a list shows of a memo.
public struct MemoSummary: Sendable {
  /// All but the text.
  public let metadata: MemoMetadata
  /// The memo's title: from its header or its file's name, else the first line that is not only white space, trimmed
  /// and cut.
  public let displayTitle: String
  /// The text after that line, or all of it where the title comes from elsewhere, with white space folded, cut.
  public let preview: String
  /// The text's length in UTF-8 bytes.
  public let bytes: Int
  /// The tags of the text and its header that the properties don't have, in the order of the forms in which tags are
  /// compared; no parents of another tag.
  public var textTags: [String]

  /// Creates a summary from its parts.
  public init(metadata: MemoMetadata, displayTitle: String, preview: String, bytes: Int, textTags: [String] = []) {
    self.metadata = metadata
    self.displayTitle = displayTitle
    self.preview = preview
    self.bytes = bytes
    self.textTags = textTags
  }
}
