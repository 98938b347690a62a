import JSONRPC
import MemoEngine

/// The answer of tools that change a memo.
struct Written: JSONObjectWritable, Sendable {
  private let memo: MemoSnapshot
  /// The lines that are new or changed.
  private let changed: ChangedLines?
  /// The lines that others changed meanwhile, if that was merged.
  private let merged: ChangedLines?
  private let hasConflict: Bool

  init(_ saved: SavedMemo, changedFrom before: MemoSnapshot? = nil, merged: ChangedLines? = nil) {
    memo = saved.memo
    changed = before.map { ChangedLines(from: $0.text, to: saved.memo.text) }
    self.merged = merged
    hasConflict = saved.hasConflict
  }

  static let fields: [Field] = [
    .required("id", .text()), .required("version", ToolMemoRow.version, "The memo's version now."),
    .required("title", .text()), .required("tags", .list(.text()), "Those that it has beside the ones in its text."),
    .required("lineCount", .number(1...(1 << 31))),
    .optional("conflict", .text(), "What became of lines that another process changed at the same moment."),
    .optional("unsaved", .text(), "Why the change is kept but not in the store yet; absent if it is."),
  ]

  /// The fields of tools that change the text.
  static let textFields: [Field] =
    fields + [
      .optional("changed", ChangedLines.shape, "The lines that were written, as they are now."),
      .optional("merged", ChangedLines.shape, "The lines that others had changed since baseVersion, as they are now."),
    ]

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", memo.metadata.id.description)
    writer.member("version", memo.metadata.version)
    writer.member("title", memo.displayTitle)
    writer.member("tags", memo.metadata.properties.tags)
    writer.member("lineCount", memo.text.lineCount)
    writer.member("changed", changed)
    writer.member("merged", merged)
    if hasConflict {
      writer.member(
        "conflict",
        "Another process changed the same lines at the same moment. What you wrote stands; its text is a new memo now, "
          + "which list_memos shows first.")
    }
    if !memo.isSaved {
      writer.member(
        "unsaved",
        "The store can't be written now: perhaps another program keeps it locked. The change is kept and will be saved "
          + "as soon as that is possible, so don't make it again. Read the memo before you change it further.")
    }
  }
}

/// The arguments of a tool that takes only the memo.
struct OnlyMemo: JSONReadable, Sendable {
  let id: String

  init(json: JSONView) throws(JSONTypeError) { id = try json.required("id") }
}

extension Field {
  /// The version that an agent has read.
  static let baseVersion = Field.required(
    "baseVersion", ToolMemoRow.version, "The version that you read, as read_memo told it.")

  /// The tags to add or remove.
  static func tags(_ name: String, _ summary: String) -> Field {
    .optional(name, .list(.text(1...100), 0...100), summary)
  }
}
