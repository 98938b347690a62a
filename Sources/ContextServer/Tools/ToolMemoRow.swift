import JSONRPC
import MemoEngine

/// What lists show of a memo to agents.
struct ToolMemoRow: JSONObjectWritable, Sendable {
  private let summary: MemoSummary

  init(_ memo: ListedMemo) { summary = memo.summary }

  static let fields: [Field] = [
    .required("id", .text()), .required("title", .text(), "Its first line; empty if it has no words."),
    .required("preview", .text(), "What follows its title, shortened."),
    .required("version", ToolMemoRow.version, "Grows with each change."),
    .required("createdAt", .text()), .required("modifiedAt", .text()),
    .required("bytes", .number(0...(1 << 40)), "The length of its text in UTF-8."),
  ]

  /// What versions are.
  static let version = Shape.number(MemoMetadata.versions)

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", summary.metadata.id.description)
    writer.member("title", summary.displayTitle)
    writer.member("preview", summary.preview)
    writer.member("version", summary.metadata.version)
    writer.member("createdAt", summary.metadata.createdAt.description)
    writer.member("modifiedAt", summary.metadata.modifiedAt.description)
    writer.member("bytes", summary.bytes)
  }
}

/// A page of what a tool has found.
struct ToolPage<Row: JSONWritable & Sendable>: JSONObjectWritable, Sendable {
  /// The most rows of a page.
  static var largest: Int { 50 }

  /// What the rows are.
  let name: String
  let rows: [Row]
  /// How many there are on all pages; nil if nobody has counted.
  let total: Int?
  /// Nil on the last page.
  let nextCursor: String?
  /// Whether memos may be missing because they are still being read in.
  let isIncomplete: Bool

  func writeMembers(to writer: inout JSONWriter) {
    writer.name(escaping: name)
    rows.write(to: &writer)
    writer.member("total", total)
    writer.member("nextCursor", nextCursor)
    if isIncomplete { writer.member("isIncomplete", true) }
  }

  /// What agents are told of it.
  static func fields(_ name: String, _ row: Shape) -> [Field] {
    [
      .required(name, .list(row)), .optional("total", .number(0...(1 << 40)), "How many there are on all pages."),
      .optional("nextCursor", .text(), "Give it as cursor to have the next page; absent on the last."),
      .optional("isIncomplete", .flag, "Some may be missing yet: the store is still being read in. Try again later."),
    ]
  }
}

extension Field {
  /// Which memo a tool is about.
  static let id = Field.required("id", .text(1...MemoID.maximumLength), "The memo's id, as other tools tell it.")

  /// Where the page before ended.
  static let cursor = Field.optional("cursor", .text(), "The nextCursor of the page before; all else must be the same.")

  /// How many rows a page has.
  static let limit = Field.optional("limit", .number(1...50), "The most of one page; 20 if absent.")
}
