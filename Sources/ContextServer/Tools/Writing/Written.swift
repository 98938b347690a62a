import JSONRPC
import MemoEngine

/// What tools that change a memo answer.
struct Written: JSONObjectWritable, Sendable {
  private let memo: MemoSnapshot
  /// The lines that are new or other.
  private let changed: ChangedLines?
  /// Whether what others did meanwhile was merged, and which lines those are then.
  private let merged: ChangedLines?

  init(_ memo: MemoSnapshot, changed: ChangedLines? = nil, merged: ChangedLines? = nil) {
    (self.memo, self.changed, self.merged) = (memo, changed, merged)
  }

  static let fields: [Field] = [
    .required("id", .text()), .required("version", MemoRow.version, "The memo's version now."),
    .required("title", .text()), .required("tags", .list(.text()), "Those that it has beside the ones in its text."),
    .required("lineCount", .number(1...(1 << 31))),
  ]

  /// Those of tools that change the text.
  static let textFields: [Field] =
    fields + [
      .optional("changed", ChangedLines.shape, "The lines that were written, as they are now."),
      .optional("merged", ChangedLines.shape, "The lines that others had changed since baseVersion, as they are now."),
    ]

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", memo.metadata.id.description)
    writer.member("version", memo.metadata.version)
    writer.member("title", memo.text.displayTitle)
    writer.member("tags", memo.metadata.properties.tags)
    writer.member("lineCount", memo.text.lineCount)
    writer.member("changed", changed)
    writer.member("merged", merged)
  }
}

/// The memo and nothing else.
struct OnlyMemo: JSONReadable, Sendable {
  let id: String

  init(json: JSONView) throws(JSONTypeError) { id = try json.required("id") }
}

extension Field {
  /// The version that an agent has read.
  static let baseVersion = Field.required(
    "baseVersion", MemoRow.version, "The version that you read, as read_memo told it.")

  /// Tags that are given or taken.
  static func tags(_ name: String, _ summary: String) -> Field {
    .optional(name, .list(.text(1...100), 0...100), summary)
  }
}
