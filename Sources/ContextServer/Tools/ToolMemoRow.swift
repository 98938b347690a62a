import JSONRPC
import MemoEngine

/// A memo in lists for agents.
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

  /// The schema of versions.
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

/// A page of a tool's results.
struct ToolPage<Row: JSONWritable & Sendable>: JSONObjectWritable, Sendable {
  /// The most rows of a page.
  static var largest: Int { 50 }

  /// The name of the rows.
  let name: String
  let rows: [Row]
  /// The number of rows on all pages; nil if they were not counted.
  let total: Int?
  /// The cursor of the next page; nil on the last.
  let nextCursor: String?
  /// Whether memos may be missing because they are still being indexed or recovered.
  let isIncomplete: Bool

  func writeMembers(to writer: inout JSONWriter) {
    writer.name(escaping: name)
    rows.write(to: &writer)
    writer.member("total", total)
    writer.member("nextCursor", nextCursor)
    if isIncomplete { writer.member("isIncomplete", true) }
  }

  /// The schema of a page.
  static func fields(_ name: String, _ row: Shape) -> [Field] {
    [
      .required(name, .list(row)), .optional("total", .number(0...(1 << 40)), "How many there are on all pages."),
      .optional("nextCursor", .text(), "Give it as cursor to have the next page; absent on the last."),
      .optional("isIncomplete", .flag, "Some may be missing yet: the store is still being read in. Try again later."),
    ]
  }
}

extension Field {
  /// The memo that a tool is about.
  static let id = Field.required("id", .text(1...MemoID.maximumLength), "The memo's id, as other tools tell it.")

  /// The end of the previous page.
  static let cursor = Field.optional("cursor", .text(), "The nextCursor of the page before; all else must be the same.")

  /// The number of rows on a page.
  static let limit = Field.optional("limit", .number(1...50), "The most of one page; 20 if absent.")
}
